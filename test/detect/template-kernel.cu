// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The same place in two instantiations is one finding.
template <int Shift> __global__ void shiftBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x]; // expect: shared-race
  out[threadIdx.x] = s[threadIdx.x + Shift];
}
template __global__ void shiftBad<1>(int *);
template __global__ void shiftBad<32>(int *);

template <int Shift> __global__ void noShiftOk(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x + Shift];
}
template __global__ void noShiftOk<0>(int *);
