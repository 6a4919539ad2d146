// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization  2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization  --conventions='*,-no-wrap' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// A product of sizes that wraps around in 32 bits.

// CHECK: needs {{.*}}[no-wrap] {{.*}} to be free
__global__ void grouped(float *out, int m, int n) {
  int column = (blockIdx.x << 5) + (threadIdx.x << 2), row = (blockIdx.y << 5) + threadIdx.y;
  if (column < n && row < m)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[((column & 0xffffffe0) * m + (row << 5) + (column & 31)) >> 2] = row;
}

void run(float *out, int m, int n) {
  grouped<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(8, 32)>>>(out, m, n);
}

// Multiples of an index that are divided again keep their value.
// CHECK: kernel 'groups<128>': free for launches with gridDim.x * 256 < 2147483648
template <int Rows>
__global__ void groups(float *out, const float *in) {
  unsigned group = blockIdx.x * 256 / Rows + threadIdx.y;
  if (threadIdx.x == 0)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[(int)group] = in[blockIdx.x * 2 + threadIdx.y];
}

void runGroups(float *out, const float *in, int count) {
  groups<128><<<(count + 1) / 2, dim3(32, 2)>>>(out, in);
}

// A size of 64 bits that the code narrows keeps its value.
// CHECK: kernel 'narrowed': free for launches with n < 2147483648
__global__ void narrowed(float *rows, const float *x, size_t n) {
  size_t i = threadIdx.x;
  if (i < n)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'rows'
    rows[blockIdx.x * (unsigned)n + threadIdx.x] = x[i];
}

void runNarrowed(float *rows, const float *x, size_t n) { narrowed<<<64, 256>>>(rows, x, n); }
