// SPDX-License-Identifier: Apache-2.0
// RUN: rm -rf %t.ir
// RUN: %cuda-fix optimize --passes=hoist,pre,vectorize,unroll,variance,space --emit-ir=%t.ir %s | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ir/0001-optimized-optimize.ll
// RUN: FileCheck %s --check-prefix=ORIGINAL < %t.ir/0001-original-optimize.ll
// RUN: %cuda-fix optimize --passes=space %s | FileCheck %s --check-prefix=ONE
// RUN: %cuda-fix optimize --passes=pre %s | FileCheck %s --check-prefix=APART
// RUN: not %cuda-fix optimize --passes=fast %s 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not %cuda-fix --passes=space %s 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not %cuda-fix optimize --apply %s 2>&1 | FileCheck %s --check-prefix=REPAIRS
// Each pass says what it changed in each kernel.

// WORD: --passes: unknown value 'fast'
// ALONE: --passes works with the command optimize only
// REPAIRS: optimize repairs nothing
// ONE: 'rows' with space: generic_accesses
// ONE-NOT: 'rows' with

// CHECK: 'rows' with space: generic_accesses 2 -> 1
// CHECK-NEXT: generic access at line [[@LINE+19]]: its pointer is kept in memory
// CHECK: 'rows' with variance: unchanged
// CHECK: 'rows' with unroll: accesses 4 -> 7
// CHECK: 'rows' with vectorize: accesses 7 -> 4
// CHECK: 'rows' with pre: unchanged
// CHECK: 'rows' with hoist: unchanged
// IR: define {{.*}} @_Z4rows
// IR: load <4 x float>, ptr addrspace(3)
// ORIGINAL: define {{.*}} @_Z4rows
// ORIGINAL-NOT: load <4 x float>
// ORIGINAL: ret void
__global__ void rows(float **out, int n) {
  __shared__ __align__(16) float s[256];
  s[threadIdx.x] = n;
  __syncthreads();
  const float *row = s + threadIdx.x / 4 * 4;
  float sum = 0;
  for (int j = 0; j < 4; ++j)
    sum += row[j];
  out[threadIdx.x][0] = sum;
}

// A load on either side.
// CHECK: 'sides' with hoist: accesses 4 -> 2
__global__ void sides(float *out, const float *in, int n) {
  int i = threadIdx.x;
  if (i % 2)
    out[i] = in[n] * 2;
  else
    out[i] = in[n] * 3;
}

// The last load is made once more on one of two ways to it: it moves onto the other one where
// all threads take it together, and not where only some of them do.
// APART: 'together' with pre: instructions
__global__ void together(float *out, const float *in, int n) {
  float sum = threadIdx.x;
  if (n > 5)
    sum *= in[n];
  out[threadIdx.x] = sum + in[n];
}

// APART: 'some' with pre: unchanged
__global__ void some(float *out, const float *in, int n) {
  float sum = threadIdx.x;
  if (threadIdx.x % 2)
    sum *= in[n];
  out[threadIdx.x] = sum + in[n];
}
