// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_FP4_H
#define __CUDAFIX_FP4_H
#include <cuda_fp8.h>
typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };
__CUDAFIX_NARROW(__nv_fp4_e2m1, __nv_fp4_storage_t)
__CUDAFIX_NARROW_PACKS(__nv_fp4x2_e2m1, __nv_fp4x2_storage_t, __nv_fp4x4_e2m1, __nv_fp4x4_storage_t)
#define __CUDAFIX_TO_FP4(Name, T)                                                                  \
  __CUDAFIX_HD __nv_fp4_storage_t Name(T f, __nv_fp4_interpretation_t, cudaRoundMode) {           \
    return (__nv_fp4_storage_t)(float)f;                                                           \
  }
#define __CUDAFIX_TO_FP4X2(Name, T)                                                                \
  __CUDAFIX_HD __nv_fp4x2_storage_t Name(T v, __nv_fp4_interpretation_t, cudaRoundMode) {         \
    return (__nv_fp4x2_storage_t)((unsigned char)(float)v.x | (unsigned char)(float)v.y << 4);      \
  }
__CUDAFIX_TO_FP4(__nv_cvt_float_to_fp4, float)
__CUDAFIX_TO_FP4(__nv_cvt_double_to_fp4, double)
__CUDAFIX_TO_FP4(__cudafix_half_to_fp4, __half)
__CUDAFIX_TO_FP4(__cudafix_bfloat16_to_fp4, __nv_bfloat16)
__CUDAFIX_TO_FP4X2(__nv_cvt_float2_to_fp4x2, float2)
__CUDAFIX_TO_FP4X2(__nv_cvt_double2_to_fp4x2, double2)
__CUDAFIX_TO_FP4X2(__cudafix_half2_to_fp4x2, __half2)
__CUDAFIX_TO_FP4X2(__cudafix_bfloat162_to_fp4x2, __nv_bfloat162)
#undef __CUDAFIX_TO_FP4
#undef __CUDAFIX_TO_FP4X2
__CUDAFIX_HD __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw h, __nv_fp4_interpretation_t i, cudaRoundMode m) { return __cudafix_half_to_fp4(__half(h), i, m); }
__CUDAFIX_HD __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw h, __nv_fp4_interpretation_t i, cudaRoundMode m) { return __cudafix_bfloat16_to_fp4(__nv_bfloat16(h), i, m); }
__CUDAFIX_HD __nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(__half2_raw h, __nv_fp4_interpretation_t i, cudaRoundMode m) { return __cudafix_half2_to_fp4x2(__half2(h), i, m); }
__CUDAFIX_HD __nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(__nv_bfloat162_raw h, __nv_fp4_interpretation_t i, cudaRoundMode m) { return __cudafix_bfloat162_to_fp4x2(__nv_bfloat162(h), i, m); }
__CUDAFIX_HD __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t) { return __half((float)x); }
__CUDAFIX_HD __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x, __nv_fp4_interpretation_t) {
  return __half2(__half((float)(x & 15)), __half((float)(x >> 4)));
}
#endif
