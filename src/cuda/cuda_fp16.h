// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_FP16_H
#define __CUDAFIX_FP16_H
#include <__cudafix_half.h>
#define CUDA_NO_HALF 1
__CUDAFIX_HALF_TYPES(__half, __half2, _Float16)
__CUDAFIX_HALF_FUNCTIONS(__half, __half2, _Float16)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
#define __CUDAFIX_TO_HALF(NAME, T)                                                                 \
  __CUDAFIX_HD __half __##NAME##2half(T f) { return __half(f); }                                   \
  __CUDAFIX_HD __half __##NAME##2half_rn(T f) { return __half(f); }                                \
  __CUDAFIX_HD __half __##NAME##2half_rz(T f) { return __half(f); }                                \
  __CUDAFIX_HD __half __##NAME##2half_ru(T f) { return __half(f); }                                \
  __CUDAFIX_HD __half __##NAME##2half_rd(T f) { return __half(f); }                                \
  __CUDAFIX_HD T __half2##NAME##_rn(__half h) { return (T)(float)h; }                              \
  __CUDAFIX_HD T __half2##NAME##_rz(__half h) { return (T)(float)h; }                              \
  __CUDAFIX_HD T __half2##NAME##_ru(__half h) { return (T)(float)h; }                              \
  __CUDAFIX_HD T __half2##NAME##_rd(__half h) { return (T)(float)h; }
__CUDAFIX_TO_HALF(float, float)
__CUDAFIX_TO_HALF(double, double)
__CUDAFIX_TO_HALF(int, int)
__CUDAFIX_TO_HALF(uint, unsigned)
__CUDAFIX_TO_HALF(short, short)
__CUDAFIX_TO_HALF(ushort, unsigned short)
__CUDAFIX_TO_HALF(ll, long long)
__CUDAFIX_TO_HALF(ull, unsigned long long)
#undef __CUDAFIX_TO_HALF
__CUDAFIX_HD float __half2float(__half h) { return (float)h; }
__CUDAFIX_HD __half2 __float2half2_rn(float f) { return __half2(f, f); }
__CUDAFIX_HD __half2 __floats2half2_rn(float a, float b) { return __half2(a, b); }
__CUDAFIX_HD __half2 __float22half2_rn(float2 a) { return __half2(a.x, a.y); }
__CUDAFIX_HD float2 __half22float2(__half2 a) { return make_float2(a.x, a.y); }
__CUDAFIX_HD __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__CUDAFIX_HD __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__CUDAFIX_HD __half2 __half2half2(__half a) { return __half2(a, a); }
__CUDAFIX_HD __half __low2half(__half2 a) { return a.x; }
__CUDAFIX_HD __half __high2half(__half2 a) { return a.y; }
__CUDAFIX_HD __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__CUDAFIX_HD __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__CUDAFIX_HD __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__CUDAFIX_HD __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__CUDAFIX_HD unsigned short __half_as_ushort(__half h) { return __builtin_bit_cast(unsigned short, h.v); }
__CUDAFIX_HD short __half_as_short(__half h) { return __builtin_bit_cast(short, h.v); }
__CUDAFIX_HD __half __ushort_as_half(unsigned short s) { __half h; h.v = __builtin_bit_cast(_Float16, s); return h; }
__CUDAFIX_HD __half __short_as_half(short s) { __half h; h.v = __builtin_bit_cast(_Float16, s); return h; }
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
__CUDAFIX_HD signed char __half2char_rz(__half h) { return (signed char)(float)h; }
__CUDAFIX_HD unsigned char __half2uchar_rz(__half h) { return (unsigned char)(float)h; }
// Older toolkits define this macro here, for types that programs define.
#define __CUDA_ALIGN__(n) __align__(n)
#endif
