// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Shuffles of PyTorch's number types, and what host code asks of tensors; its headers are not
// there.
#include <torch/extension.h>

// Code of its own is taken first.
__device__ at::Half __shfl_up_sync(unsigned mask, const at::Half v, unsigned by) {
  return __shfl_up_sync(mask, v.operator __half(), by);
}
__device__ at::Half __shfl_up(const at::Half v, unsigned by) {
  return __shfl_up(v.operator __half(), by);
}
template <class T> __device__ T sumOfWarp(T v) {
  for (int i = 1; i < 32; i *= 2)
    v += __shfl_up_sync(0xffffffff, v, i);
  v += __shfl_sync(0xffffffff, v, 1) + __shfl_down_sync(0xffffffff, v, 1, 16);
  return v + __shfl_xor_sync(0xffffffff, v, 1) + __shfl_up(v, 1) + __shfl(v, 3);
}
__global__ void halfOk(const at::Half *in, at::Half *out) {
  out[threadIdx.x] = sumOfWarp(in[threadIdx.x]);
}
__global__ void bfloatOk(const at::BFloat16 *in, at::BFloat16 *out) {
  out[threadIdx.x] = sumOfWarp(in[threadIdx.x]);
}
__global__ void bfloatBad(const at::BFloat16 *in, at::BFloat16 *out) {
  out[threadIdx.x / 2] = sumOfWarp(in[threadIdx.x]); // expect-error: intra-warp-race
}

__global__ void rowsOk(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;
}
__global__ void rowsBad(float *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x / 2] = threadIdx.x; // expect-error: intra-warp-race
}
__global__ void halvesOk(float *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void halvesBad(float *out) {
  out[threadIdx.x % 32] = threadIdx.x; // expect: global-race
}
// What old code asks of tensors is read, and with it the launch.
__global__ void oldOk(float *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void oldBad(float *out) {
  out[threadIdx.x % 32] = threadIdx.x; // expect: global-race
}
void runOld(at::Tensor in) {
  at::DeviceGuard guard(in.device());
  AT_ASSERTM(in.type().is_cuda(), "not on the device");
  if (in.type() != at::kFloat)
    throw c10::TypeError({__func__, __FILE__, __LINE__}, c10::str("float, not ", in.scalar_type()));
  AT_DISPATCH_FLOATING_TYPES(in.type(), "old", [&] { oldOk<<<1, 64>>>(in.data<float>()); });
  oldBad<<<1, in.type().scalarType() == at::kHalf ? 32 : 64>>>(in.data<float>());
}
TORCH_LIBRARY_IMPL(old, CUDA, m) { m.impl("run", &runOld); }
TORCH_LIBRARY_IMPL(old, CUDA, m) { m.impl("again", &runOld); }

torch::Tensor run(torch::Tensor in, const at::Half *h, at::Half *ho, const at::BFloat16 *b,
                  at::BFloat16 *bo) {
  using namespace torch::indexing;
  torch::Tensor part = in.index({Slice(), Slice(0, 3), None, "...", 1, in > 0});
  part.index_put_({Slice(), 0}, in == c10::Half(1));
  part.true_divide_(in).masked_fill_(part * c10::BFloat16(2) == in, 0);
  const int n = part.size(0);
  rowsOk<<<(n + 63) / 64, 64>>>(part.data_ptr<float>(), n);
  rowsBad<<<1, 32>>>(part.data_ptr<float>(), n);
  halfOk<<<1, 32>>>(h, ho);
  bfloatOk<<<1, 32>>>(b, bo);
  bfloatBad<<<1, 32>>>(b, bo);
  if (in.options().dtype() != torch::kHalf || in.options().device() != part.device()) {
    std::cout << in.options() << std::endl;
    throw std::runtime_error("half");
  }
  halvesOk<<<1, 32>>>(in.data_ptr<float>());
  halvesBad<<<1, part.options().dtype() == torch::kHalf ? 32 : 64>>>(in.data_ptr<float>());
  return part;
}
