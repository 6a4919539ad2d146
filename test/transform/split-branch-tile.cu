// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --no-replay %s | FileCheck %s
// Threads outside of the picture were to fill the tile, too: guards around that are no proven
// repair, wherever the barriers go.

template <int Tile>
__global__ void nearest(const float *points, int count, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  __shared__ float tile[Tile];
  float best = 1e20f;
  for (int base = 0; base < count; base += Tile) {
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    if (t < Tile && base + t < count) {
      for (int k = 0; k < 1; ++k) {
        tile[t] = points[base + t];
      }
    }
    __syncthreads();
    int most = min(Tile, count - base);
    for (int i = 0; i < most; ++i)
      best = fminf(best, tile[i] * x + y);
  }
  out[y * width + x] = best;
}

// CHECK: barrier-divergence
// CHECK: repair: guard-early-return (conditional): {{.*}}, and fill their tile before
__global__ void inBranch(const float *points, float *out, int width) {
  int x = blockIdx.x * 64 + threadIdx.x;
  __shared__ float tile[64];
  if (x < width) {
    tile[threadIdx.x] = points[threadIdx.x];
    __syncthreads();
    float best = 1e20f;
    for (int i = 0; i < 64; ++i)
      best = fminf(best, tile[i] * x);
    out[x] = best;
  }
}

// CHECK: barrier-divergence
// CHECK: repair: split-branch (conditional): {{.*}}, and fill their tile before
// CHECK-NEXT: assuming threads past the end may load from 'points', too
void run(const float *points, int count, float *out, int width, int height) {
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  nearest<256><<<grid, block>>>(points, count, out, width, height);
  inBranch<<<(width + 63) / 64, 64>>>(points, out, width);
}
