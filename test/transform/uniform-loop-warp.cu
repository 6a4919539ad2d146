// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair --unsafe uniform-loop %s | FileCheck %s --match-full-lines --strict-whitespace

// Only the lanes of one warp race.
__global__ void lanes(const int *in, int *out, int n) {
  __shared__ int s[256];
  int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  for (int i = warp * 32 + lane; i < n; i += gridDim.x * blockDim.x) {
    s[threadIdx.x] = in[i];
    int v = lane ? s[threadIdx.x - 1] : 0;
    out[blockIdx.x * 256 + threadIdx.x] += v;
  }
}

// The barrier at the head does for the one behind the read.
__global__ void block(const int *next, int *out) {
  __shared__ int s[256];
  for (int i = threadIdx.x; i > 0; i = next[i]) {
    s[threadIdx.x] = i;
    int v = s[threadIdx.x / 2];
    out[threadIdx.x] += v;
  }
}

int main() {
  int *in = 0, *out = 0;
  lanes<<<10, 256>>>(in, out, 5000);
  block<<<1, 256>>>(in, out);
}

// CHECK:// Only the lanes of one warp race.
// CHECK-NEXT:__global__ void lanes(const int *in, int *out, int n) {
// CHECK-NEXT:  __shared__ int s[256];
// CHECK-NEXT:  int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
// CHECK-NEXT:  int i = warp * 32 + lane;
// CHECK-NEXT:  for (bool live = i < n; __any_sync(0xffffffff, live);) {
// CHECK-NEXT:    if (live) {
// CHECK-NEXT:      s[threadIdx.x] = in[i];
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncwarp();
// CHECK-NEXT:    if (live) {
// CHECK-NEXT:      int v = lane ? s[threadIdx.x - 1] : 0;
// CHECK-NEXT:      out[blockIdx.x * 256 + threadIdx.x] += v;
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncwarp();
// CHECK-NEXT:    if (live) {
// CHECK-NEXT:      i += gridDim.x * blockDim.x;
// CHECK-NEXT:      live = i < n;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:// The barrier at the head does for the one behind the read.
// CHECK-NEXT:__global__ void block(const int *next, int *out) {
// CHECK-NEXT:  __shared__ int s[256];
// CHECK-NEXT:  int i = threadIdx.x;
// CHECK-NEXT:  for (bool live = i > 0; __syncthreads_or(live);) {
// CHECK-NEXT:    if (live) {
// CHECK-NEXT:      s[threadIdx.x] = i;
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    if (live) {
// CHECK-NEXT:      int v = s[threadIdx.x / 2];
// CHECK-NEXT:      out[threadIdx.x] += v;
// CHECK-NEXT:      i = next[i];
// CHECK-NEXT:      live = i > 0;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:int main() {
// CHECK-NEXT:  int *in = 0, *out = 0;
// CHECK-NEXT:  lanes<<<10, 256>>>(in, out, 5000);
// CHECK-NEXT:  block<<<1, 256>>>(in, out);
// CHECK-NEXT:}
