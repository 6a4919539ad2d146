// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A signed step that is doubled until it passes its bound: it does not come back from below.

__global__ void treeOk(const float *in, float *out) {
  __shared__ float s[128];
  const int thread = threadIdx.x;
  s[thread] = in[blockIdx.x * 128 + thread];
  __syncthreads();
  int step = 2;
  while (step <= 128) {
    const int i = step * thread;
    if (i < 128)
      s[i] = max(s[i], s[i + step / 2]);
    __syncthreads();
    step <<= 1;
  }
  if (thread == 0)
    out[blockIdx.x] = s[0];
}

__global__ void treeBad(const float *in, float *out) {
  __shared__ float s[128];
  const int thread = threadIdx.x;
  s[thread] = in[blockIdx.x * 128 + thread];
  __syncthreads();
  int step = 2;
  while (step <= 128) {
    const int i = step * thread;
    if (i < 128)
      s[i] = max(s[i], s[i + step / 2]); // expect: shared-race
    step <<= 1;
  }
  if (thread == 0)
    out[blockIdx.x] = s[0];
}

void run(float *in, float *out) {
  treeOk<<<64, 128>>>(in, out);
  treeBad<<<64, 128>>>(in, out);
}
