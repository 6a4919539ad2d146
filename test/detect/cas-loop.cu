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

// Each element by its own address, in a loop of its own.
__global__ void scaledOk(float *a, float f, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {
    unsigned int old = __float_as_uint(a[i]), assumed;
    do {
      assumed = old;
      old = atomicCAS((unsigned int *)&a[i], assumed, __float_as_uint(__uint_as_float(assumed) * f));
    } while (old != assumed);
  }
}
