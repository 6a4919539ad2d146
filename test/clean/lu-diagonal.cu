// SPDX-License-Identifier: Apache-2.0
#define B 16

__global__ void diagonal(float *m, int n, int offset) {
  __shared__ float s[B][B];
  int tx = threadIdx.x;
  for (int i = 0; i < B; ++i)
    s[i][tx] = m[(offset + i) * n + offset + tx];
  __syncthreads();
  for (int i = 0; i < B - 1; ++i) {
    if (tx > i) {
      for (int j = 0; j < i; ++j)
        s[tx][i] -= s[tx][j] * s[j][i];
      s[tx][i] /= s[i][i];
    }
    __syncthreads();
    if (tx > i)
      for (int j = 0; j < i + 1; ++j)
        s[i + 1][tx] -= s[i + 1][j] * s[j][tx];
    __syncthreads();
  }
  for (int i = 1; i < B; ++i)
    m[(offset + i) * n + offset + tx] = s[i][tx];
}

void run(float *m, int n) {
  for (int i = 0; i < n; i += B)
    diagonal<<<1, B>>>(m, n, i);
}
