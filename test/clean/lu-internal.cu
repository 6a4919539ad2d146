// SPDX-License-Identifier: Apache-2.0
#define B 16

__global__ void internal(float *m, int n, int offset) {
  __shared__ float row[B][B], col[B][B];
  int x = threadIdx.x, y = threadIdx.y;
  int globalRow = offset + (blockIdx.y + 1) * B, globalCol = offset + (blockIdx.x + 1) * B;
  row[y][x] = m[(offset + y) * n + globalCol + x];
  col[y][x] = m[(globalRow + y) * n + offset + x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < B; ++i)
    sum += col[y][i] * row[i][x];
  m[(globalRow + y) * n + globalCol + x] -= sum;
}

void run(float *m, int n) {
  for (int i = 0; i < n - B; i += B)
    internal<<<dim3((n - i) / B - 1, (n - i) / B - 1), dim3(B, B)>>>(m, n, i);
}
