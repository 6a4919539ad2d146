# SPDX-License-Identifier: Apache-2.0
"""Static counts of generated index functions against the simulator's.

    footprints.py CUDA-FIX SEED COUNT

Sectors, lines, ideal sectors and bank conflicts of a block must be what the simulator counts.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from indices import WORDS, kernel

tool, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng = random.Random(seed)
# Names of the simulator's measures.
MEASURES = ("requests", "lanes", "bank_conflicts", "sectors", "ideal_sectors", "lines")


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
    kernels, calls = zip(*(kernel(rng, n) for n in range(count)))
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
