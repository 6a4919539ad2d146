// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair guard-early-return %s | FileCheck %s --match-full-lines --strict-whitespace
// Threads past the end have nothing to do in a loop that begins past its end, nor under a condition
// that says so again: the return goes below the barriers, and nothing has to be guarded.

__global__ void largest(const int *in, int *out, int n) {
  __shared__ int most;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    most = 0;
  // past the end
  if (first >= n)
    return;
  __syncthreads();

  // each thread looks at every gridDim.x * blockDim.x-th element
  for (int i = first; i < n; i += gridDim.x * blockDim.x)
    atomicMax(&most, in[i]);

  __syncthreads();
  out[first] = in[first] == most;
}

__global__ void marked(const int *in, int *out, unsigned width, unsigned height) {
  __shared__ int count;
  const unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (threadIdx.x == 0 && threadIdx.y == 0)
    count = 0;
  if (x >= width || y >= height) return;
  __syncthreads();
  if (y < height && x < width)
    atomicAdd(&count, in[y * width + x]);
  __syncthreads();
  out[y * width + x] = count;
}

// A loop whose statements say so.
__global__ void turned(const float *in, float *out, int width, int height) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= width)
    return;
  for (int j = 0; j < 16; j += 4)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  for (int j = 0; j < 16; j += 4)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// To the end: without the return they do nothing.
__global__ void planes(const float *in, float *out, int width, int depth) {
  __shared__ float row[256];
  const int x = blockIdx.x * 256 + threadIdx.x;
  // outside
  if (x >= width)
    return;

  float before = 0;
  for (int z = 0; z < depth; ++z) {
    const int at = z * width + x;
    if (x < width)
      row[threadIdx.x] = in[at];
    __syncthreads();
    if (x < width) {
      out[at] = before + row[threadIdx.x / 64 * 64];
      before = row[threadIdx.x];
    }
    __syncthreads();
  }
}

void run(const int *in, int *out, int n, unsigned width, unsigned height) {
  largest<<<64, 256>>>(in, out, n);
  turned<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 4)>>>((const float *)in, (float *)out, width, height);
  planes<<<(width + 255) / 256, 256>>>((const float *)in, (float *)out, width, height);
  marked<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(in, out, width, height);
}

// CHECK:    most = 0;
// CHECK-NEXT:  __syncthreads();
// CHECK-EMPTY:
// CHECK-NEXT:  // each thread looks at every gridDim.x * blockDim.x-th element
// CHECK-NEXT:  for (int i = first; i < n; i += gridDim.x * blockDim.x)
// CHECK-NEXT:    atomicMax(&most, in[i]);
// CHECK-EMPTY:
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  // past the end
// CHECK-NEXT:  if (first >= n)
// CHECK-NEXT:    return;
// CHECK-NEXT:  out[first] = in[first] == most;
// CHECK:    count = 0;
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (y < height && x < width)
// CHECK-NEXT:    atomicAdd(&count, in[y * width + x]);
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (x >= width || y >= height) return;
// CHECK-NEXT:  out[y * width + x] = count;
// CHECK:  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
// CHECK-NEXT:  for (int j = 0; j < 16; j += 4)
// CHECK-NEXT:    if (x < width && y + j < height)
// CHECK-NEXT:      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (x >= width)
// CHECK-NEXT:    return;
// CHECK-NEXT:  x = blockIdx.y * 16 + threadIdx.x;
// CHECK:  const int x = blockIdx.x * 256 + threadIdx.x;
// CHECK-NEXT:  float before = 0;
// CHECK-NEXT:  for (int z = 0; z < depth; ++z) {
// CHECK-NEXT:    const int at = z * width + x;
// CHECK-NEXT:    if (x < width)
// CHECK-NEXT:      row[threadIdx.x] = in[at];
// CHECK-NEXT:    __syncthreads();
