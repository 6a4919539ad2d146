// SPDX-License-Identifier: Apache-2.0
__global__ void softmax(const float *in, float *out, int cols) {
  __shared__ float s[256];
  const float *row = in + blockIdx.x * cols;
  float *to = out + blockIdx.x * cols;
  int tid = threadIdx.x;
  float best = -1e30f;
  for (int c = tid; c < cols; c += 256)
    best = fmaxf(best, row[c]);
  s[tid] = best;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (tid < k)
      s[tid] = fmaxf(s[tid], s[tid + k]);
    __syncthreads();
  }
  best = s[0];
  __syncthreads();
  float sum = 0;
  for (int c = tid; c < cols; c += 256)
    sum += expf(row[c] - best);
  s[tid] = sum;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (tid < k)
      s[tid] += s[tid + k];
    __syncthreads();
  }
  for (int c = tid; c < cols; c += 256)
    to[c] = expf(row[c] - best) / s[0];
}

void run(const float *in, float *out, int rows, int cols) { softmax<<<rows, 256>>>(in, out, cols); }
