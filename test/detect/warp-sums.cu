// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__device__ int warpSum(int v) {
  for (int k = 16; k > 0; k /= 2)
    v += __shfl_down_sync(0xffffffff, v, k);
  return v;
}

__global__ void perWarpOk(const int *in, int *out) {
  __shared__ int sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int v = warpSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0)
    sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = warpSum(lane < blockDim.x / 32 ? sums[lane] : 0);
    if (lane == 0)
      out[blockIdx.x] = v;
  }
}

__global__ void noBarrierBad(const int *in, int *out) {
  __shared__ int sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int v = warpSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0)
    sums[warp] = v; // expect: shared-race
  if (warp == 0 && lane < blockDim.x / 32)
    out[blockIdx.x * 32 + lane] = sums[lane];
}
