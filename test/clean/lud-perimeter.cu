// SPDX-License-Identifier: Apache-2.0
// Half of the threads work on the row block, the other half on the column block.
#define B 16

__global__ void perimeter(float *m, int n, int offset) {
  __shared__ float dia[B][B], row[B][B], col[B][B];
  int idx = threadIdx.x < B ? threadIdx.x : threadIdx.x - B;
  int rowAt = offset * n + offset + (blockIdx.x + 1) * B;
  int colAt = (offset + (blockIdx.x + 1) * B) * n + offset;
  if (threadIdx.x < B) {
    for (int i = 0; i < B; ++i)
      row[i][idx] = m[rowAt + i * n + idx];
    for (int i = 0; i < B; ++i)
      dia[i][idx] = m[(offset + i) * n + offset + idx];
  } else {
    for (int i = 0; i < B; ++i)
      col[i][idx] = m[colAt + i * n + idx];
  }
  __syncthreads();
  if (threadIdx.x < B) {
    for (int i = 1; i < B; ++i)
      for (int j = 0; j < i; ++j)
        row[i][idx] -= dia[i][j] * row[j][idx];
  } else {
    for (int i = 0; i < B; ++i) {
      for (int j = 0; j < i; ++j)
        col[idx][i] -= col[idx][j] * dia[j][i];
      col[idx][i] /= dia[i][i];
    }
  }
  __syncthreads();
  if (threadIdx.x < B) {
    for (int i = 1; i < B; ++i)
      m[rowAt + i * n + idx] = row[i][idx];
  } else {
    for (int i = 0; i < B; ++i)
      m[colAt + i * n + idx] = col[i][idx];
  }
}

void run(float *m, int n) {
  for (int i = 0; i < n - B; i += B)
    perimeter<<<(n - i) / B - 1, 2 * B>>>(m, n, i);
}
