// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Races behind loops that make no turn.

// The barrier is in the loop; not shown, as it needs that there is nothing to choose from.
__global__ void bestUnknown(const float *score, int *out, int count) {
  __shared__ int chosen;
  __shared__ float most;
  if (threadIdx.x == 0)
    chosen = 0, most = 0;
  for (int i = 0; i < count; ++i) {
    if (threadIdx.x == 0 && score[i] > most)
      chosen = i, most = score[i];
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = chosen;
}

// One turn is not enough.
__global__ void bestBad(const float *score, int *out, int count) {
  __shared__ int chosen;
  __shared__ float most;
  if (threadIdx.x == 0)
    chosen = 0, most = 0; // expect: shared-race
  for (int i = 0; i < count; ++i) {
    if (threadIdx.x == 0 && score[i] > most)
      chosen = i, most = score[i]; // expect: shared-race
    if (i > 0)
      __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = chosen;
}

// Whether a step is made is no number of turns.
__global__ void stepBad(int *out, int step) {
  __shared__ int cells[256];
  cells[threadIdx.x] = threadIdx.x; // expect: shared-race
  if (step > 0)
    __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = cells[255 - threadIdx.x];
}

void run(const float *score, int *out, int n) {
  bestUnknown<<<4, 256>>>(score, out, n);
  bestBad<<<4, 256>>>(score, out, n);
  stepBad<<<4, 256>>>(out, n);
}
