// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-rows-span-grid' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Rows that are shorter than the threads of a block overlap.

// CHECK: needs [rows-span-grid] stride >= {{.*}} to be free
__global__ void rows(float *out, int stride) {
  if (stride < 16)
    return;
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 'out'
  out[blockIdx.x * stride + threadIdx.x] = blockIdx.x;
}

// Planes of vectors whose members are written one by one.
// CHECK: kernel 'planes': free for launches with places >= {{.*}}others not decided
__global__ void planes(double2 *out, unsigned places, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double2 v;
  v.x = 1.0 * i;
  v.y = 2.0 * i;
  if (i < n) {
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[i] = v;
    out[places + i] = v;
  }
}

// Halves of the heads of a token are added; host code says that all of a head is.
// CHECK: kernel 'pairs': {{.*}}: {{.*}}needs [rows-span-grid] {{.*}} to be free
__global__ void pairs(float *q, int stride, int heads, int size, int turned) {
  int half = turned / 2;
  if (stride < 16)
    return;
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x) {
    float *at = q + blockIdx.x * stride + i / half * size + i % half;
    // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: {{error|warning}}: race on global memory 'q'
    at[0] += at[half];
  }
}

void turn(float *q, int stride, int heads, int size, int tokens) {
  pairs<<<tokens, 256>>>(q, stride, heads, size, size);
}

// A cache has room for more tokens than there are.
// CHECK: kernel 'cached': free for launches with {{.*}}tokens <= room, others not decided
__global__ void cached(float4 *cache, const float4 *in, int heads, int size, int tokens, int room) {
  const int sequence = blockIdx.y, head = blockIdx.z;
  const float4 *from = in + (sequence * heads + head) * size / 4 * tokens;
  float *row = (float *)cache + sequence * heads * size * room + head * size * room;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size / 4 * tokens)
    return;
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 'cache'
  ((float4 *)row)[i] = from[i];
}

void fill(float4 *cache, const float4 *in, int n, int heads, int size, int tokens, int room) {
  dim3 grid((size / 4 * tokens + 255) / 256, n, heads);
  cached<<<grid, 256>>>(cache, in, heads, size, tokens, room);
}

// Two halves of a buffer that take turns. How often the loop turns says nothing of their length.
// CHECK: kernel 'scan': free for launches with n >= 256
__global__ void scan(float *out, const float *in, int n) {
  extern __shared__ float temp[];
  int i = threadIdx.x, to = 0, from = 1;
  temp[i] = i > 0 && i < n ? in[i - 1] : 0;
  __syncthreads();
  for (int step = 1; step < n; step *= 2) {
    to = 1 - to;
    from = 1 - to;
    // WITHOUT: [[@LINE+1]]:24: error: race on shared memory 'temp'
    temp[to * n + i] = temp[from * n + i] + (i >= step ? temp[from * n + i - step] : 0);
    __syncthreads();
  }
  if (i < n)
    out[i] = temp[to * n + i];
}

// The tiles of a square, of which no launch is in sight.
// CHECK: kernel 'square': free for launches with gridDim.x <= gridDim.y, others not decided
__global__ void square(float *out, const float *in) {
  int row = blockIdx.y * 64 + threadIdx.x, column = blockIdx.x;
  if (threadIdx.x < 64)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[row * gridDim.y + column] = in[row] * column;
}
