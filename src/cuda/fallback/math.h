// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_FALLBACK_MATH_H
#define __CUDAFIX_FALLBACK_MATH_H
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#ifdef __cplusplus
extern "C" {
#endif
#define __CUDAFIX_MATH1(F) double F(double); float F##f(float);
#define __CUDAFIX_MATH2(F) double F(double, double); float F##f(float, float);
#define __CUDAFIX_MATH(F)                                                                          \
  F(acos) F(asin) F(atan) F(acosh) F(asinh) F(atanh) F(cos) F(sin) F(tan) F(cosh) F(sinh) F(tanh)  \
  F(exp) F(exp2) F(expm1) F(log) F(log2) F(log10) F(log1p) F(logb) F(sqrt) F(cbrt) F(erf) F(erfc)  \
  F(lgamma) F(tgamma) F(ceil) F(floor) F(trunc) F(round) F(rint) F(nearbyint) F(fabs)
__CUDAFIX_MATH(__CUDAFIX_MATH1)
#undef __CUDAFIX_MATH
#define __CUDAFIX_MATH(F)                                                                          \
  F(atan2) F(pow) F(hypot) F(fmod) F(remainder) F(copysign) F(nextafter) F(fdim) F(fmax) F(fmin)
__CUDAFIX_MATH(__CUDAFIX_MATH2)
#undef __CUDAFIX_MATH
#undef __CUDAFIX_MATH1
#undef __CUDAFIX_MATH2
double fma(double, double, double);
float fmaf(float, float, float);
double frexp(double, int *);
float frexpf(float, int *);
double ldexp(double, int);
float ldexpf(float, int);
double modf(double, double *);
float modff(float, float *);
double scalbn(double, int);
float scalbnf(float, int);
int ilogb(double);
int ilogbf(float);
long lround(double);
long lroundf(float);
long lrint(double);
long lrintf(float);
long long llround(double);
long long llroundf(float);
long long llrint(double);
long long llrintf(float);
void sincos(double, double *, double *);
void sincosf(float, float *, float *);
#ifdef __cplusplus
}
#endif
#endif
