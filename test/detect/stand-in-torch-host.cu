// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// CHECK-NOT: in part
// Host code around launches that draws random numbers, and asks tensors for others; the headers of
// PyTorch are not there.
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <ATen/cuda/CUDAGraphsUtils.cuh>
#include <torch/extension.h>
#include <torch/library.h>

__global__ void dropoutOk(at::PhiloxCudaState state, float *x, float keep, int n) {
  auto [seed, offset] = at::cuda::philox::unpack(state);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t random;
  curand_init(seed, i, offset, &random);
  if (i < n && curand_uniform(&random) > keep)
    x[i] = 0;
}
__global__ void dropoutBad(at::PhiloxCudaState state, float *x) {
  auto seeds = at::cuda::philox::unpack(state);
  x[threadIdx.x / 2] = std::get<0>(seeds) + threadIdx.x; // expect-error: intra-warp-race
}
void dropout(torch::Tensor x, double keep, std::optional<at::Generator> asked) {
  auto *gen = at::get_generator_or_default<at::CUDAGeneratorImpl>(
      asked, at::cuda::detail::getDefaultCUDAGenerator());
  at::PhiloxCudaState state;
  {
    std::lock_guard<std::mutex> lock(gen->mutex_);
    state = gen->philox_cuda_state(4);
  }
  const int n = x.numel();
  dropoutOk<<<(n + 255) / 256, 256>>>(state, x.data_ptr<float>(), keep, n);
  dropoutBad<<<1, 64>>>(state, x.data_ptr<float>());
}

#define REVERSE(Name)                                                                              \
  __global__ void Name(const float *in, float *out, int n) {                                       \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    if (i < n)                                                                                     \
      out[i] = in[n - 1 - i];                                                                      \
  }
REVERSE(madeOk)
REVERSE(foundOk)
REVERSE(viewBad)   // expect: global-race inter-block-race
REVERSE(changeBad) // expect: global-race inter-block-race
REVERSE(heldBad)   // expect: global-race inter-block-race

torch::Tensor run(torch::Tensor x, at::Tensor g, at::TensorList others) {
  TORCH_CHECK(x.is_contiguous(at::MemoryFormat::Contiguous) && !x.is_complex() && x.allclose(g));
  const int n = x.sym_numel().guard_int(__FILE__, __LINE__);
  auto made = (g / x.clamp_min(1e-10f)).square().sum({0, 1}, true).flip({0}).erf();
  auto [values, indices, counts] = at::unique_dim(x.log1p().amax({1}), 0);
  auto [sorted, order] = at::sort(values.logsumexp({0}), 0, true);
  auto distinct = std::get<0>(at::_unique(at::slice(sorted, 0, 0, n)));
  auto parts = x.split({1, 2}, 0);
  madeOk<<<(n + 255) / 256, 256>>>(made.data_ptr<float>(), x.data_ptr<float>(), n);
  foundOk<<<(n + 255) / 256, 256>>>(distinct.data_ptr<float>(), x.data_ptr<float>(), n);
  auto view = x.swapaxes(0, 1).broadcast_to({n, 1}).ravel();
  viewBad<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), view.data_ptr<float>(), n);
  at::Tensor &change = x.clamp_min_(0).index_put_({order}, g).addcmul_(g, g);
  changeBad<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), change.data_ptr<float>(), n);
  auto held = x.expect_contiguous();
  heldBad<<<(n + 255) / 256, 256>>>(held->data_ptr<float>(), x.data_ptr<float>(), n);
  return at::cat({parts[0], made, std::get<0>(torch::max(x, 1))}).to(x.options(), false, true);
}
TORCH_LIBRARY_IMPL(own, Autograd, m) {
  m.impl("run", torch::dispatch(c10::DispatchKey::CUDA, TORCH_FN(run)));
  m.fallback(torch::CppFunction::makeFallthrough());
}
