// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --show=possible 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-powers-of-two' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// An index without a bit at a place of the host, and a partner in which the host's bits are flipped:
// they are one thread's if the bit at the place is among these.

// CHECK: [global-race, possible]
// CHECK: needs [powers-of-two]
// WITHOUT: error: race on global memory 'state'
__global__ void flip(double *state, unsigned long long flipped, unsigned at,
                     unsigned long long half) {
  unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= half)
    return;
  unsigned long long own = ((i >> at) << (at + 1)) + (i & ((1ULL << at) - 1));
  unsigned long long partner = own ^ flipped;
  double a = state[own], b = state[partner];
  state[own] = b;
  state[partner] = a;
}

void choose(const int *list, unsigned long long *flipped, unsigned *at);
void run(double *state, const int *list, unsigned long long size) {
  unsigned long long flipped;
  unsigned at;
  choose(list, &flipped, &at);
  flip<<<(size / 2 + 255) / 256, 256>>>(state, flipped, at, size / 2);
}
