// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// A launch with an error of syntax is not "no launch in sight".
__global__ void k(float *o, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n)
    o[i] += 1;
}
// CHECK: not decided, as line [[@LINE+1]], which launches it, could not be read: 'k'; mend the errors, or say it: --launch 'k: block=
void run(float *o, int n) { k<<<(n + 31) / 32, 64, , 0>>>(o, n); }
