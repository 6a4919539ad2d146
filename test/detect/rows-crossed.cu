// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A pointer to the start of a row may be meant for the rows after it, too: here constants say so.

__global__ void crossedBad(const float *in, float *out) {
  __shared__ float s[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *part = s[warp * 2];
  for (int i = lane; i < 96; i += 32)
    part[i] = in[i];               // expect: shared-race
  __syncwarp();
  out[threadIdx.x] = part[lane];
}

__global__ void crossedOk(const float *in, float *out) {
  __shared__ float s[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *part = s[warp * 2];
  for (int i = lane; i < 64; i += 32)
    part[i] = in[i];
  __syncwarp();
  out[threadIdx.x] = part[63 - lane];
}

void run(const float *in, float *out) {
  crossedBad<<<1, 128>>>(in, out);
  crossedOk<<<1, 128>>>(in, out);
}
