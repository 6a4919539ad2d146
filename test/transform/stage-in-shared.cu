// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair stage-in-shared %s --checks=performance --unsafe --source-only | FileCheck %s --match-full-lines --strict-whitespace

__global__ void transpose(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x]; // to columns
}

// Here it is the load.
__global__ void columns(const double *in, double *out, int n) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
  double v = in[x * n + y];
  out[y * n + x] = 2 * v;
}

void run(float *in, float *out, double *a, double *b, int n) {
  transpose<<<dim3((n + 31) / 32, (n + 31) / 32), dim3(32, 32)>>>(in, out, n, n);
  columns<<<dim3(16, 16), dim3(16, 16)>>>(a, b, 256);
}

// CHECK:  int x = blockIdx.x * 32 + threadIdx.x;
// CHECK-NEXT:  int y = blockIdx.y * 32 + threadIdx.y;
// CHECK-NEXT:  __shared__ float tile[32][32 + 1];
// CHECK-NEXT:  if (x < width && y < height)
// CHECK-NEXT:    tile[threadIdx.y][threadIdx.x] = in[y * width + x]; // to columns
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  const int xT = blockIdx.x * 32 + threadIdx.y;
// CHECK-NEXT:  const int yT = blockIdx.y * 32 + threadIdx.x;
// CHECK-NEXT:  if (xT < width && yT < height)
// CHECK-NEXT:    out[xT * height + yT] = tile[threadIdx.x][threadIdx.y];
// CHECK-NEXT:}
// CHECK:  unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK-NEXT:  __shared__ double tile[16][16 + 1];
// CHECK-NEXT:  const unsigned int xT = blockIdx.x * blockDim.x + threadIdx.y;
// CHECK-NEXT:  const unsigned int yT = blockIdx.y * blockDim.y + threadIdx.x;
// CHECK-NEXT:  tile[threadIdx.x][threadIdx.y] = in[xT * n + yT];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  double v = tile[threadIdx.y][threadIdx.x];
