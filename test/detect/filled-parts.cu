// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Dynamic shared memory has a part that the kernel itself fills to its end, and behind it another.

#define GEMV(Name, Padded, Last, At)                                                               \
  __global__ void Name(const float *in, const float *w, float *out, int n, int padded, int other) { \
    extern __shared__ float mem[];                                                                 \
    float *input = mem, *sums = mem + padded;                                                      \
    int t = threadIdx.x;                                                                           \
    for (int i = t; i < n; i += blockDim.x)                                                        \
      input[i] = in[blockIdx.y * n + i];                                                           \
    for (int i = n + t; i < Padded; i += blockDim.x)                                               \
      input[i] = 0;                                                                                \
    __syncthreads();                                                                               \
    float sum = 0;                                                                                 \
    for (int i = t; i < Last; i += blockDim.x)                                                     \
      sum += input[At] * w[blockIdx.x * n + i];                                                    \
    sums[t] = sum;                                                                                 \
    __syncthreads();                                                                               \
    if (t == 0)                                                                                    \
      out[blockIdx.y * gridDim.x + blockIdx.x] = sums[0];                                          \
  }

GEMV(paddedUnknown, padded, n, i)
// Threads read behind what ends them, ...
GEMV(behindBad, padded, n, i + 1) // expect: shared-race
// ... or behind the part itself, ...
GEMV(longerBad, padded, padded + 1, i) // expect: shared-race
// ... of which nothing says how long it is.
GEMV(otherBad, other, n, i) // expect: shared-race
// Host code has the kernel read twice as many.
GEMV(toldBad, padded, n, i) // expect: shared-race
void run(const float *in, const float *w, float *out, int size) {
  if (size > 0)
    toldBad<<<1, 128, (size + 128) * sizeof(float)>>>(in, w, out, 2 * size, size, 0);
}

// Slices of warps, in each a triangle and behind it a square.
#define TRIANGLE(Name, Row)                                                                        \
  __global__ void Name(const float *in, float *out, unsigned n, unsigned stride, unsigned flat,    \
                       unsigned area, unsigned bytes) {                                            \
    extern __shared__ char all[];                                                                  \
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, sample = blockIdx.x * 4 + warp;     \
    float *sums = (float *)(all + warp * bytes), *square = sums + flat;                            \
    for (unsigned k = lane; k < flat; k += 32)                                                     \
      sums[k] = in[sample * flat + k];                                                             \
    __syncwarp();                                                                                  \
    for (unsigned i = 0; i < n; i++)                                                               \
      for (unsigned k = lane; k < n; k += 32)                                                      \
        square[i * stride + k] = k < i ? sums[Row + k] : 0;                                        \
    __syncwarp();                                                                                  \
    for (unsigned k = lane; k < area; k += 32)                                                     \
      out[sample * area + k] = square[k];                                                          \
  }

TRIANGLE(triangleUnknown, i *(i - 1) / 2)
TRIANGLE(rowAboveBad, i *(i - 1) / 2 + 1) // expect: intra-warp-race
