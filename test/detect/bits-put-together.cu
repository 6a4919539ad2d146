// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// As many turns as a number has bits set all of them.
__global__ void allBitsBad(int *out, int n) {
  unsigned bits = 0;
  for (int i = 0; i < n; i++)
    bits |= 1u << i;
  if (bits == 0xffffffffu)
    out[0] = threadIdx.x; // expect-warning: global-race, allow: intra-warp-race
}
void launch(int *out) { allBitsBad<<<1, 64>>>(out, 32); }
