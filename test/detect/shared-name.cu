// SPDX-License-Identifier: Apache-2.0
// Shared memory of any length has no definition; messages call it as the source does.
// RUN: not %cuda-fix --no-repair %s | FileCheck %s
// CHECK: race on shared memory 'tile': thread

namespace blur {
template <typename T> __global__ void shiftBad(T *a) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = tile[threadIdx.x + 1];
}
} // namespace blur

void run(int *a) { blur::shiftBad<<<1, 256, 257 * sizeof(int)>>>(a); }
