// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128 --grid-dim 4

__global__ void waitsFirstOk(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaGridDependencySynchronize();
  out[i] = in[i] * 2;
  cudaTriggerProgrammaticLaunchCompletion();
}
// Weights are no work of the kernel before.
__global__ void weightsFirstOk(const float *weight, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float w = weight[threadIdx.x];
  cudaGridDependencySynchronize();
  out[i] = in[i] * w;
}
__global__ void readsFirstBad(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i]; // expect-warning: dependent-launch
  cudaGridDependencySynchronize();
  out[i] = v * 2;
}
__global__ void readsOnceMoreBad(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i]; // expect-warning: dependent-launch
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[i] = v * in[i ^ 1];
}
__global__ void clearsFirstBad(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    out[512] = 0; // expect-warning: dependent-launch
  cudaGridDependencySynchronize();
  out[i] = in[i];
}
// The second wait waits for nothing more.
__global__ void waitsTwiceOk(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaGridDependencySynchronize();
  float v = in[i];
  cudaGridDependencySynchronize();
  out[i] = v;
}
