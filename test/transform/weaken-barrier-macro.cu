// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=redundant-barrier %s | FileCheck %s
// RUN: not %cuda-fix --checks=redundant-barrier --diff --unsafe --allow-dirty %s | FileCheck %s --check-prefix=DIFF
// What is right for the value that a macro has here need not be right for the one that another
// build gives it.

#ifdef LARGE
#define ROW LARGE
#else
#define ROW 16
#endif
#define HALF 16

// CHECK: repair: weaken-barrier (conditional{{.*}}, for ROW == 16
// CHECK: assuming ROW == 16
// DIFF: +  static_assert(ROW == 16, "the barriers of this kernel are placed for these values");
__global__ void turned(const float *in, float *out) {
  __shared__ float s[ROW];
  if (threadIdx.x < ROW)
    s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < ROW)
    out[threadIdx.x] = s[ROW - 1 - threadIdx.x];
}

// CHECK: repair: weaken-barrier (proven
// CHECK-NOT: assuming
__global__ void fixedSize(const float *in, float *out) {
  __shared__ float s[HALF];
  if (threadIdx.x < HALF)
    s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < HALF)
    out[threadIdx.x] = s[HALF - 1 - threadIdx.x];
}

void run(const float *in, float *out) {
  turned<<<1, 128>>>(in, out);
  fixedSize<<<1, 128>>>(in, out);
}
