// SPDX-License-Identifier: Apache-2.0
// The row and the column of the pivot do not change in its own round.
__global__ void round(int *dist, int n, int k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n || x == k || y == k)
    return;
  int through = dist[y * n + k] + dist[k * n + x];
  if (through < dist[y * n + x])
    dist[y * n + x] = through;
}

void run(int *dist, int n) {
  for (int k = 0; k < n; ++k)
    round<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(dist, n, k);
}
