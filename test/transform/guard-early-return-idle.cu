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

void run(const int *in, int *out, int n, unsigned width, unsigned height) {
  largest<<<64, 256>>>(in, out, n);
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
