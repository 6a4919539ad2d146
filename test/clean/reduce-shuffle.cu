// SPDX-License-Identifier: Apache-2.0
__device__ float warpSum(float v) {
  for (int k = 16; k > 0; k /= 2)
    v += __shfl_down_sync(0xffffffffu, v, k);
  return v;
}

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float parts[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    v += in[i];
  v = warpSum(v);
  if (lane == 0)
    parts[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? parts[lane] : 0;
  if (warp == 0)
    v = warpSum(v);
  if (threadIdx.x == 0)
    atomicAdd(out, v);
}

void run(const float *in, float *out, int n) { sum<<<64, 512>>>(in, out, n); }
