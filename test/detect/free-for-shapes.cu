// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --checks=synchronization --kernel='swizzledUnknown|pitchedUnknown|grayUnknown|upscaledUnknown' 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %cuda-fix %s --checks=synchronization --kernel='swizzledUnknown|pitchedUnknown|grayUnknown|upscaledUnknown' --level=fast 2>&1 | FileCheck %s --check-prefix=FAST
// RUN: not %cuda-fix %s --checks=synchronization --kernel=pitchedUnknown --fail-on=undecided
// RUN: %cuda-fix %s --checks=synchronization --kernel=grayUnknown --format=json | FileCheck %s --check-prefix=JSON
// What stays open in general is asked of blocks of one shape.

// CHECK: [[@LINE+1]]:17: note: kernel 'swizzledUnknown': free for launches with elements of 'o' set apart by n, others not decided: races (see
__global__ void swizzledUnknown(float *o, int n, int k) {
  __shared__ float t[32][32];
  int c = threadIdx.x ^ (threadIdx.y * k & 31);
  t[threadIdx.y][c] = o[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  o[threadIdx.y * n + threadIdx.x] = t[threadIdx.y][c];
}

// CHECK: [[@LINE+1]]:17: note: kernel 'pitchedUnknown': free for launches with elements of 'rows' set apart by pitch, others not decided
__global__ void pitchedUnknown(char *rows, size_t pitch, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < h)
    rows[y * pitch + x] = x + 3 * y;
}

// CHECK: [[@LINE+1]]:17: note: kernel 'grayUnknown': free for blocks of 16x16, 32x8, others not decided
__global__ void grayUnknown(float *o) {
  __shared__ float s[1024];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[(t ^ t >> 1) & 1023] = o[t];
  __syncthreads();
  o[t] = s[(t ^ t >> 1) & 1023];
}

// Two cells a thread, in tiles of 64 x 32. A block of which the races' premises speak is asked first.
// CHECK: [[@LINE+1]]:17: note: kernel 'upscaledUnknown': free for blocks of 32x8, 16x16, others not decided
__global__ void upscaledUnknown(float *out, float *in, int w, int h, int pitch) {
  int x = blockIdx.x * 64 + 2 * threadIdx.x, y = blockIdx.y * 32 + 2 * threadIdx.y;
  if (x < 2 * w && y < 2 * h) {
    float v = in[y / 2 * w + x / 2];
    out[y * pitch + x] = v;
    out[y * pitch + x + 1] = 0.5f * v;
    out[(y + 1) * pitch + x] = 0.5f * v;
    out[(y + 1) * pitch + x + 1] = 0.25f * v;
  }
}

// JSON: "free_for": "blocks of 16x16, 32x8"
// CHECK: 4 kernels: 0 free of races and divergence, 4 free for some shapes
// FAST: 4 kernels: 0 free of races and divergence, 4 not decided
