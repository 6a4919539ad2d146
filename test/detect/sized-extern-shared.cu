// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// CHECK-DAG: 'part' is dynamic shared memory: its size is the launch's
// nvcc reads `extern __shared__` with a size as dynamic shared memory, headers of CUB declare
// halves, and __ldcv loads vectors.
#include <cub/cub.cuh>

template <int Rows, int Width> __global__ void sumOk(const float *in, float *out, int n) {
  extern __shared__ float part[Rows][Width];
  float *mine = part[threadIdx.y], sum = 0;
  for (int i = threadIdx.x; i < n; i += Width)
    sum += in[threadIdx.y * n + i];
  mine[threadIdx.x] = sum;
  for (int d = Width / 2; d > 0; d /= 2) {
    __syncthreads();
    if (threadIdx.x < d)
      mine[threadIdx.x] += mine[threadIdx.x + d];
  }
  if (threadIdx.x == 0)
    out[threadIdx.y] = mine[0];
}

__global__ void mirrorBad(const float *in, float *out) {
  extern __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  out[threadIdx.x] = tile[255 - threadIdx.x];
}

static __global__ void vectorsOk(const uint4 *in, uint4 *out, const unsigned short *bits) {
  __shared__ uint4 tile[256];
  tile[threadIdx.x] = __ldcv(in + threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
  if (__half2float(__ushort_as_half(bits[threadIdx.x])) > 1)
    out[threadIdx.x].x = __half_as_ushort(__float2half_rn(threadIdx.x));
}

static __global__ void vectorsBad(const uint4 *in, uint4 *out) {
  out[threadIdx.x / 2] = __ldcv(in + threadIdx.x); // expect-error: intra-warp-race
}

void run(const float *in, float *out, int n, const uint4 *from, uint4 *to) {
  sumOk<3, 64><<<1, dim3(64, 3), 3 * 64 * sizeof(float)>>>(in, out, n);
  mirrorBad<<<1, 256, 256 * sizeof(float)>>>(in, out);
  vectorsOk<<<1, 256>>>(from, to, nullptr);
  vectorsBad<<<1, 256>>>(from, to);
}
