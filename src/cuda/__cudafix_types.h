// SPDX-License-Identifier: Apache-2.0
//
// Keywords, the C library, vector types and the builtin variables.
#ifndef __CUDAFIX_TYPES_H
#define __CUDAFIX_TYPES_H
#define CUDART_VERSION 12080
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(...)
#ifdef __CUDA_ARCH__
#define __cluster_dims__(...) __attribute__((annotate("cudafix.cluster", __VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif
#define __block_size__(...)
#define __nv_pure__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __cudart_builtin__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __location__(a) __attribute__((a))
#define __annotate__(a) __attribute__((a))
#define __thread__ __thread
#define __import__
#define __export__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
#define __specialization_static static
#include "__cudafix_hooks.h"

#include <__clang_cuda_math_forward_declares.h>
#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 61
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1

// <math.h> and <stdlib.h> of libstdc++ include <cmath> and <cstdlib>, which costs more than all of
// this; a unit that needs them includes them.
#ifdef __CUDAFIX_FULL_CMATH
#include <cmath>
#include <cstdlib>
#include <utility>
#include <new>
#include <math.h>
#include <stdlib.h>
#else
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <stdlib.h>
#include <math.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#endif
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define __CUDAFIX_VECTOR(T, N, A2, A4)                                                             \
  struct N##1 { T x; };                                                                            \
  struct __align__(A2) N##2 { T x, y; };                                                           \
  struct N##3 { T x, y, z; };                                                                      \
  struct __align__(A4) N##4 { T x, y, z, w; };                                                     \
  __CUDAFIX_HD constexpr N##1 make_##N##1(T x) { return N##1{x}; }                                 \
  __CUDAFIX_HD constexpr N##2 make_##N##2(T x, T y) { return N##2{x, y}; }                         \
  __CUDAFIX_HD constexpr N##3 make_##N##3(T x, T y, T z) { return N##3{x, y, z}; }                 \
  __CUDAFIX_HD constexpr N##4 make_##N##4(T x, T y, T z, T w) { return N##4{x, y, z, w}; }
__CUDAFIX_VECTOR(signed char, char, 2, 4)
__CUDAFIX_VECTOR(unsigned char, uchar, 2, 4)
__CUDAFIX_VECTOR(short, short, 4, 8)
__CUDAFIX_VECTOR(unsigned short, ushort, 4, 8)
__CUDAFIX_VECTOR(int, int, 8, 16)
__CUDAFIX_VECTOR(unsigned int, uint, 8, 16)
__CUDAFIX_VECTOR(long, long, 16, 16)
__CUDAFIX_VECTOR(unsigned long, ulong, 16, 16)
__CUDAFIX_VECTOR(long long, longlong, 16, 16)
__CUDAFIX_VECTOR(unsigned long long, ulonglong, 16, 16)
__CUDAFIX_VECTOR(float, float, 8, 16)
__CUDAFIX_VECTOR(double, double, 16, 16)
#undef __CUDAFIX_VECTOR
#define __CUDAFIX_ALIGNED4(T, N, A)                                                                \
  struct __align__(A) N##4_##A##a { T x, y, z, w; };                                               \
  __CUDAFIX_HD constexpr N##4_##A##a make_##N##4_##A##a(T x, T y, T z, T w) { return N##4_##A##a{x, y, z, w}; }
__CUDAFIX_ALIGNED4(long, long, 16)
__CUDAFIX_ALIGNED4(long, long, 32)
__CUDAFIX_ALIGNED4(unsigned long, ulong, 16)
__CUDAFIX_ALIGNED4(unsigned long, ulong, 32)
__CUDAFIX_ALIGNED4(long long, longlong, 16)
__CUDAFIX_ALIGNED4(long long, longlong, 32)
__CUDAFIX_ALIGNED4(unsigned long long, ulonglong, 16)
__CUDAFIX_ALIGNED4(unsigned long long, ulonglong, 32)
__CUDAFIX_ALIGNED4(double, double, 16)
__CUDAFIX_ALIGNED4(double, double, 32)
#undef __CUDAFIX_ALIGNED4

struct dim3 {
  unsigned x, y, z;
  __CUDAFIX_M constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  __CUDAFIX_M constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __CUDAFIX_M constexpr operator uint3() const { return uint3{x, y, z}; }
};

#include <__clang_cuda_builtin_vars.h>
#define __CUDAFIX_CONVERT(S)                                                                       \
  __CUDAFIX_DM S::operator dim3() const { return dim3(x, y, z); }                                  \
  __CUDAFIX_DM S::operator uint3() const { return uint3{x, y, z}; }
__CUDAFIX_CONVERT(__cuda_builtin_threadIdx_t)
__CUDAFIX_CONVERT(__cuda_builtin_blockIdx_t)
__CUDAFIX_CONVERT(__cuda_builtin_blockDim_t)
__CUDAFIX_CONVERT(__cuda_builtin_gridDim_t)
#undef __CUDAFIX_CONVERT

typedef unsigned int cuuint32_t;
typedef __UINT64_TYPE__ cuuint64_t; // as <stdint.h> has it
#endif
