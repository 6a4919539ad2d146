// SPDX-License-Identifier: Apache-2.0
#define B 16

__global__ void jacobi(const float *in, float *out, int nx, int ny) {
  __shared__ float s[B + 2][B + 2];
  int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  if (x < nx && y < ny) {
    s[ty][tx] = in[y * nx + x];
    if (threadIdx.x == 0 && x > 0)
      s[ty][0] = in[y * nx + x - 1];
    if (threadIdx.x == B - 1 && x + 1 < nx)
      s[ty][B + 1] = in[y * nx + x + 1];
    if (threadIdx.y == 0 && y > 0)
      s[0][tx] = in[(y - 1) * nx + x];
    if (threadIdx.y == B - 1 && y + 1 < ny)
      s[B + 1][tx] = in[(y + 1) * nx + x];
  }
  __syncthreads();
  if (x > 0 && y > 0 && x + 1 < nx && y + 1 < ny)
    out[y * nx + x] = 0.25f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx]);
}

void run(const float *in, float *out, int nx, int ny) {
  jacobi<<<dim3((nx + B - 1) / B, (ny + B - 1) / B), dim3(B, B)>>>(in, out, nx, ny);
}
