// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_FP8_H
#define __CUDAFIX_FP8_H
#include <cuda_bf16.h>
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
// Narrow floating-point types, and packs of two and four of them. Their values are not exact.
#define __CUDAFIX_NARROW(T, Storage)                                                               \
  struct T {                                                                                       \
    Storage __x;                                                                                   \
    T() = default;                                                                                 \
    __CUDAFIX_M explicit T(float f) : __x((Storage)f) {}                                           \
    __CUDAFIX_M explicit T(double f) : __x((Storage)f) {}                                          \
    __CUDAFIX_M explicit T(short f) : __x((Storage)f) {}                                           \
    __CUDAFIX_M explicit T(unsigned short f) : __x((Storage)f) {}                                  \
    __CUDAFIX_M explicit T(int f) : __x((Storage)f) {}                                             \
    __CUDAFIX_M explicit T(unsigned f) : __x((Storage)f) {}                                        \
    __CUDAFIX_M explicit T(long f) : __x((Storage)f) {}                                            \
    __CUDAFIX_M explicit T(unsigned long f) : __x((Storage)f) {}                                   \
    __CUDAFIX_M explicit T(long long f) : __x((Storage)f) {}                                       \
    __CUDAFIX_M explicit T(unsigned long long f) : __x((Storage)f) {}                              \
    __CUDAFIX_M explicit T(__half f) : __x((Storage)(float)f) {}                                   \
    __CUDAFIX_M explicit T(__nv_bfloat16 f) : __x((Storage)(float)f) {}                            \
    __CUDAFIX_M explicit operator float() const { return (float)__x; }                             \
    __CUDAFIX_M explicit operator double() const { return (float)__x; }                            \
    __CUDAFIX_M explicit operator char() const { return (char)__x; }                               \
    __CUDAFIX_M explicit operator signed char() const { return (signed char)__x; }                 \
    __CUDAFIX_M explicit operator unsigned char() const { return __x; }                            \
    __CUDAFIX_M explicit operator short() const { return __x; }                                    \
    __CUDAFIX_M explicit operator unsigned short() const { return __x; }                           \
    __CUDAFIX_M explicit operator int() const { return __x; }                                      \
    __CUDAFIX_M explicit operator unsigned() const { return __x; }                                 \
    __CUDAFIX_M explicit operator long() const { return __x; }                                     \
    __CUDAFIX_M explicit operator unsigned long() const { return __x; }                            \
    __CUDAFIX_M explicit operator long long() const { return __x; }                                \
    __CUDAFIX_M explicit operator unsigned long long() const { return __x; }                       \
    __CUDAFIX_M explicit operator bool() const { return __x & 127; }                               \
    __CUDAFIX_M explicit operator __half() const { return __half((float)__x); }                    \
    __CUDAFIX_M explicit operator __nv_bfloat16() const { return __nv_bfloat16((float)__x); }      \
  };
#define __CUDAFIX_NARROW_PACKS(T2, Storage2, T4, Storage4)                                         \
  struct T2 {                                                                                      \
    Storage2 __x;                                                                                  \
    T2() = default;                                                                                \
    __CUDAFIX_M explicit T2(float2 f) : __x((Storage2)f.x) {}                                      \
    __CUDAFIX_M explicit T2(double2 f) : __x((Storage2)f.x) {}                                     \
    __CUDAFIX_M explicit T2(__half2 f) : __x((Storage2)(float)f.x) {}                              \
    __CUDAFIX_M explicit T2(__nv_bfloat162 f) : __x((Storage2)(float)f.x) {}                       \
    __CUDAFIX_M explicit operator float2() const { return float2{(float)__x, (float)__x}; }        \
    __CUDAFIX_M explicit operator __half2() const { return __half2((float)__x, (float)__x); }      \
    __CUDAFIX_M explicit operator __nv_bfloat162() const { return __nv_bfloat162((float)__x, (float)__x); } \
  };                                                                                               \
  struct T4 {                                                                                      \
    Storage4 __x;                                                                                  \
    T4() = default;                                                                                \
    __CUDAFIX_M explicit T4(float4 f) : __x((Storage4)f.x) {}                                      \
    __CUDAFIX_M explicit T4(double4 f) : __x((Storage4)f.x) {}                                     \
    __CUDAFIX_M explicit T4(__half2 a, __half2 b) : __x((Storage4)(float)a.x) {}                   \
    __CUDAFIX_M explicit T4(__nv_bfloat162 a, __nv_bfloat162 b) : __x((Storage4)(float)a.x) {}     \
    __CUDAFIX_M explicit operator float4() const { float f = (float)__x; return float4{f, f, f, f}; } \
  };
// Conversions of the types of six and of four bits. A pack of two such numbers has twice as many
// bits.
#define __CUDAFIX_NARROW_CONVERSIONS(N, Bits)                                                      \
  __CUDAFIX_HD __nv_fp##N##_storage_t __nv_cvt_float_to_fp##N(float f, __nv_fp##N##_interpretation_t, cudaRoundMode) { return (__nv_fp##N##_storage_t)f; } \
  __CUDAFIX_HD __nv_fp##N##_storage_t __nv_cvt_double_to_fp##N(double f, __nv_fp##N##_interpretation_t, cudaRoundMode) { return (__nv_fp##N##_storage_t)f; } \
  __CUDAFIX_HD __nv_fp##N##_storage_t __nv_cvt_halfraw_to_fp##N(__half_raw h, __nv_fp##N##_interpretation_t i, cudaRoundMode m) { return __nv_cvt_float_to_fp##N((float)__half(h), i, m); } \
  __CUDAFIX_HD __nv_fp##N##_storage_t __nv_cvt_bfloat16raw_to_fp##N(__nv_bfloat16_raw h, __nv_fp##N##_interpretation_t i, cudaRoundMode m) { return __nv_cvt_float_to_fp##N((float)__nv_bfloat16(h), i, m); } \
  __CUDAFIX_HD __nv_fp##N##x2_storage_t __nv_cvt_float2_to_fp##N##x2(float2 v, __nv_fp##N##_interpretation_t, cudaRoundMode) { return (__nv_fp##N##x2_storage_t)((unsigned char)v.x | (unsigned char)v.y << Bits); } \
  __CUDAFIX_HD __nv_fp##N##x2_storage_t __nv_cvt_double2_to_fp##N##x2(double2 v, __nv_fp##N##_interpretation_t i, cudaRoundMode m) { return __nv_cvt_float2_to_fp##N##x2(make_float2((float)v.x, (float)v.y), i, m); } \
  __CUDAFIX_HD __nv_fp##N##x2_storage_t __nv_cvt_halfraw2_to_fp##N##x2(__half2_raw h, __nv_fp##N##_interpretation_t i, cudaRoundMode m) { __half2 v(h); return __nv_cvt_float2_to_fp##N##x2(make_float2((float)v.x, (float)v.y), i, m); } \
  __CUDAFIX_HD __nv_fp##N##x2_storage_t __nv_cvt_bfloat16raw2_to_fp##N##x2(__nv_bfloat162_raw h, __nv_fp##N##_interpretation_t i, cudaRoundMode m) { __nv_bfloat162 v(h); return __nv_cvt_float2_to_fp##N##x2(make_float2((float)v.x, (float)v.y), i, m); } \
  __CUDAFIX_HD __half_raw __nv_cvt_fp##N##_to_halfraw(__nv_fp##N##_storage_t x, __nv_fp##N##_interpretation_t) { return __half((float)x); } \
  __CUDAFIX_HD __half2_raw __nv_cvt_fp##N##x2_to_halfraw2(__nv_fp##N##x2_storage_t x, __nv_fp##N##_interpretation_t) { return __half2(__half((float)(x & ((1 << Bits) - 1))), __half((float)(x >> Bits))); }
__CUDAFIX_NARROW(__nv_fp8_e4m3, __nv_fp8_storage_t)
__CUDAFIX_NARROW(__nv_fp8_e5m2, __nv_fp8_storage_t)
__CUDAFIX_NARROW(__nv_fp8_e8m0, __nv_fp8_storage_t)
__CUDAFIX_NARROW_PACKS(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t, __nv_fp8x4_e4m3, __nv_fp8x4_storage_t)
__CUDAFIX_NARROW_PACKS(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t, __nv_fp8x4_e5m2, __nv_fp8x4_storage_t)
__CUDAFIX_NARROW_PACKS(__nv_fp8x2_e8m0, __nv_fp8x2_storage_t, __nv_fp8x4_e8m0, __nv_fp8x4_storage_t)
__CUDAFIX_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float f, __nv_saturation_t, __nv_fp8_interpretation_t) { return (__nv_fp8_storage_t)f; }
__CUDAFIX_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t s, __nv_fp8_interpretation_t) { return __half((float)s); }
__CUDAFIX_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t s, __nv_fp8_interpretation_t) {
  return __half2(__half((float)(s & 255)), __half((float)(s >> 8)));
}
__CUDAFIX_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double f, __nv_saturation_t, __nv_fp8_interpretation_t) { return (__nv_fp8_storage_t)f; }
__CUDAFIX_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw h, __nv_saturation_t, __nv_fp8_interpretation_t) { return (__nv_fp8_storage_t)(float)__half(h); }
__CUDAFIX_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw h, __nv_saturation_t, __nv_fp8_interpretation_t) { return (__nv_fp8_storage_t)(float)__nv_bfloat16(h); }
#define __CUDAFIX_TO_FP8X2(Name, T)                                                                \
  __CUDAFIX_HD __nv_fp8x2_storage_t Name(T v, __nv_saturation_t, __nv_fp8_interpretation_t) {      \
    return (__nv_fp8x2_storage_t)((unsigned char)(float)v.x | (unsigned char)(float)v.y << 8);     \
  }
__CUDAFIX_TO_FP8X2(__nv_cvt_float2_to_fp8x2, float2)
__CUDAFIX_TO_FP8X2(__nv_cvt_double2_to_fp8x2, double2)
__CUDAFIX_TO_FP8X2(__cudafix_half2_to_fp8x2, __half2)
__CUDAFIX_TO_FP8X2(__cudafix_bfloat162_to_fp8x2, __nv_bfloat162)
#undef __CUDAFIX_TO_FP8X2
__CUDAFIX_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw h, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __cudafix_half2_to_fp8x2(__half2(h), s, i); }
__CUDAFIX_HD __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw h, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __cudafix_bfloat162_to_fp8x2(__nv_bfloat162(h), s, i); }
// Powers of two: 2^(x - 127), the exponent of a bfloat16 (0: 2^-127, 255: not a number).
__CUDAFIX_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  return __nv_bfloat16_raw{(unsigned short)(x == 0 ? 0x40 : x == 255 ? 0x7fff : x << 7)};
}
__CUDAFIX_HD __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
  return __nv_bfloat162(__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw((unsigned char)x)), __nv_bfloat16(__nv_cvt_e8m0_to_bf16raw((unsigned char)(x >> 8))));
}
__CUDAFIX_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float f, __nv_saturation_t, cudaRoundMode) { return (__nv_fp8_storage_t)(__float_as_uint(f) >> 23); }
__CUDAFIX_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double f, __nv_saturation_t s, cudaRoundMode m) { return __nv_cvt_float_to_e8m0((float)f, s, m); }
__CUDAFIX_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw h, __nv_saturation_t s, cudaRoundMode m) { return __nv_cvt_float_to_e8m0((float)__nv_bfloat16(h), s, m); }
#define __CUDAFIX_TO_E8M0X2(Name, T)                                                               \
  __CUDAFIX_HD __nv_fp8x2_storage_t Name(T v, __nv_saturation_t s, cudaRoundMode m) {              \
    return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_e8m0((float)v.x, s, m) | __nv_cvt_float_to_e8m0((float)v.y, s, m) << 8); \
  }
__CUDAFIX_TO_E8M0X2(__nv_cvt_float2_to_e8m0x2, float2)
__CUDAFIX_TO_E8M0X2(__nv_cvt_double2_to_e8m0x2, double2)
__CUDAFIX_TO_E8M0X2(__cudafix_bfloat162_to_e8m0x2, __nv_bfloat162)
#undef __CUDAFIX_TO_E8M0X2
__CUDAFIX_HD __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw h, __nv_saturation_t s, cudaRoundMode m) { return __cudafix_bfloat162_to_e8m0x2(__nv_bfloat162(h), s, m); }
#endif
