// SPDX-License-Identifier: Apache-2.0
__device__ float blockSum(float v, float *shared) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int k = 16; k > 0; k /= 2)
    v += __shfl_xor_sync(0xffffffffu, v, k);
  __syncthreads();
  if (lane == 0)
    shared[warp] = v;
  __syncthreads();
  v = lane < blockDim.x / 32 ? shared[lane] : 0;
  for (int k = 16; k > 0; k /= 2)
    v += __shfl_xor_sync(0xffffffffu, v, k);
  return v;
}

__global__ void layerNorm(const float *in, const float *scale, const float *shift, float *out,
                          int cols) {
  __shared__ float shared[32];
  const float *row = in + blockIdx.x * cols;
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    sum += row[c];
  float mean = blockSum(sum, shared) / cols, spread = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    spread += (row[c] - mean) * (row[c] - mean);
  float inv = rsqrtf(blockSum(spread, shared) / cols + 1e-5f);
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    out[blockIdx.x * cols + c] = (row[c] - mean) * inv * scale[c] + shift[c];
}

void run(const float *in, const float *scale, const float *shift, float *out, int rows, int cols) {
  layerNorm<<<rows, 512>>>(in, scale, shift, out, cols);
}
