// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128
// Stages of a ring, and the phase that changes when the ring has gone round.

template <int Stages> struct State {
  int stage = 0;
  unsigned phase = 0;
  __device__ void operator++() {
    if (++stage == Stages) {
      stage = 0;
      phase ^= 1;
    }
  }
};

__global__ void nextStageOk(const float *in, float *out, int n) {
  __shared__ float s[3][128];
  State<3> at;
  for (int i = 0; i < n; ++i, ++at) {
    s[at.stage][threadIdx.x] = in[i * 128 + threadIdx.x];
    __syncthreads();
    out[i * 128 + threadIdx.x] = s[at.stage][127 - threadIdx.x];
  }
}
__global__ void stageAndPhaseOk(const float *in, float *out, int n) {
  __shared__ float s[6][128];
  int stage = 0, phase = 1;
  for (int i = 0; i < n; ++i) {
    s[stage + 3 * phase][threadIdx.x] = in[i * 128 + threadIdx.x];
    __syncthreads();
    out[i * 128 + threadIdx.x] = s[i % 3 + (i / 3 % 2 ? 0 : 3)][127 - threadIdx.x];
    stage = stage == 2 ? 0 : stage + 1;
    phase = stage == 0 ? phase ^ 1 : phase;
  }
}
__global__ void remainderOk(const float *in, float *out, int n) {
  __shared__ float s[5][128];
  for (int i = 0, stage = 2; i < n; ++i, stage = (stage + 1) % 5) {
    s[stage][threadIdx.x] = in[i * 128 + threadIdx.x];
    __syncthreads();
    out[i * 128 + threadIdx.x] = s[stage][127 - threadIdx.x];
  }
}
__global__ void samePhaseBad(const float *in, float *out, int n) {
  __shared__ float s[2][128];
  State<3> at;
  for (int i = 0; i < n; ++i, ++at) {
    s[at.phase][threadIdx.x] = in[i * 128 + threadIdx.x]; // expect-error: shared-race
    __syncthreads();
    out[i * 128 + threadIdx.x] = s[at.phase][127 - threadIdx.x];
  }
}
__global__ void otherStageBad(const float *in, float *out, int n) {
  __shared__ float s[3][128];
  int stage = 0;
  for (int i = 0; i < n; ++i) {
    s[stage][threadIdx.x] = in[i * 128 + threadIdx.x]; // expect-error: shared-race
    __syncthreads();
    if (++stage >= 3)
      stage = 0;
    out[i * 128 + threadIdx.x] = s[stage][127 - threadIdx.x];
  }
}
