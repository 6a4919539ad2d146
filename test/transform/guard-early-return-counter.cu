// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair guard-early-return %s | FileCheck %s --match-full-lines --strict-whitespace
// The counter is declared before the loop and set in its header: all threads count alike, also
// those beyond the end.

__global__ void inTurn(const float *in, float *out, int parts, int turns) {
  int i = threadIdx.x;
  if (i >= 3 * parts)
    return;
  int turn;
  float mine = in[i];
  if (i < parts)
    out[i] = mine;
  for (turn = 1; turn < turns; turn++)
    if (i / parts == turn)
      out[i % parts] += mine;
}

void run(const float *in, float *out) {
  inTurn<<<1, 128>>>(in, out, 40, 3);
}

// CHECK:  for (turn = 1; turn < turns; turn++) {
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    if (active && i / parts == turn)
// CHECK-NEXT:      out[i % parts] += mine;
// CHECK-NEXT:  }
