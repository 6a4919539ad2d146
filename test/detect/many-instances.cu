// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --format=json 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=NEXT --input-file %t
// RUN: not %cuda-fix %s --kernel='shiftedBad<40>' --format=json --no-repair | FileCheck %s --check-prefix=ALL
// Of many instances of a template some are judged, and no repair is proven by them.

// CHECK-DAG: "name": "shiftedBad<1>"
// CHECK-DAG: "not judged: of 600 instances of its template 24 are; --level exhaustive judges all, --kernel those it names"
// CHECK-DAG: "judged in {{[0-9]+}} of the kernels it may change; --level exhaustive judges the other {{[0-9]+}}, too"
// CHECK-NOT: "proven"
// NEXT: not decided within the effort allowed: 'shiftedBad<{{[0-9]+}}>' and 575 more; --level=exhaustive tries for longer
// ALL-NOT: not judged:
template <int N> __global__ void shiftedBad(float *out) {
  __shared__ float s[64 + N];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[(threadIdx.x + N) % 64];
}

template <int N> void launchAll(float *out) {
  shiftedBad<N><<<1, 64>>>(out);
  launchAll<N - 1>(out);
}
template <> void launchAll<0>(float *) {}

void launch(float *out) { launchAll<600>(out); }
