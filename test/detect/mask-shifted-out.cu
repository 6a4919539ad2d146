// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Masks of groups of lanes: a shift by 32 and more leaves no lane.

__global__ void groupsBad(const float *in, float *out) {
  __shared__ float m[256];
  int t = threadIdx.x;
  if (t % 4 < 3)
    m[t] = in[blockIdx.x * 256 + t]; // expect-error: intra-warp-race
  __syncwarp(0xF << (t / 4 * 4)); // expect-error: absent-lanes
  if (t % 4 == 3)
    out[blockIdx.x * 256 + t] = m[t - 1];
}
__global__ void groupsOk(const float *in, float *out) {
  __shared__ float m[256];
  int t = threadIdx.x;
  if (t % 4 < 3)
    m[t] = in[blockIdx.x * 256 + t];
  __syncwarp(0xFu << ((t & 31) & ~3));
  if (t % 4 == 3)
    out[blockIdx.x * 256 + t] = m[t - 1];
}
__global__ void oneWarpOk(const float *in, float *out) {
  __shared__ float m[32];
  m[threadIdx.x] = in[threadIdx.x];
  __syncwarp(0xFu << (threadIdx.x / 4 * 4));
  out[threadIdx.x] = m[threadIdx.x ^ 1];
}
__global__ void rightBad(const float *in, float *out) {
  __shared__ float m[256];
  m[threadIdx.x] = in[threadIdx.x]; // expect-error: intra-warp-race
  __syncwarp(0xFFFFFFFFu >> threadIdx.x / 8); // expect-error: absent-lanes
  out[threadIdx.x] = m[threadIdx.x ^ 1];
}
__global__ void widthOk(const float *in, float *out, int width) {
  __shared__ float m[256];
  unsigned all = width == 32 ? ~0u : (1u << width) - 1;
  m[threadIdx.x] = in[threadIdx.x];
  __syncwarp(all << (threadIdx.x % 32 / width * width));
  out[threadIdx.x] = m[threadIdx.x ^ 1];
}

void run(const float *in, float *out, int n) {
  groupsBad<<<n, 256>>>(in, out);
  groupsOk<<<n, 256>>>(in, out);
  oneWarpOk<<<1, 32>>>(in, out);
  rightBad<<<1, 256>>>(in, out);
  widthOk<<<1, 256>>>(in, out, 8);
}
