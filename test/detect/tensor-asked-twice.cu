// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// What host code checks of a tensor's sizes holds for what it asks again.
#include <torch/extension.h>

__global__ void checkedOk(float *out, long n) { out[threadIdx.x % n] = threadIdx.x; }
__global__ void checkedInLoopOk(float *out, long n) { out[threadIdx.x % n] = threadIdx.x; }
__global__ void otherDimensionBad(float *out, long n) {
  out[threadIdx.x % n] = threadIdx.x; // expect: global-race
}
__global__ void otherTensorBad(float *out, long n) {
  out[threadIdx.x % n] = threadIdx.x; // expect: global-race
}
__global__ void strideBad(float *out, long n) {
  out[threadIdx.x % n] = threadIdx.x; // expect: global-race
}
__global__ void resizedBad(float *out, long n) {
  out[threadIdx.x % n] = threadIdx.x; // expect: global-race
}
__global__ void assignedBad(float *out, long n) {
  out[threadIdx.x % n] = threadIdx.x; // expect: global-race
}

void run(const torch::Tensor &in, torch::Tensor &out, int turns) {
  int width = in.size(1);
  TORCH_CHECK(width >= 64, "rows are too short");
  checkedOk<<<1, 64>>>(out.data_ptr<float>(), in.size(1));
  for (int turn = 0; turn < turns; ++turn)
    checkedInLoopOk<<<1, 64>>>(out.data_ptr<float>(), in.size(1));
  otherDimensionBad<<<1, 64>>>(out.data_ptr<float>(), in.size(0));
  otherTensorBad<<<1, 64>>>(out.data_ptr<float>(), out.size(1));
  strideBad<<<1, 64>>>(out.data_ptr<float>(), in.stride(1));
}

void runResized(torch::Tensor &in, torch::Tensor &out) {
  TORCH_CHECK(in.size(1) >= 64, "rows are too short");
  in.resize_({2, 32});
  resizedBad<<<1, 64>>>(out.data_ptr<float>(), in.size(1));
}

void runAssigned(torch::Tensor in, torch::Tensor &out) {
  TORCH_CHECK(in.size(1) >= 64, "rows are too short");
  in = in.contiguous();
  assignedBad<<<1, 64>>>(out.data_ptr<float>(), in.size(1));
}
