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

// A pair read as its halves; what is computed from it goes into the first try.
struct Pair {
  short x, y;
};
__global__ void pairsOk(Pair *sums, const Pair *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    Pair add = in[blockIdx.x * n + i], current = sums[i], next = {short(add.x + current.x), short(add.y + current.y)};
    unsigned expected = *(unsigned *)&current, wanted = *(unsigned *)&next;
    unsigned found = atomicCAS((unsigned *)&sums[i], expected, wanted);
    while (found != expected) {
      expected = found;
      current = *(Pair *)&expected;
      next = {short(add.x + current.x), short(add.y + current.y)};
      found = atomicCAS((unsigned *)&sums[i], expected, *(unsigned *)&next);
    }
  }
}

// What is kept of a guess may be stale.
__global__ void keptBad(unsigned *sums, unsigned *seen, const unsigned *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned first = sums[i], expected = first, found; // expect: inter-block-race
    seen[blockIdx.x * n + i] = first + 1;
    while ((found = atomicCAS(&sums[i], expected, expected + in[i])) != expected)
      expected = found;
  }
}

void launches(Pair *sums, const Pair *in, unsigned *words, unsigned *seen, const unsigned *more, int n) {
  pairsOk<<<64, 128>>>(sums, in, n);
  keptBad<<<64, 128>>>(words, seen, more, n);
}
