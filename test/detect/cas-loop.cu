// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The plain read is only a first guess, which the compare-and-swap checks.
__device__ double addDouble(double *address, double val) {
  unsigned long long *bits = (unsigned long long *)address;
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void sumOk(double *sum, const double *in) { addDouble(sum, in[threadIdx.x]); }

// A plain update among them.
__global__ void plainUpdateBad(double *sum, const double *in) {
  if (threadIdx.x == 0)
    *sum += 1.0; // expect: global-race
  else
    addDouble(sum, in[threadIdx.x]);
}
