// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-sizes-not-negative' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// All threads meet the barrier unless a size is negative.
// CHECK: kernel 'met': free for launches with n >= 0
__global__ void met(float *out, const float *in, int n) {
  __shared__ float s[256];
  if (n >= 0 || threadIdx.x == 0) {
    s[threadIdx.x] = in[threadIdx.x];
    // WITHOUT: [[@LINE+1]]:5: error: not all threads of a block reach this barrier
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x] * n;
  }
}

// Room below zero makes two parts overlap.

// CHECK: needs {{.*}}[sizes-not-negative] room >= 0{{.*}} to be free
__global__ void parts(int *out, int n, int room) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // WITHOUT: [[@LINE+1]]:14: error: race on global memory 'out'
    out[i] = out[n + room + i];
}

// Parts of a shared array, of which an unsigned difference says how long they are.
// CHECK: kernel 'sharedParts': free for launches with 256 - (size - 1) >= 0
__global__ void sharedParts(char *out, size_t size) {
  extern __shared__ unsigned long long s[];
  unsigned taken = (blockDim.x + 7) / 8;
  taken += blockDim.x - (size - 1);
  taken += (blockDim.x - (size - 1) + 7) / 8;
  taken += (blockDim.x - (size - 1) + 1) / 2;
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 's'
  ((char *)s)[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x == 0)
    s[taken] = size;
}

// Nor does a short number wrap around that is a difference of sizes, which keep their bits.
// CHECK: kernel 'windows': free for launches with {{.*}}trunc16(width - 1) <= trunc16(per * 256)
__global__ void windows(int *out, const int *in, unsigned width, unsigned per) {
  extern __shared__ int keys[];
  const unsigned short all = blockDim.x * per, places = all - (width - 1);
  int *least = keys + all;
  for (unsigned i = threadIdx.x; i < all; i += blockDim.x)
    keys[i] = in[i];
  __syncthreads();
  for (unsigned k = threadIdx.x; k < places; k += blockDim.x)
    // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: error: race on shared memory 'keys'
    least[k] = min(keys[k], keys[k + width - 1]);
  __syncthreads();
  for (unsigned k = threadIdx.x; k < places; k += blockDim.x)
    out[k] = least[k];
}

void slide(int *out, const int *in, unsigned width, unsigned per) {
  windows<<<1, 256, 2 * 256 * per * sizeof(int)>>>(out, in, width, per);
}

// Without layers all images are one.
// CHECK: kernel 'layered': free for launches with layers != 0, others not decided
__global__ void layered(float *out, const float *in, size_t layers, size_t heads, size_t size) {
  const size_t to = (blockIdx.x * layers * heads + blockIdx.y) * size;
  const size_t from = (blockIdx.x * heads + blockIdx.y) * size;
  for (size_t i = threadIdx.x; i < size; i += blockDim.x)
    // WITHOUT: kernel 'layered': free for launches with layers >= gridDim.x
    out[to + i] = in[from + i];
}

// A list of the neighbours of each point, which ends where it is full: for none of them there is no row.
// CHECK: kernel 'near': free for launches with size != 0, others not decided
__global__ void near(int *found, const float *points, const float *centers, int n, int m, int size) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= m)
    return;
  int *row = found + at * size, count = 0;
  for (int i = 0; i < n; ++i)
    if (points[i] < centers[at]) {
      // WITHOUT: kernel 'near': free for launches with size >= gridDim.x
      row[count++] = i;
      if (count >= size)
        break;
    }
}

void images(float *out, const float *in, size_t n, size_t layers, size_t heads, size_t size) {
  layered<<<dim3(n, heads), 256>>>(out, in, layers, heads, size);
}
