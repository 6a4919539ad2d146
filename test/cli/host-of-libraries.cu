// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s 2>&1 | FileCheck %s --implicit-check-not="in part"
// Host code that asks libraries for less usual things is read.
// CHECK: 1 kernel: 1 free of races and divergence
#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <cusparse.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/unique.h>
#include <torch/library.h>

// Atomic.cuh, which declares them, is not included.
static inline __device__ uint8_t atomicAdd(uint8_t *a, uint8_t v) { return *a + v; }
static inline __device__ int16_t atomicAdd(int16_t *a, int16_t v) { return *a + v; }

__global__ void fill(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }

// The ends of the keys and of the values.
int reduced(unsigned *keys, int n, float *v, unsigned *to, float *sums) {
  auto ends = thrust::reduce_by_key(thrust::device, keys, keys + n, v, to, sums);
  auto unique = thrust::unique_by_key_copy(keys, keys + n, v, to, sums);
  float *last = ends.second;
  return ends.first - to + (unique.first - to) + (last - sums);
}
cusparseSpMMAlg_t algorithm(int i) {
  switch (i) {
  case 1:
    return CUSPARSE_SPMM_COO_ALG1;
  case 2:
    return CUSPARSE_SPMM_COO_ALG2;
  case 4:
    return CUSPARSE_SPMM_CSR_ALG1;
  case 5:
    return CUSPARSE_SPMM_COO_ALG4;
  }
  return CUSPARSE_SPMM_ALG_DEFAULT;
}
at::Tensor picked(at::Tensor a, at::Tensor mask) {
  TORCH_CHECK(at::cuda::check_device({a, mask}));
  auto [factor, info] = at::linalg_cholesky_ex(a);
  return at::index(at::cholesky_solve(a, factor), {(mask >= 0) & (mask < 0.5)});
}
void run(float *out) { fill<<<2, 256>>>(out); }
