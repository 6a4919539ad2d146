// RUN: %check-findings %s
// The width of a tile that only gets smaller from turn to turn stays within the tile of a warp.

__global__ void __launch_bounds__(128) lastTileOk(const float *a, float *out, long n) {
  __shared__ float tile[4 * 64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, width = 64;
  float sum = 0;
  for (unsigned k = 0; k < n; k += 64) {
    if (n - k < width)
      width = n - k;
    for (int l = lane; l < width; l += 32)
      tile[warp * 64 + l] = a[k + l];
    __syncwarp();
    for (int l = 0; l < width; ++l)
      sum += tile[warp * 64 + l];
    __syncwarp();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// The same with an unsigned index, for which a negative width would be a large one.
__global__ void __launch_bounds__(128) unsignedOk(const float *a, float *out, long n) {
  __shared__ float tile[4 * 64];
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int width = 64;
  float sum = 0;
  for (unsigned k = 0; k < n; k += 64) {
    if (n - k < width)
      width = n - k;
    for (unsigned l = lane; l < width; l += 32)
      tile[warp * 64 + l] = a[k + l];
    __syncwarp();
    for (unsigned l = 0; l < width; ++l)
      sum += tile[warp * 64 + l];
    __syncwarp();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(128) leastOk(const float *a, const int *widths, float *out, int n) {
  __shared__ float tile[4 * 64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, width = 64;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    width = min(width, widths[k]);
    for (int l = lane; l < width; l += 32)
      tile[warp * 64 + l] = a[k * 64 + l];
    __syncwarp();
    for (int l = 0; l < width; ++l)
      sum += tile[warp * 64 + l];
    __syncwarp();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// A maximum may grow into the tile of the next warp.
__global__ void __launch_bounds__(128) mostUnknown(const float *a, const int *widths, float *out, int n) {
  __shared__ float tile[4 * 64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, width = 32;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    width = max(width, widths[k]);
    for (int l = lane; l < width; l += 32)
      tile[warp * 64 + l] = a[k * 64 + l];
    __syncwarp();
    for (int l = 0; l < width; ++l)
      sum += tile[warp * 64 + l];
    __syncwarp();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// A start that is larger than the tile.
__global__ void __launch_bounds__(128) wideUnknown(const float *a, float *out, int n) {
  __shared__ float tile[4 * 64 + 64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, width = 128;
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    width = min(width, n - k);
    for (int l = lane; l < width; l += 32)
      tile[warp * 64 + l] = a[k + l] + warp;
    __syncwarp();
    for (int l = 0; l < width; ++l)
      sum += tile[warp * 64 + l];
    __syncwarp();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}
