// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_FP6_H
#define __CUDAFIX_FP6_H
#include <cuda_fp8.h>
typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
__CUDAFIX_NARROW(__nv_fp6_e2m3, __nv_fp6_storage_t)
__CUDAFIX_NARROW(__nv_fp6_e3m2, __nv_fp6_storage_t)
__CUDAFIX_NARROW_PACKS(__nv_fp6x2_e2m3, __nv_fp6x2_storage_t, __nv_fp6x4_e2m3, __nv_fp6x4_storage_t)
__CUDAFIX_NARROW_PACKS(__nv_fp6x2_e3m2, __nv_fp6x2_storage_t, __nv_fp6x4_e3m2, __nv_fp6x4_storage_t)
#define __CUDAFIX_TO_FP6(Name, T)                                                                  \
  __CUDAFIX_HD __nv_fp6_storage_t Name(T f, __nv_fp6_interpretation_t, cudaRoundMode) {           \
    return (__nv_fp6_storage_t)(float)f;                                                           \
  }
#define __CUDAFIX_TO_FP6X2(Name, T)                                                                \
  __CUDAFIX_HD __nv_fp6x2_storage_t Name(T v, __nv_fp6_interpretation_t, cudaRoundMode) {         \
    return (__nv_fp6x2_storage_t)((unsigned char)(float)v.x | (unsigned char)(float)v.y << 8);      \
  }
__CUDAFIX_TO_FP6(__nv_cvt_float_to_fp6, float)
__CUDAFIX_TO_FP6(__nv_cvt_double_to_fp6, double)
__CUDAFIX_TO_FP6(__cudafix_half_to_fp6, __half)
__CUDAFIX_TO_FP6(__cudafix_bfloat16_to_fp6, __nv_bfloat16)
__CUDAFIX_TO_FP6X2(__nv_cvt_float2_to_fp6x2, float2)
__CUDAFIX_TO_FP6X2(__nv_cvt_double2_to_fp6x2, double2)
__CUDAFIX_TO_FP6X2(__cudafix_half2_to_fp6x2, __half2)
__CUDAFIX_TO_FP6X2(__cudafix_bfloat162_to_fp6x2, __nv_bfloat162)
#undef __CUDAFIX_TO_FP6
#undef __CUDAFIX_TO_FP6X2
__CUDAFIX_HD __nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(__half_raw h, __nv_fp6_interpretation_t i, cudaRoundMode m) { return __cudafix_half_to_fp6(__half(h), i, m); }
__CUDAFIX_HD __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw h, __nv_fp6_interpretation_t i, cudaRoundMode m) { return __cudafix_bfloat16_to_fp6(__nv_bfloat16(h), i, m); }
__CUDAFIX_HD __nv_fp6x2_storage_t __nv_cvt_halfraw2_to_fp6x2(__half2_raw h, __nv_fp6_interpretation_t i, cudaRoundMode m) { return __cudafix_half2_to_fp6x2(__half2(h), i, m); }
__CUDAFIX_HD __nv_fp6x2_storage_t __nv_cvt_bfloat16raw2_to_fp6x2(__nv_bfloat162_raw h, __nv_fp6_interpretation_t i, cudaRoundMode m) { return __cudafix_bfloat162_to_fp6x2(__nv_bfloat162(h), i, m); }
__CUDAFIX_HD __half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t x, __nv_fp6_interpretation_t) { return __half((float)x); }
__CUDAFIX_HD __half2_raw __nv_cvt_fp6x2_to_halfraw2(__nv_fp6x2_storage_t x, __nv_fp6_interpretation_t) {
  return __half2(__half((float)(x & 255)), __half((float)(x >> 8)));
}
#endif
