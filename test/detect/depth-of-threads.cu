// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// As plane-of-threads.cu, but what is wrong depends on z.

#define CONV(Name, Depth, Barrier, Cell)                                                           \
  __global__ void Name(float *out, const float *weights, int high, int wide, int n) {              \
    int tid = blockDim.x * blockDim.y * threadIdx.z + blockDim.x * threadIdx.y + threadIdx.x;      \
    int threads = blockDim.x * blockDim.y * blockDim.z;                                            \
    __shared__ float k[1024];                                                                      \
    for (int i = tid; i < n; i += threads)                                                         \
      k[i] = weights[i];                                                                           \
    Barrier;                                                                                       \
    for (int y = blockDim.y * blockIdx.y + threadIdx.y Depth; y < high; y += blockDim.y * gridDim.y) \
      for (int x = threadIdx.x; x < wide; x += blockDim.x)                                         \
        out[Cell] += k[y % n];                                                                     \
  }

// How far a thread has come in what it numbers itself for.
CONV(noBarrierBad, , , y *wide + x) // expect-error: shared-race, allow: global-race
// Threads along z have work of their own, and take that of y.
CONV(depthBad, +threadIdx.z, __syncthreads(), y *wide + x) // expect-error: global-race, allow: inter-block-race
