// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair guard-early-return %s --unsafe --source-only \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s --check-prefix=SAYS
// Cells that the threads which return should have filled are read by others: these threads fill
// them, and load nothing past the end.

constexpr int Block = 128;
constexpr int Radius = 3;

__global__ void average(const int *in, int *out, int n) {
  __shared__ int tile[Block + 2 * Radius];
  int i = blockIdx.x * Block + threadIdx.x;
  if (i >= n)
    return;
  tile[threadIdx.x + Radius] = in[i];
  if (threadIdx.x < Radius) {
    tile[threadIdx.x] = i >= Radius ? in[i - Radius] : 0;
    tile[threadIdx.x + Radius + Block] = i + Block < n ? in[i + Block] : 0;
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k <= 2 * Radius; ++k)
    sum += tile[threadIdx.x + k];
  out[i] = sum / (2 * Radius + 1);
}

__global__ void weigh(const float *in, const float *weights, float *out, int n) {
  __shared__ float w[16];
  int i = blockIdx.x * Block + threadIdx.x;
  if (i >= n) return;
  if (threadIdx.x < 16)
    w[threadIdx.x] = weights[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += in[i] * w[k];
  out[i] = sum;
}

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float s[Block];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  if (i >= n)
    return;
  s[t] = in[i];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

__global__ void blur(const float *in, float *out, int width, int height) {
  __shared__ float tile[8][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height)
    return;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  float above = threadIdx.y > 0 ? tile[threadIdx.y - 1][threadIdx.x] : 0;
  float below = threadIdx.y < 7 ? tile[threadIdx.y + 1][threadIdx.x] : 0;
  out[y * width + x] = above + below;
}

void run(const int *a, int *b, const float *in, const float *w, float *out, int n, int m) {
  average<<<(n + Block - 1) / Block, Block>>>(a, b, n);
  weigh<<<(n + Block - 1) / Block, Block>>>(in, w, out, n);
  sum<<<(n + Block - 1) / Block, Block>>>(in, out, n);
  blur<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(in, out, n, m);
}

// SAYS: {{^}}  repair: guard-early-return (conditional, simulated equal): let all threads of the block meet the barrier in line {{[0-9]+}}, and fill their tile before
// SAYS-NEXT: {{^}}    assuming elements of 'in' past the end count as 0
// SAYS: {{^}}  repair: guard-early-return (conditional, simulated equal)
// SAYS-NEXT: {{^}}    assuming threads past the end may load from 'weights', too

// CHECK:  int i = blockIdx.x * Block + threadIdx.x;
// CHECK-NEXT:  tile[threadIdx.x + Radius] = i < n ? in[i] : 0;
// CHECK-NEXT:  if (threadIdx.x < Radius) {
// CHECK-NEXT:    tile[threadIdx.x] = i >= Radius && i - Radius < n ? in[i - Radius] : 0;
// CHECK-NEXT:    tile[threadIdx.x + Radius + Block] = i + Block < n ? in[i + Block] : 0;
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (i >= n)
// CHECK-NEXT:    return;
// CHECK-NEXT:  int sum = 0;
// CHECK:  int i = blockIdx.x * Block + threadIdx.x;
// CHECK-NEXT:  if (threadIdx.x < 16)
// CHECK-NEXT:    w[threadIdx.x] = weights[threadIdx.x];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (i >= n) return;
// CHECK-NEXT:  float sum = 0;
// CHECK:  const bool active = i < n;
// CHECK-NEXT:  s[t] = i < n ? in[i] : 0.0f;
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  for (int d = blockDim.x / 2; d > 0; d /= 2) {
// CHECK-NEXT:    if (active && t < d)
// CHECK-NEXT:      s[t] += s[t + d];
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (i >= n)
// CHECK-NEXT:    return;
// CHECK-NEXT:  if (t == 0)
// CHECK:  tile[threadIdx.y][threadIdx.x] = x < width && y < height ? in[y * width + x] : 0.0f;
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (x >= width || y >= height)
// CHECK-NEXT:    return;
