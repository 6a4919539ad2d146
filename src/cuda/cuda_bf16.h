// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_BF16_H
#define __CUDAFIX_BF16_H
#include <cuda_fp16.h>
__CUDAFIX_HALF_TYPES(__nv_bfloat16, __nv_bfloat162, __bf16)
__CUDAFIX_HALF_FUNCTIONS(__nv_bfloat16, __nv_bfloat162, __bf16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#define __CUDAFIX_TO_BF16(NAME, T)                                                                 \
  __CUDAFIX_HD __nv_bfloat16 __##NAME##2bfloat16(T f) { return __nv_bfloat16(f); }                 \
  __CUDAFIX_HD __nv_bfloat16 __##NAME##2bfloat16_rn(T f) { return __nv_bfloat16(f); }              \
  __CUDAFIX_HD __nv_bfloat16 __##NAME##2bfloat16_rz(T f) { return __nv_bfloat16(f); }              \
  __CUDAFIX_HD T __bfloat162##NAME##_rn(__nv_bfloat16 h) { return (T)(float)h; }                   \
  __CUDAFIX_HD __nv_bfloat16 __##NAME##2bfloat16_ru(T f) { return __nv_bfloat16(f); }              \
  __CUDAFIX_HD __nv_bfloat16 __##NAME##2bfloat16_rd(T f) { return __nv_bfloat16(f); }              \
  __CUDAFIX_HD T __bfloat162##NAME##_rz(__nv_bfloat16 h) { return (T)(float)h; }                   \
  __CUDAFIX_HD T __bfloat162##NAME##_ru(__nv_bfloat16 h) { return (T)(float)h; }                   \
  __CUDAFIX_HD T __bfloat162##NAME##_rd(__nv_bfloat16 h) { return (T)(float)h; }
__CUDAFIX_TO_BF16(float, float)
__CUDAFIX_TO_BF16(double, double)
__CUDAFIX_TO_BF16(int, int)
__CUDAFIX_TO_BF16(uint, unsigned)
__CUDAFIX_TO_BF16(short, short)
__CUDAFIX_TO_BF16(ushort, unsigned short)
__CUDAFIX_TO_BF16(ll, long long)
__CUDAFIX_TO_BF16(ull, unsigned long long)
#undef __CUDAFIX_TO_BF16
__CUDAFIX_HD float __bfloat162float(__nv_bfloat16 h) { return (float)h; }
__CUDAFIX_HD __nv_bfloat162 __float2bfloat162_rn(float f) { return __nv_bfloat162(f, f); }
__CUDAFIX_HD __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(a, b); }
__CUDAFIX_HD __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __nv_bfloat162(a.x, a.y); }
__CUDAFIX_HD float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(a.x, a.y); }
__CUDAFIX_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__CUDAFIX_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__CUDAFIX_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__CUDAFIX_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__CUDAFIX_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__CUDAFIX_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) { return __builtin_bit_cast(unsigned short, h.v); }
__CUDAFIX_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short s) { __nv_bfloat16 h; h.v = __builtin_bit_cast(__bf16, s); return h; }
__CUDAFIX_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
__CUDAFIX_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
__CUDAFIX_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
__CUDAFIX_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
__CUDAFIX_HD short __bfloat16_as_short(__nv_bfloat16 h) { return __builtin_bit_cast(short, h.v); }
__CUDAFIX_HD __nv_bfloat16 __short_as_bfloat16(short s) { return __ushort_as_bfloat16((unsigned short)s); }
__CUDAFIX_HD signed char __bfloat162char_rz(__nv_bfloat16 h) { return (signed char)(float)h; }
__CUDAFIX_HD unsigned char __bfloat162uchar_rz(__nv_bfloat16 h) { return (unsigned char)(float)h; }
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#endif
