// SPDX-License-Identifier: Apache-2.0
// A block-wide vote kept in a shared flag that every writer sets to the same value.
__global__ void anyNegative(const int *in, int *out, int n) {
  __shared__ int found;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] < 0)
    found = 1;
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = found;
}

void run(const int *in, int *out, int n) { anyNegative<<<(n + 255) / 256, 256>>>(in, out, n); }
