// SPDX-License-Identifier: Apache-2.0
__global__ void addSums(int *data, const int *sums, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += sum;
}

void run(int *data, const int *sums, int n) { addSums<<<(n + 255) / 256, 256>>>(data, sums, n); }
