// SPDX-License-Identifier: Apache-2.0
// Each thread computes four rows of its column.
constexpr int Tile = 32, Rows = 4;

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * Tile, col = blockIdx.x * Tile + tx;
  float sum[Rows] = {};
  for (int t = 0; t < n; t += Tile) {
    for (int r = 0; r < Tile; r += Tile / Rows) {
      as[ty + r][tx] = a[(row + ty + r) * n + t + tx];
      bs[ty + r][tx] = b[(t + ty + r) * n + col];
    }
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      for (int r = 0; r < Rows; ++r)
        sum[r] += as[ty + r * (Tile / Rows)][k] * bs[k][tx];
    __syncthreads();
  }
  for (int r = 0; r < Rows; ++r)
    c[(row + ty + r * (Tile / Rows)) * n + col] = sum[r];
}

void run(const float *a, const float *b, float *c, int n) {
  multiply<<<dim3(n / Tile, n / Tile), dim3(Tile, Tile / Rows)>>>(a, b, c, n);
}
