// SPDX-License-Identifier: Apache-2.0
__global__ void scan(int *data, int *sums) {
  __shared__ int totals[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = data[i];
  for (int k = 1; k < 32; k *= 2) {
    int left = __shfl_up_sync(0xffffffffu, v, k);
    if (lane >= k)
      v += left;
  }
  if (lane == 31)
    totals[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int t = lane < blockDim.x / 32 ? totals[lane] : 0;
    for (int k = 1; k < 32; k *= 2) {
      int left = __shfl_up_sync(0xffffffffu, t, k);
      if (lane >= k)
        t += left;
    }
    totals[lane] = t;
  }
  __syncthreads();
  if (warp > 0)
    v += totals[warp - 1];
  data[i] = v;
  if (threadIdx.x == blockDim.x - 1)
    sums[blockIdx.x] = v;
}

void run(int *data, int *sums, int blocks) { scan<<<blocks, 1024>>>(data, sums); }
