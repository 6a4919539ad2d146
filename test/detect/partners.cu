// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Partners i and i ^ step exchange two elements: whatever the step, and however i is made, no
// two pairs share one.

__device__ bool before(int a, int b, const char *text, int n) {
  for (int i = 0; i < n; ++i)
    if (text[(a + i) % n] != text[(b + i) % n])
      return text[(a + i) % n] < text[(b + i) % n];
  return false;
}

__global__ void exchangeOk(int *table, int size, int step, int run, const char *text, int n) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned other = i ^ step;
  if (i < size && other > i) {
    bool up = (i & run) == 0;
    int a = table[i], b = table[other];
    if (before(up ? b : a, up ? a : b, text, n)) {
      table[i] = b;
      table[other] = a;
    }
  }
}

// Without a condition both partners write both elements.
__global__ void bothBad(int *table, int size, int step) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned other = i ^ step;
  if (i < size && other < size && other != i) {
    int a = table[i], b = table[other]; // expect: inter-block-race global-race, allow: intra-warp-race
    table[i] = a < b ? a : b;           // expect: inter-block-race global-race, allow: intra-warp-race
    table[other] = a < b ? b : a;
  }
}
