// SPDX-License-Identifier: Apache-2.0
// One warp sums a row, trusting lockstep.
__device__ void warpSum(volatile float *vals, unsigned lane) {
  if (lane < 16)
    vals[lane] += vals[lane + 16];
  if (lane < 8)
    vals[lane] += vals[lane + 8];
  if (lane < 4)
    vals[lane] += vals[lane + 4];
  if (lane < 2)
    vals[lane] += vals[lane + 2];
  if (lane < 1)
    vals[lane] += vals[lane + 1];
}

__global__ void sumFirst(const float *in, float *out, int width) {
  __shared__ float vals[256];
  int tx = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
  int at = threadIdx.y * 32 + tx;
  float sum = 0;
  for (int x = tx; x < width; x += 32)
    sum += in[row * width + x];
  vals[at] = sum;
  __syncthreads();
  warpSum(vals + threadIdx.y * 32, tx);
  if (tx == 0)
    out[row] = vals[at];
}

void run(const float *in, float *out, int width) {
  sumFirst<<<64, dim3(32, 8)>>>(in, out, width);
}
