// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// Each kernel of a file is run, not only the first dozen of them.
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
#define LATE(NAME)                                                                                 \
  __global__ void NAME(int *out) {                                                                 \
    __shared__ Barrier bar;                                                                        \
    if (threadIdx.x == 0)                                                                          \
      init(&bar, 65);                                                                              \
    __syncthreads();                                                                               \
    bar.arrive_and_wait();                                                                         \
    out[threadIdx.x] = 1;                                                                          \
  }
LATE(late0Bad) // expect-error: mbarrier-phase
LATE(late1Bad) // expect-error: mbarrier-phase
LATE(late2Bad) // expect-error: mbarrier-phase
LATE(late3Bad) // expect-error: mbarrier-phase
LATE(late4Bad) // expect-error: mbarrier-phase
LATE(late5Bad) // expect-error: mbarrier-phase
LATE(late6Bad) // expect-error: mbarrier-phase
LATE(late7Bad) // expect-error: mbarrier-phase
LATE(late8Bad) // expect-error: mbarrier-phase
LATE(late9Bad) // expect-error: mbarrier-phase
LATE(late10Bad) // expect-error: mbarrier-phase
LATE(late11Bad) // expect-error: mbarrier-phase
LATE(late12Bad) // expect-error: mbarrier-phase
LATE(late13Bad) // expect-error: mbarrier-phase

void run(int *out) {
  late0Bad<<<1, 64>>>(out);
  late1Bad<<<1, 64>>>(out);
  late2Bad<<<1, 64>>>(out);
  late3Bad<<<1, 64>>>(out);
  late4Bad<<<1, 64>>>(out);
  late5Bad<<<1, 64>>>(out);
  late6Bad<<<1, 64>>>(out);
  late7Bad<<<1, 64>>>(out);
  late8Bad<<<1, 64>>>(out);
  late9Bad<<<1, 64>>>(out);
  late10Bad<<<1, 64>>>(out);
  late11Bad<<<1, 64>>>(out);
  late12Bad<<<1, 64>>>(out);
  late13Bad<<<1, 64>>>(out);
}
