// SPDX-License-Identifier: Apache-2.0
__global__ void scan(float *data, int n) {
  extern __shared__ float temp[];
  int tid = threadIdx.x, offset = 1;
  temp[2 * tid] = data[2 * tid];
  temp[2 * tid + 1] = data[2 * tid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (tid == 0)
    temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      float t = temp[a];
      temp[a] = temp[b];
      temp[b] += t;
    }
  }
  __syncthreads();
  data[2 * tid] = temp[2 * tid];
  data[2 * tid + 1] = temp[2 * tid + 1];
}

void run(float *data) { scan<<<1, 512, 1024 * sizeof(float)>>>(data, 1024); }
