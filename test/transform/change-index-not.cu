// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s --implicit-check-not='change-index (suggested'
// Host code allocates too little, or no index beside the store keeps the threads apart.

__global__ void copy(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[threadIdx.x] = in[i];
}
// CHECK: 'out' is not known to have as many elements as 'in'

__global__ void pick(const int *in, int *out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 2;
  if (i < n)
    out[threadIdx.x] = in[i] + blockIdx.x;
}

int main() {
  int n = 1000, *v, *w;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMalloc(&v, n * sizeof(int));
  cudaMalloc(&w, n * sizeof(int));
  copy<<<(n + 255) / 256, 256>>>(in, out, n);
  pick<<<(2 * n + 255) / 256, 256>>>(v, w, n);
}
// CHECK: change-index-not.cu:15:{{.*}}inter-block-race
