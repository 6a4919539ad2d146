# SPDX-License-Identifier: Apache-2.0
"""Kernels that read global memory and write shared memory at generated indices, each under a
guard and with a block of its own."""

import random

WORDS = 4096
BLOCKS = [(32, 1, 1), (64, 1, 1), (128, 1, 1), (48, 1, 1), (100, 1, 1), (16, 16, 1), (8, 8, 1),
          (20, 10, 1), (32, 8, 1), (4, 4, 4), (7, 3, 5), (33, 3, 1)]
TYPES = {"char": 1, "short": 2, "int": 4, "float": 4, "double": 8, "long long": 8}


def leaf(rng: random.Random) -> str:
    return rng.choice(["t", "t", "t", "x", "y", "z", "l", str(rng.randrange(1, 40))])


def term(rng: random.Random, depth: int) -> str:
    """An index of thread numbers and constants; never negative."""
    if depth == 0:
        return leaf(rng)
    a, b = term(rng, depth - 1), term(rng, depth - 1)
    kind = rng.choice(["affine", "affine", "rem", "div", "xor", "shift", "mask", "select", "mul24",
                       "swizzle", "min"])
    c = rng.choice([2, 3, 4, 5, 7, 8, 16, 24, 31, 32, 33])
    return {"affine": f"({a} * {rng.randrange(1, 12)} + {b})",
            "rem": f"({a} % {c})",
            "div": f"({a} / {c} + {b})",
            "xor": f"({a} ^ {rng.randrange(1, 64)})",
            "shift": f"(({a} << {rng.randrange(1, 4)}) + ({b} >> {rng.randrange(1, 4)}))",
            "mask": f"(({a} & {rng.randrange(1, 64)}) | {rng.choice([1, 64, 128])})",
            "select": f"({a} % {c} < {c // 2 + 1} ? {b} : {leaf(rng)} + {rng.randrange(8)})",
            "mul24": f"__mul24({a}, {rng.randrange(1, 9)})",
            "swizzle": f"((t / 32) * 32 + ((t % 32) ^ ({a} % 32)))",
            "min": f"min({a}, {b})"}[kind]


def guard(rng: random.Random) -> str:
    return rng.choice(["", "", "", f"if (t < {rng.randrange(1, 200)}) ",
                       f"if (t % {rng.randrange(2, 5)} == 0) ", "if (x >= y) "])


def kernel(rng: random.Random, number: int) -> tuple[str, str]:
    """The kernel `k<number>` and a statement that launches it on the arrays `a` and `b`."""
    global_type, shared_type = rng.choice(list(TYPES)), rng.choice(list(TYPES))
    size = TYPES[shared_type]
    # A guard may leave out lanes in the middle: those make no half or quarter of a warp.
    shared_guard = guard(rng) if size <= 4 else ""
    block = rng.choice(BLOCKS)
    text = f"""
__global__ void k{number}(const {global_type} *a, {global_type} *out) {{
  __shared__ {shared_type} s[{WORDS // size}];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int t = x + blockDim.x * (y + blockDim.y * z), l = t % 32;
  {global_type} v = 0;
  {guard(rng)}v = a[{term(rng, 2)} % {WORDS}];
  {shared_guard}s[{term(rng, 2)} % {WORDS // size}] = 0;
  out[t] = v;
}}
"""
    call = f"  k{number}<<<1, dim3{block}>>>(({global_type} *)a, ({global_type} *)b);\n"
    return text, call
