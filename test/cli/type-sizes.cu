// SPDX-License-Identifier: Apache-2.0
// The types that kernels keep in memory are as large, and aligned, as the toolkit's.
// RUN: %cuda-fix %s 2>&1 | FileCheck %s
// CHECK-NOT: analysed in part
// CHECK: 1 kernel: 1 free of races and divergence
#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <curand_kernel.h>
#include <mma.h>

#define SAME(SIZE, ALIGN, ...)                                                                     \
  static_assert(sizeof(__VA_ARGS__) == SIZE && alignof(__VA_ARGS__) == ALIGN, #__VA_ARGS__)
SAME(1, 1, char1);
SAME(2, 2, char2);
SAME(3, 1, char3);
SAME(4, 4, char4);
SAME(20, 4, cudaChannelFormatDesc);
SAME(24, 8, cudaExtent);
SAME(160, 8, cudaMemcpy3DParms);
SAME(32, 8, cudaPitchedPtr);
SAME(24, 8, cudaPos);
SAME(144, 8, cudaResourceDesc);
SAME(72, 4, cudaTextureDesc);
SAME(12, 4, dim3);
SAME(1, 1, __nv_fp4x2_e2m1);
SAME(2, 2, __nv_fp4x4_e2m1);
SAME(2, 2, __nv_fp6x2_e3m2);
SAME(4, 4, __nv_fp6x4_e2m3);
SAME(1, 1, __nv_fp8_e8m0);
SAME(2, 2, __nv_fp8x2_e4m3);
SAME(4, 4, __nv_fp8x4_e5m2);
SAME(8, 8, double1);
SAME(16, 16, double2);
SAME(24, 8, double3);
SAME(32, 16, double4);
SAME(32, 16, double4_16a);
SAME(32, 32, double4_32a);
SAME(4, 4, float1);
SAME(8, 8, float2);
SAME(12, 4, float3);
SAME(16, 16, float4);
SAME(4, 4, int1);
SAME(8, 8, int2);
SAME(12, 4, int3);
SAME(16, 16, int4);
SAME(8, 8, long1);
SAME(16, 16, long2);
SAME(24, 8, long3);
SAME(32, 16, long4);
SAME(32, 16, long4_16a);
SAME(32, 32, long4_32a);
SAME(8, 8, longlong1);
SAME(16, 16, longlong2);
SAME(24, 8, longlong3);
SAME(32, 16, longlong4);
SAME(32, 16, longlong4_16a);
SAME(32, 32, longlong4_32a);
SAME(2, 2, short1);
SAME(4, 4, short2);
SAME(6, 2, short3);
SAME(8, 8, short4);
SAME(1, 1, uchar1);
SAME(2, 2, uchar2);
SAME(3, 1, uchar3);
SAME(4, 4, uchar4);
SAME(4, 4, uint1);
SAME(8, 8, uint2);
SAME(12, 4, uint3);
SAME(16, 16, uint4);
SAME(8, 8, ulong1);
SAME(16, 16, ulong2);
SAME(24, 8, ulong3);
SAME(32, 16, ulong4);
SAME(32, 16, ulong4_16a);
SAME(32, 32, ulong4_32a);
SAME(8, 8, ulonglong1);
SAME(16, 16, ulonglong2);
SAME(24, 8, ulonglong3);
SAME(32, 16, ulonglong4);
SAME(32, 16, ulonglong4_16a);
SAME(32, 32, ulonglong4_32a);
SAME(2, 2, ushort1);
SAME(4, 4, ushort2);
SAME(6, 2, ushort3);
SAME(8, 8, ushort4);
SAME(2, 2, __half);
SAME(4, 4, __half2);
SAME(4, 4, __half2_raw);
SAME(2, 2, half);
SAME(4, 4, half2);
SAME(2, 2, nv_half);
SAME(4, 4, nv_half2);
SAME(2, 2, nv_bfloat16);
SAME(4, 4, nv_bfloat162);
SAME(8, 8, cuComplex);
SAME(16, 16, cuDoubleComplex);
SAME(8, 8, cuFloatComplex);
SAME(48, 8, curandState);
SAME(48, 8, curandStateMRG32k3a);
SAME(4112, 8, curandStateMtgp32);
SAME(64, 16, curandStatePhilox4_32_10);
SAME(140, 4, curandStateScrambledSobol32);
SAME(536, 8, curandStateScrambledSobol64);
SAME(140, 4, curandStateSobol32);
SAME(536, 8, curandStateSobol64);
SAME(48, 8, curandStateXORWOW);
SAME(48, 8, curandState_t);
SAME(8, 8, cuda::barrier<cuda::thread_scope_block>);
SAME(24, 8, cuda::pipeline_shared_state<cuda::thread_scope_block, 1>);
SAME(40, 8, cuda::pipeline_shared_state<cuda::thread_scope_block, 2>);
SAME(4, 4, cuda::atomic<char>);
SAME(4, 4, cuda::atomic<int>);
SAME(8, 8, cuda::atomic<long long>);
SAME(8, 8, cuda::atomic_ref<int>);
SAME(32, 8, nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major>);
SAME(32, 8, nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, __half, nvcuda::wmma::col_major>);
SAME(32, 8, nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float>);
SAME(16, 8, nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, __half>);
SAME(8, 8, nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, signed char, nvcuda::wmma::row_major>);
SAME(32, 8, nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 32, 8, 16, __half, nvcuda::wmma::row_major>);
SAME(16, 8, nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 8, nvcuda::wmma::precision::tf32, nvcuda::wmma::row_major>);
SAME(8, 8, nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 8, 8, 4, double, nvcuda::wmma::row_major>);
SAME(16, 8, nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 8, 8, 4, double>);

__global__ void fill(int *p) { p[threadIdx.x] = 1; }
void launch(int *p) { fill<<<1, 32>>>(p); }
