// SPDX-License-Identifier: Apache-2.0
__global__ void match(const char *text, int n, const char *pattern, int length, int *hits) {
  extern __shared__ char p[];
  for (int k = threadIdx.x; k < length; k += blockDim.x)
    p[k] = pattern[k];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + length > n)
    return;
  for (int k = 0; k < length; ++k)
    if (text[i + k] != p[k])
      return;
  atomicAdd(hits, 1);
}

void run(const char *text, int n, const char *pattern, int length, int *hits) {
  match<<<(n + 255) / 256, 256, length>>>(text, n, pattern, length, hits);
}
