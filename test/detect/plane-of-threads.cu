// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Threads are numbered over x, y and z to fill shared memory, and the work is given by x and y: a block
// with z > 1 would do all of it twice. No launch is in sight.

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

CONV(planeUnknown, , __syncthreads(), y *wide + x)
// Threads of the plane meet.
CONV(columnsBad, , __syncthreads(), y *wide + x / 2) // expect-error: intra-warp-race

// A launch with two threads along z.
CONV(launchedBad, , __syncthreads(), y *wide + x) // expect-error: global-race
void run(float *out, const float *weights, int high, int wide, int n) {
  launchedBad<<<dim3(1, high), dim3(32, 4, 2)>>>(out, weights, high, wide, n);
}
