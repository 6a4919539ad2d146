// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A wrapper checks the dimensions that it gets: that none is 0 says nothing of the block's shape.
__device__ void sum(const float *in, float *out) {
  __shared__ float part[256];
  part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x]; // allow: benign-race
  __syncthreads();
  for (int half = 128; half > 0; half >>= 1) {
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0]; // allow: benign-race
}
__global__ void sumOk(const float *in, float *out) { sum(in, out); }
__global__ void sumOfPlanesBad(const float *in, float *out) {
  sum(in, out); // expect-error: shared-race
}
void launch(const dim3 &grid, const dim3 &block, const float *in, float *out) {
  if (block.x <= 0 || block.y == 0 || block.z < 1 || grid.x <= 0)
    return;
  sumOk<<<grid, block>>>(in, out);
}
void launchPlanes(const float *in, float *out) { sumOfPlanesBad<<<8, dim3(256, 2)>>>(in, out); }
