// SPDX-License-Identifier: Apache-2.0
// Threads past the vector's end leave; the others sum groups of a power of two threads.
#define BLOCK 256

__global__ void addDiagonal(float alpha, float *v, int dim, const float *m, const float *n,
                            int columns, int group) {
  __shared__ float parts[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  int element = i / group, sub = i % group;
  if (element >= dim)
    return;
  float sum = 0;
  for (int c = sub; c < columns; c += group)
    sum += m[element * columns + c] * n[c * dim + element];
  parts[threadIdx.x] = sum;
  __syncthreads();
  int left = group;
  while (left > 1) {
    int half = (1 + left) >> 1;
    if (sub + half < left)
      parts[threadIdx.x] += parts[threadIdx.x + half];
    __syncthreads();
    left = half;
  }
  if (sub == 0)
    v[element] += alpha * parts[threadIdx.x];
}

void run(float alpha, float *v, int dim, const float *m, const float *n, int columns, int group) {
  addDiagonal<<<64, BLOCK>>>(alpha, v, dim, m, n, columns, group);
}
