// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A barrier that a short loop meets in one of its turns, as software pipelines have it.

__global__ void ringOk(const float *in, float *out, int n) {
  __shared__ float s[2][256];
  s[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = s[0][threadIdx.x ^ 1];
  for (int k = 0; k < n; ++k) {
    int next = (k + 1) % 2;
    for (int i = 0; i < 4; ++i) {
      sum += s[k % 2][(threadIdx.x + i) % 256];
      if (i == 2)
        s[next][threadIdx.x] = in[k * 256 + threadIdx.x];
      if (i == 3)
        __syncthreads();
    }
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Too early: what the third turn reads the last one overwrites.
__global__ void ringBad(const float *in, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += s[(threadIdx.x + i) % 256]; // expect: shared-race
    if (i == 1)
      __syncthreads();
    if (i == 3)
      s[threadIdx.x] = sum; // allow: shared-race
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Nothing has to be ordered before the first turn.
__global__ void butFirstOk(const float *in, float *out) {
  __shared__ float s[256];
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (i > 0)
      __syncthreads();
    s[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    sum += s[255 - threadIdx.x];
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *in, float *out, int n) {
  ringOk<<<n, 256>>>(in, out, n);
  ringBad<<<n, 256>>>(in, out, n);
  butFirstOk<<<n, 256>>>(in, out);
}
