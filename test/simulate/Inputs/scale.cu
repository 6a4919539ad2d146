// SPDX-License-Identifier: Apache-2.0
__global__ void scale(const float *in, float *out, int n, float f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = in[i] * f;
  printf("%d: %.1f\n", i, out[i]);
}

int main() {
  float *in, *out;
  int n = 100;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  scale<<<(n + 31) / 32, 32>>>(in, out, n, 1.5f);
}
