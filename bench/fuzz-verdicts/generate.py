# SPDX-License-Identifier: Apache-2.0
"""Puts small kernels together. Equal seeds and numbers give equal kernels."""

import random
from dataclasses import dataclass, field

from axes import GUARDS, INDICES, LOADS, MEMORIES, PLAIN_LOADS, PLAIN_STORES, STORES, Memory
from between import BETWEEN, SHAPES, Between

BLOCKS = ["32", "64", "64", "96", "128", "128", "48", "dim3(16, 4)", "dim3(8, 8)", "dim3(64, 2)",
          "dim3(4, 4, 4)", "dim3(2, 32)"]
ASYNC = "__pipeline_memcpy_async(&{l}, in + t, 4); __pipeline_commit();"

HEADER = """\
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <new>
#include <utility>
namespace cg = cooperative_groups;
struct Slice { int *data; int count; };
struct Pair { int *from, *to; };
__constant__ int lut[8] = {0, 3, 1, 1, 7, 5, 6, 2};
__device__ void wait() { __syncthreads(); }
__device__ __noinline__ void deeper(int n) { if (n > 0) deeper(n - 1); else __syncthreads(); }
"""


@dataclass
class SmallKernel:
    number: int
    memory: Memory
    between: Between
    words: dict[str, str] = field(default_factory=dict)  # what was picked on each axis
    text: str = ""
    launch: str = ""

    @property
    def name(self) -> str:
        return f"k{self.number}"

    def described(self) -> str:
        return ", ".join(f"{axis} {what}" for axis, what in self.words.items())


def pick_access(rng: random.Random, memory: Memory, place: str, store: bool) -> tuple[str, str]:
    """Name and code of an access to an lvalue."""
    kinds, simple = (STORES, PLAIN_STORES) if store else (LOADS, PLAIN_LOADS)
    name = rng.choice(simple if not memory.plain or rng.random() < 0.6 else list(kinds))
    code = kinds[name]
    if store and memory.plain and memory.shared and rng.random() < 0.05:
        name, code = "async copy", ASYNC
    return name, code.replace("{l}", place)


def pick_indices(rng: random.Random) -> tuple[str, str]:
    first = rng.choice(INDICES)
    how = rng.random()
    if how < 0.3:
        return first, first
    if how < 0.65:
        return ("t", first) if how < 0.5 else (first, "t")
    return first, rng.choice(INDICES)


def make(number: int, seed: int) -> SmallKernel:
    rng = random.Random(seed * 1_000_003 + number)
    between = BETWEEN[number % len(BETWEEN)]
    memory = rng.choice(MEMORIES[:1] * 8 + MEMORIES)
    k = SmallKernel(number, memory, between)
    stores = rng.choice([(True, False)] * 3 + [(False, True)] * 2 + [(True, True)] * 2)
    indices = pick_indices(rng)
    codes, guards = [], []
    for place, index, store in zip((memory.first, memory.then), indices, stores):
        lvalue = place.replace("{i}", f"({index})").replace("{k}", str(number))
        name, code = pick_access(rng, memory, lvalue, store)
        guard = "all" if rng.random() < 0.6 else rng.choice(list(GUARDS))
        guards.append(f"{name} ({guard})")
        codes.append(GUARDS[guard].format(a=code))
    shape = "straight" if rng.random() < 0.5 else rng.choice(list(SHAPES))
    block = rng.choice(BLOCKS)
    grid = rng.choice([1, 1, 2]) if memory.shared else rng.choice([1, 2, 2])
    limit, mask = rng.choice([0, 1, 2, 3, 5, 40]), rng.choice([0xFFFFFFFF, 0xFFFF, 0x1, 0x55555555])
    k.words = {"memory": memory.name, "between": between.name, "shape": shape,
               "indices": f"{indices[0]} | {indices[1]}", "accesses": " | ".join(guards),
               "launch": f"<<<{grid}, {block}>>> limit {limit} mask {mask:#x}"}
    body = SHAPES[shape].format(a=codes[0], b=between.code, c=codes[1])
    k.text = write_kernel(k, body)
    k.launch = write_launch(k, grid, block, limit, mask)
    return k


def write_kernel(k: SmallKernel, body: str) -> str:
    number = str(k.number)
    t = "rank" if k.memory.name != "global-all" else "blockIdx.x * n + rank"
    return f"""// {k.described()}
{k.memory.outside.replace("{k}", number)}
__global__ void {k.name}({k.memory.params}, int *out, const int *in, int *counter, unsigned limit,
    unsigned mask) {{
  const unsigned n = blockDim.x * blockDim.y * blockDim.z;
  const unsigned rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned t = {t};
  {k.memory.setup.replace("{k}", number)}
  {k.between.setup}
  int sum = t;
  {body}
  out[blockIdx.x * n + rank] = sum;
}}
"""


def write_launch(k: SmallKernel, grid: int, block: str, limit: int, mask: int) -> str:
    host = k.memory.host.replace("{k}", str(k.number))
    given = k.memory.args.replace("{k}", str(k.number))
    if not k.between.grid:
        return (f"  {{ {host}\n    {k.name}<<<{grid}, {block}, {k.memory.dynamic}>>>"
                f"({given}, out, in, counter, {limit}, {mask:#x}); }}\n")
    names = [a.strip() for a in given.split(",")]
    values = "".join(f"    auto a{i} = {name};\n" for i, name in enumerate(names))
    pointers = ", ".join(f"&a{i}" for i in range(len(names)))
    return (f"  {{ {host}\n{values}    unsigned limit = {limit}, mask = {mask:#x};\n"
            f"    void *args[] = {{{pointers}, &out, &in, &counter, &limit, &mask}};\n"
            f"    cudaLaunchCooperativeKernel((void *){k.name}, dim3({grid}), dim3({block}), args, "
            f"{k.memory.dynamic}, 0); }}\n")


def program(kernels: list[SmallKernel]) -> str:
    """One source file with a main that launches each kernel once."""
    launches = "".join(k.launch for k in kernels)
    return f"""{HEADER}
{"".join(k.text for k in kernels)}
int main() {{
  int *g, *out, *in, *counter;
  cudaMalloc(&g, 65536 * sizeof(int));
  cudaMalloc(&out, 4096 * sizeof(int));
  cudaMalloc(&in, 4096 * sizeof(int));
  int values[4096];
  for (int i = 0; i < 4096; ++i)
    values[i] = 7 * i + 1;
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
{launches}  return cudaDeviceSynchronize();
}}
"""
