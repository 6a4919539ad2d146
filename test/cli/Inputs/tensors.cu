#include <torch/extension.h>
#include <c10/cuda/CUDAGuard.h>

template <typename scalar_t>
__global__ void scale(const scalar_t *in, scalar_t *out, float by, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * static_cast<scalar_t>(by);
}

__global__ void rows(at::PackedTensorAccessor64<float, 1, at::RestrictPtrTraits> sums,
                     const at::PackedTensorAccessor64<float, 2, at::RestrictPtrTraits> in) {
  int64_t i = threadIdx.x;
  if (i >= in.size(0) || sums.stride(0) != 1)
    return;
  float s = 0;
  for (int64_t k = 0; k < at::cuda::ATenCeilDiv(in.size(1), int64_t(2)); ++k)
    s += in[i][2 * k];
  sums[i] = s;
}

template <typename scalar_t>
__global__ void gather(const scalar_t *in, const int64_t *to, scalar_t *product, scalar_t *most,
                       int64_t *count, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  gpuAtomicMul(product + to[i], in[i]);
  gpuAtomicMax(most + to[i], in[i]);
  atomicAdd(count + to[i], int64_t(1));
}

at::Tensor run(at::Tensor in, float by) {
  TORCH_CHECK(in.is_cuda() && in.is_contiguous(), "contiguous tensors on the device");
  at::cuda::CUDAGuard guard(in.device());
  at::Tensor out = at::empty_like(in);
  AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, in.scalar_type(), "scale", [&] {
    scale<scalar_t><<<(in.numel() + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(
        in.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), by, in.numel());
  });
  return out;
}

void runGather(at::Tensor in, at::Tensor to, at::Tensor product, at::Tensor most, at::Tensor count) {
  AT_DISPATCH_FLOATING_TYPES(in.scalar_type(), "gather", [&] {
    gather<scalar_t><<<(in.numel() + 255) / 256, 256>>>(
        in.data_ptr<scalar_t>(), to.data_ptr<int64_t>(), product.data_ptr<scalar_t>(),
        most.data_ptr<scalar_t>(), count.data_ptr<int64_t>(), in.numel());
  });
}

// Code may have atomics of its own for the types of the library.
__device__ inline at::Half atomicAdd(at::Half *, at::Half) { return at::Half(0.f); }

// Host code around a launch: checks without semicolons, operators, results in pairs.
torch::Tensor normalised(torch::Tensor x, torch::Tensor y, float *raw) {
  TORCH_CHECK(x.dim() == 2, "a matrix")
  TORCH_CHECK(x.size(0) == y.size(0), "as many rows");
  torch::Tensor most = std::get<0>(x.max(1)), least = x.min();
  torch::Tensor scaled = (x - least) / (most + 1e-6) * 2 - 1, kept = x.bernoulli(0.5) * (x > 0);
  torch::Tensor around = torch::from_blob(raw, {4}, x.options());
  scaled -= torch::prod(around) + torch::max(kept, y).exp();
  at::sum_out(y, scaled, 0);
  auto best = scaled.topk(3);
  return std::get<1>(best);
}
