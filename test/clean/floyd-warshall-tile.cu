// SPDX-License-Identifier: Apache-2.0
#define B 16

__global__ void diagonal(int *dist, int n, int block) {
  __shared__ int s[B][B];
  int x = threadIdx.x, y = threadIdx.y, at = (block * B + y) * n + block * B + x;
  s[y][x] = dist[at];
  __syncthreads();
  for (int k = 0; k < B; ++k) {
    int through = s[y][k] + s[k][x];
    __syncthreads();
    if (through < s[y][x])
      s[y][x] = through;
    __syncthreads();
  }
  dist[at] = s[y][x];
}

void run(int *dist, int n) {
  for (int k = 0; k < n / B; ++k)
    diagonal<<<1, dim3(B, B)>>>(dist, n, k);
}
