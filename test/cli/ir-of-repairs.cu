// SPDX-License-Identifier: Apache-2.0
// The IR of a repair that has a source form is made where it is written: it takes time, and few
// ask for it.
// RUN: not %cuda-fix --fresh --format=json %s | FileCheck %s --check-prefix=SOURCE
// RUN: not %cuda-fix --fresh --format=json --emit-ir %t.ir %s | FileCheck %s --check-prefix=IR
// SOURCE: "id": "insert-barrier"
// SOURCE-NEXT: "applicability": "proven"
// SOURCE: "ir": false
// SOURCE: "ir_verified": false
// IR: "id": "insert-barrier"
// IR-NEXT: "applicability": "proven"
// IR: "ir": true
// IR: "ir_verified": true

__global__ __launch_bounds__(256) void reverse(float *v) {
  __shared__ float s[256];
  s[threadIdx.x] = v[threadIdx.x];
  v[threadIdx.x] = s[255 - threadIdx.x];
}
