# SPDX-License-Identifier: Apache-2.0
"""Static counts of generated index functions against the simulator's.

    footprints.py CUDA-FIX SEED COUNT

Each kernel reads global memory and writes shared memory at generated indices, under a guard
and a block of its own. Sectors, lines, ideal sectors and bank conflicts of a block must be what
the simulator counts for it.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

tool, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng = random.Random(seed)
WORDS = 4096
BLOCKS = [(32, 1, 1), (64, 1, 1), (128, 1, 1), (48, 1, 1), (100, 1, 1), (16, 16, 1), (8, 8, 1),
          (20, 10, 1), (32, 8, 1), (4, 4, 4), (7, 3, 5), (33, 3, 1)]
TYPES = {"char": 1, "short": 2, "int": 4, "float": 4, "double": 8, "long long": 8}
# Names of the simulator's measures.
MEASURES = ("requests", "lanes", "bank_conflicts", "sectors", "ideal_sectors", "lines")


def leaf() -> str:
    return rng.choice(["t", "t", "t", "x", "y", "z", "l", str(rng.randrange(1, 40))])


def term(depth: int) -> str:
    """An index of thread numbers and constants; never negative."""
    if depth == 0:
        return leaf()
    a, b = term(depth - 1), term(depth - 1)
    kind = rng.choice(["affine", "affine", "rem", "div", "xor", "shift", "mask", "select", "mul24",
                       "swizzle", "min"])
    c = rng.choice([2, 3, 4, 5, 7, 8, 16, 24, 31, 32, 33])
    return {"affine": f"({a} * {rng.randrange(1, 12)} + {b})",
            "rem": f"({a} % {c})",
            "div": f"({a} / {c} + {b})",
            "xor": f"({a} ^ {rng.randrange(1, 64)})",
            "shift": f"(({a} << {rng.randrange(1, 4)}) + ({b} >> {rng.randrange(1, 4)}))",
            "mask": f"(({a} & {rng.randrange(1, 64)}) | {rng.choice([1, 64, 128])})",
            "select": f"({a} % {c} < {c // 2 + 1} ? {b} : {leaf()} + {rng.randrange(8)})",
            "mul24": f"__mul24({a}, {rng.randrange(1, 9)})",
            "swizzle": f"((t / 32) * 32 + ((t % 32) ^ ({a} % 32)))",
            "min": f"min({a}, {b})"}[kind]


def guard() -> str:
    return rng.choice(["", "", "", f"if (t < {rng.randrange(1, 200)}) ",
                       f"if (t % {rng.randrange(2, 5)} == 0) ", "if (x >= y) "])


def kernel(number: int) -> tuple[str, str]:
    global_type, shared_type = rng.choice(list(TYPES)), rng.choice(list(TYPES))
    size = TYPES[shared_type]
    # A guard may leave out lanes in the middle: those make no half or quarter of a warp.
    shared_guard = guard() if size <= 4 else ""
    block = rng.choice(BLOCKS)
    text = f"""
__global__ void k{number}(const {global_type} *a, {global_type} *out) {{
  __shared__ {shared_type} s[{WORDS // size}];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int t = x + blockDim.x * (y + blockDim.y * z), l = t % 32;
  {global_type} v = 0;
  {guard()}v = a[{term(2)} % {WORDS}];
  {shared_guard}s[{term(2)} % {WORDS // size}] = 0;
  out[t] = v;
}}
"""
    call = f"  k{number}<<<1, dim3{block}>>>(({global_type} *)a, ({global_type} *)b);\n"
    return text, call


def statically(source: Path) -> dict:
    out = subprocess.run([tool, "--dump=footprints", "--checks=performance", "--no-repair", source],
                         capture_output=True, text=True).stdout
    found = {}
    for line in out.splitlines():
        match = re.match(r"  (\d+):\d+ (read|write) of .*: exact, (\d+) requests, (\d+) lanes, "
                         r"(?:(\d+) conflicts|(\d+) sectors, (\d+) ideal, (\d+) lines)", line)
        if match:
            place, what, *values = match.groups()
            found[int(place), what] = dict(zip(MEASURES, (int(v or 0) for v in values)))
        elif not line.startswith("kernel"):
            print(f"not exact: {line}")
    return found


def simulated(source: Path) -> dict:
    arguments = ["--arg", f"a=zero({WORDS * 16})", "--arg", "out=zero(65536)"]
    out = subprocess.run([tool, "simulate", "--schedules", "1", "--format", "json", *arguments,
                          source], capture_output=True, text=True).stdout
    found = {}
    for kernel in json.loads(out)["kernels"]:
        for measure in kernel.get("measures", []):
            if measure["what"] in ("read", "write"):
                values = measure["values"]
                found[measure["line"], measure["what"]] = {name: values[name] for name in MEASURES}
    return found


def main() -> int:
    kernels, calls = zip(*(kernel(n) for n in range(count)))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "generated.cu")
        source.write_text("".join(kernels) + "\nvoid run(void *a, void *b) {\n" + "".join(calls)
                          + "}\n")
        lines = source.read_text().splitlines()
        static, measured = statically(source), simulated(source)
        places = sorted(set(static) | set(measured))
        wrong = [p for p in places if static.get(p) != measured.get(p)]
        for place in wrong:
            print(f"{place[1]}: {lines[place[0] - 1].strip()}\n  static    {static.get(place)}\n"
                  f"  simulated {measured.get(place)}")
    print(f"{len(places) - len(wrong)} of {len(places)} accesses agree")
    return bool(wrong) or len(places) < 3 * count


if __name__ == "__main__":
    sys.exit(main())
