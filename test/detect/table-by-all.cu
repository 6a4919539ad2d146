// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// All threads fill a table with the same values, and use an entry in the turn in which they have
// written it themselves.

__global__ void ownTurnOk(const float *in, float *out) {
  __shared__ int start[3];
  for (int d = 0; d < 3; d++) {
    start[d] = 32 * d; // allow: benign-race
    if (threadIdx.x / 32 == d)
      out[start[d] + threadIdx.x % 32] = in[threadIdx.x];
  }
}

// One cell for all turns: a thread may be one turn ahead.
__global__ void oneCellBad(const float *in, float *out) {
  __shared__ int start;
  for (int d = 0; d < 3; d++) {
    start = 32 * d; // expect: shared-race
    if (threadIdx.x / 32 == d)
      out[start + threadIdx.x % 32] = in[threadIdx.x];
  }
}

// The entry of the turn before holds what others have written as well, but in this turn it may not
// yet be there.
__global__ void nextTurnBad(const float *in, float *out) {
  __shared__ int start[4];
  for (int d = 0; d < 3; d++) {
    start[d] = 32 * d; // expect: shared-race, expect-note: benign-race
    if (threadIdx.x / 32 == d)
      out[start[d + 1] + threadIdx.x % 32] = in[threadIdx.x]; // allow: global-race
  }
}

void run(const float *in, float *out) {
  ownTurnOk<<<1, 96>>>(in, out);
  oneCellBad<<<1, 96>>>(in, out);
  nextTurnBad<<<1, 96>>>(in, out);
}
