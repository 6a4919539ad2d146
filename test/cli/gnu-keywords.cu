// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s 2>&1 | FileCheck %s
// Without -std, nvcc reads the GNU dialect, which has typeof.
#define READ_ONCE(x) (*(volatile typeof(x) *)&(x))
__global__ void copy(const unsigned *from, unsigned *to) { to[threadIdx.x] = READ_ONCE(from[threadIdx.x]); }
// CHECK: 1 kernel: 1 free of races and divergence
