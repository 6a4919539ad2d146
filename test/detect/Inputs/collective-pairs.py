#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a kernel for each ordered pair of CUB's block-wide functions that use one storage after
each other, with a barrier in between and without."""

FUNCTIONS = {
    "Load": ("cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>", "Load(in + base, v)"),
    "WarpLoad": ("cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>", "Load(in + base, v)"),
    "Store": ("cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE>", "Store(out + base, v)"),
    "Sort": ("cub::BlockRadixSort<int, 128, 4>", "Sort(v)"),
    "Exchange": ("cub::BlockExchange<int, 128, 4>", "StripedToBlocked(v)"),
    "Reduce": ("cub::BlockReduce<int, 128>", "Sum(v[0])"),
    "Scan": ("cub::BlockScan<int, 128>", "ExclusiveSum(v, v)"),
    "Flags": ("cub::BlockDiscontinuity<int, 128>", "FlagHeads(flags, v, cub::Inequality())"),
    "Difference": ("cub::BlockAdjacentDifference<int, 128>", "SubtractLeft(v, v, Minus())"),
    "Histogram": ("cub::BlockHistogram<int, 128, 4, 64>", "Composite(v, bins)"),
}

print("#include <cub/cub.cuh>\n")
print("struct Minus { __device__ int operator()(int a, int b) const { return a - b; } };")
for name, (type_, _) in FUNCTIONS.items():
    print(f"typedef {type_} {name};")
print("union Storage {")
for name in FUNCTIONS:
    print(f"  {name}::TempStorage of{name};")
print("};\n")


def call(name):
    result = "v[0] = " if name == "Reduce" else ""
    return f"  {result}{name}(s.of{name}).{FUNCTIONS[name][1]};"


# What these write first stands where the threads of the same warp have read.
BY_WARPS = {"WarpLoad", "Store", "Sort", "Exchange", "Histogram"}


def race(first, second):
    return "intra-warp-race" if first == "WarpLoad" and second in BY_WARPS else "shared-race"


kernels = []
for first in FUNCTIONS:
    for second in FUNCTIONS:
        for barrier in (True, False):
            kernels.append(f"{first}{second}{'Ok' if barrier else 'Bad'}")
            print(f"__global__ void __launch_bounds__(128) {kernels[-1]}(const int *in, int *out) {{")
            print("  __shared__ Storage s;")
            print("  __shared__ int bins[64];")
            print("  int base = blockIdx.x * 512, v[4], flags[4];")
            print("  for (int k = 0; k < 4; ++k)")
            print("    v[k] = in[base + threadIdx.x * 4 + k], flags[k] = 0;")
            print(call(first) + ("" if barrier else f" // expect: {race(first, second)}"))
            if barrier:
                print("  __syncthreads();")
            print(call(second) + ("" if barrier else " // allow: shared-race intra-warp-race"))
            print("  if (threadIdx.x == 0)")
            print("    out[gridDim.x * 512 + blockIdx.x] = v[0] + v[1] + v[2] + v[3] + flags[0];")
            print("}\n")

print("void run(const int *in, int *out, int blocks) {")
for kernel in kernels:
    print(f"  {kernel}<<<blocks, 128>>>(in, out);")
print("}")
