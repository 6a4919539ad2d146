// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair stage-in-shared %s --checks=performance --unsafe | FileCheck %s --match-full-lines --strict-whitespace

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

// A thread makes several rows of the tile, and host code chooses among kernels.
template <typename T> __global__ void rows(T *out, T *in, int width, int height) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  int from = x + width * y;
  int to = y + height * x;
  for (int i = 0; i < 32; i += 8)
    out[to + i] = in[from + i * width];
}

__global__ void rowsOfColumns(const int *in, int *out, int n) {
  const int i = 1;
  int row = blockIdx.y * 32 + threadIdx.y;
  int column = blockIdx.x * 32 + threadIdx.x;
  for (int k = 0; k < 32; k += 4) {
    out[(row + k) * n + column] = in[column * n + (k + row)] + i;
  }
}

void run(float *in, float *out, double *a, double *b, int n) {
  transpose<<<dim3((n + 31) / 32, (n + 31) / 32), dim3(32, 32)>>>(in, out, n, n);
  columns<<<dim3(16, 16), dim3(16, 16)>>>(a, b, 256);
  rows<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(out, in, n, n);
  rowsOfColumns<<<dim3(4, 4), dim3(32, 4)>>>((int *)in, (int *)out, 128);
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
// CHECK:  __shared__ T tile[32][32 + 1];
// CHECK-NEXT:  for (int i = 0; i < 32; i += 8)
// CHECK-NEXT:    tile[threadIdx.y + i][threadIdx.x] = in[from + i * width];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  for (int i = 0; i < 32; i += 8) {
// CHECK-NEXT:    const int yT = blockIdx.y * 32 + threadIdx.x;
// CHECK-NEXT:    const int xT = blockIdx.x * 32 + (threadIdx.y + i);
// CHECK-NEXT:    const int toT = yT + height * xT;
// CHECK-NEXT:    out[toT] = tile[threadIdx.x][threadIdx.y + i];
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK:  __shared__ int tile[32][32 + 1];
// CHECK-NEXT:  for (int k = 0; k < 32; k += 4) {
// CHECK-NEXT:    const int columnT = blockIdx.x * 32 + (threadIdx.y + k);
// CHECK-NEXT:    const int rowT = blockIdx.y * 32 + threadIdx.x;
// CHECK-NEXT:    tile[threadIdx.x][threadIdx.y + k] = in[columnT * n + (0 + rowT)];
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  for (int k = 0; k < 32; k += 4) {
// CHECK-NEXT:    out[(row + k) * n + column] = tile[threadIdx.y + k][threadIdx.x] + i;
// CHECK-NEXT:  }
