// SPDX-License-Identifier: Apache-2.0
__global__ void keepPositive(const int *in, int *out, int *count, int n) {
  __shared__ int kept, base;
  if (threadIdx.x == 0)
    kept = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
  bool keep = i < n && in[i] > 0;
  if (keep)
    at = atomicAdd(&kept, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(count, kept);
  __syncthreads();
  if (keep)
    out[base + at] = in[i];
}

void run(const int *in, int *out, int *count, int n) {
  keepPositive<<<(n + 255) / 256, 256>>>(in, out, count, n);
}
