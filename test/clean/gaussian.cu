// SPDX-License-Identifier: Apache-2.0
__global__ void multipliers(float *m, const float *a, int size, int t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size - 1 - t)
    return;
  m[size * (i + t + 1) + t] = a[size * (i + t + 1) + t] / a[size * t + t];
}

__global__ void eliminate(const float *m, float *a, float *b, int size, int t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size - 1 - t || y >= size - t)
    return;
  a[size * (x + 1 + t) + y + t] -= m[size * (x + 1 + t) + t] * a[size * t + y + t];
  if (y == 0)
    b[x + 1 + t] -= m[size * (x + 1 + t) + t] * b[t];
}

void run(float *m, float *a, float *b, int size) {
  for (int t = 0; t < size - 1; ++t) {
    multipliers<<<(size + 511) / 512, 512>>>(m, a, size, t);
    eliminate<<<dim3((size + 3) / 4, (size + 3) / 4), dim3(4, 4)>>>(m, a, b, size, t);
  }
}
