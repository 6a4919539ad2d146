// RUN: %check-findings %s
// Tiles of a matrix, numbered with a quotient that is rounded up: where the host checks that rows
// are whole tiles, the columns of a tile stay within their row.

__device__ void storeTile(const float *a, float *c, int m, int n, int width) {
  int across = (n + 15) / 16, by = blockIdx.x / across, bx = blockIdx.x % across;
  int row = by * 64 + threadIdx.x / 4;
  float *at = c + row * width + bx * 16 + threadIdx.x % 4 * 4;
  for (int i = 0; i < 8; ++i) {
    int below = i / 4 * 8;
    if (row + below < m)
      at[below * width + i % 4] = a[i]; // expect: inter-block-race intra-warp-race
  }
}

__global__ void wholeTilesOk(const float *a, float *c, int m, int n) { storeTile(a, c, m, n, n); }

// The last tile of a row is the first one of the next.
__global__ void shortRowsBad(const float *a, float *c, int m, int n) {
  storeTile(a, c, m, n, n - 16);
}

// The tile's columns are compared with the row's length.
__global__ void guardedTilesOk(const float *a, float *c, int m, int n) {
  int across = (n + 15) / 16, by = blockIdx.x / across, bx = blockIdx.x % across;
  int row = by * 64 + threadIdx.x / 4, column = bx * 16 + threadIdx.x % 4 * 4;
  for (int i = 0; i < 8; ++i) {
    int below = i / 4 * 8;
    if (row + below < m && column + i % 4 < n)
      c[(row + below) * n + column + i % 4] = a[i];
  }
}

void run(const float *a, float *c, int m, int n) {
  int tiles = (m + 63) / 64 * ((n + 15) / 16);
  if (n % 16 == 0)
    wholeTilesOk<<<tiles, 32>>>(a, c, m, n);
  if (n % 16 == 0)
    shortRowsBad<<<tiles, 32>>>(a, c, m, n);
  guardedTilesOk<<<tiles, 32>>>(a, c, m, n);
}
