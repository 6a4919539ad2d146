// SPDX-License-Identifier: Apache-2.0
//
// Stands in for missing headers of CUTLASS and CuTe: macros, number types, arrays, barriers, copies
// and fences as kernels use them. No layouts, tensors or GEMMs.
#ifndef __CUDAFIX_CONTRACT_CUTLASS_H
#define __CUDAFIX_CONTRACT_CUTLASS_H
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#define CUTLASS_MAJOR 4
#define CUTLASS_MINOR 2
#define CUTLASS_PATCH 0
#define CUTLASS_VERSION (CUTLASS_MAJOR * 100 + CUTLASS_MINOR * 10 + CUTLASS_PATCH)
#define CUTLASS_HOST_DEVICE __forceinline__ __host__ __device__
#define CUTLASS_DEVICE __forceinline__ __device__
#define CUTLASS_HOST __host__
#define CUTLASS_GLOBAL __global__ static
#define CUTLASS_LAMBDA_FUNC_INLINE
#define CUTLASS_CXX17_OR_LATER 1
#define CUTLASS_CONSTEXPR_IF_CXX17 constexpr
#define CUTLASS_GRID_CONSTANT __grid_constant__
#define CUTLASS_GRID_CONSTANT_ENABLED 1
#define CUTLASS_PRAGMA_UNROLL _Pragma("unroll")
#define CUTLASS_PRAGMA_NO_UNROLL _Pragma("unroll 1")
#define CUTLASS_GEMM_LOOP CUTLASS_PRAGMA_NO_UNROLL
#define CUTLASS_ASSERT(x) assert(x)
#define CUTLASS_UNUSED(x) ((void)&(x))
#define CUTLASS_NOT_IMPLEMENTED() assert(0)
#define CUTLASS_TRACE_HOST(...) ((void)0)
#define CUTLASS_TRACE_DEVICE(...) ((void)0)
#define CUTLASS_TRACE_DEVICE_T0(...) ((void)0)
#define CUTLASS_STL_NAMESPACE std
#define CUTLASS_DEBUG_TRACE_LEVEL 0

#define CUTE_HOST_DEVICE __forceinline__ __host__ __device__
#define CUTE_DEVICE __forceinline__ __device__
#define CUTE_HOST __forceinline__ __host__
#define CUTE_UNROLL _Pragma("unroll")
#define CUTE_NO_UNROLL _Pragma("unroll 1")
#define CUTE_INLINE_CONSTANT inline constexpr
#define CUTE_STATIC static
#define CUTE_ALIGNAS(n) alignas(n)
#define CUTE_GRID_CONSTANT __grid_constant__
#define CUTE_STATIC_ASSERT static_assert
#define CUTE_STATIC_ASSERT_V(x, ...) static_assert(decltype(x)::value, ##__VA_ARGS__)
#define CUTE_RUNTIME_ASSERT(x) assert(0 && x)
#define CUTE_INVALID_CONTROL_PATH(x) assert(0 && x)
#define CUTE_STL_NAMESPACE std

// Features of the compiler and the architecture.
#define CUTLASS_ARCH_MMA_SM70_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM75_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM80_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM86_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM89_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM90_SUPPORTED 1
#define CUTLASS_ARCH_MMA_MODIFIABLE_TMA_SM90_SUPPORTED 1
#define CUTLASS_ARCH_MMA_SM100_SUPPORTED 1
#define CUTLASS_ARCH_WMMA_ENABLED
#ifdef __CUDA_ARCH__
#define CUTLASS_ENABLE_F16C 0
#if __CUDA_ARCH__ >= 700
#define CUTLASS_ARCH_MMA_SM70_ENABLED
#endif
#if __CUDA_ARCH__ >= 750
#define CUTLASS_ARCH_MMA_SM75_ENABLED
#define CUTE_ARCH_LDSM_SM75_ENABLED
#define CUTE_ARCH_LDSM_SM75_ACTIVATED
#endif
#if __CUDA_ARCH__ >= 800
#define CUTLASS_ARCH_MMA_SM80_ENABLED
#define CUTLASS_ARCH_CP_ASYNC_SM80_ENABLED
#define CUDA_CP_ASYNC_ACTIVATED 1
#define CUTE_ARCH_CP_ASYNC_SM80_ENABLED
#endif
#if __CUDA_ARCH__ >= 900
#define CUTLASS_ARCH_MMA_SM90_ENABLED 1
#define CUDA_BARRIER_ENABLED 1
#define CUTE_ARCH_CLUSTER_SM90_ENABLED
#define CUTE_ARCH_TMA_SM90_ENABLED
#define CUTE_ARCH_STSM_SM90_ENABLED
#if __CUDA_ARCH__ < 1000
#define CUTLASS_ARCH_MMA_SM90A_ENABLED 1
#define CUTE_ARCH_MMA_SM90A_ENABLED
#define CUTE_ARCH_MMA_SM90_ENABLED
#endif
#endif
#if __CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1200
#define CUTLASS_ARCH_MMA_SM100_ENABLED 1
#define CUTLASS_ARCH_MMA_SM100A_ENABLED 1
#define CUTE_ARCH_TCGEN05_TMEM_ENABLED
#define CUTE_ARCH_TMA_SM100_ENABLED
#endif
#endif

#include "cutlass_numbers.h"

#include "cutlass_arrays.h"

#include "cutlass_shapes.h"

#include "cutlass_arch.h"

#include "cute.h"
#endif
