// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_COMPLEX_H
#define __CUDAFIX_COMPLEX_H
#include <__cudafix_runtime.h>
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define __CUDAFIX_COMPLEX(C, T, S, SQRT)                                                           \
  __CUDAFIX_HD T cuCreal##S(C a) { return a.x; }                                                   \
  __CUDAFIX_HD T cuCimag##S(C a) { return a.y; }                                                   \
  __CUDAFIX_HD C cuConj##S(C a) { return C{a.x, -a.y}; }                                           \
  __CUDAFIX_HD C cuCadd##S(C a, C b) { return C{a.x + b.x, a.y + b.y}; }                           \
  __CUDAFIX_HD C cuCsub##S(C a, C b) { return C{a.x - b.x, a.y - b.y}; }                           \
  __CUDAFIX_HD C cuCmul##S(C a, C b) { return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }   \
  __CUDAFIX_HD C cuCfma##S(C a, C b, C c) { return cuCadd##S(cuCmul##S(a, b), c); }                \
  __CUDAFIX_HD C cuCdiv##S(C a, C b) {                                                             \
    T d = b.x * b.x + b.y * b.y;                                                                   \
    return C{(a.x * b.x + a.y * b.y) / d, (a.y * b.x - a.x * b.y) / d};                            \
  }                                                                                                \
  __CUDAFIX_HD T cuCabs##S(C a) { return SQRT(a.x * a.x + a.y * a.y); }
__CUDAFIX_COMPLEX(cuFloatComplex, float, f, sqrtf)
__CUDAFIX_COMPLEX(cuDoubleComplex, double, , sqrt)
#undef __CUDAFIX_COMPLEX
__CUDAFIX_HD cuFloatComplex make_cuFloatComplex(float r, float i) { return cuFloatComplex{r, i}; }
__CUDAFIX_HD cuFloatComplex make_cuComplex(float r, float i) { return cuFloatComplex{r, i}; }
__CUDAFIX_HD cuDoubleComplex make_cuDoubleComplex(double r, double i) { return cuDoubleComplex{r, i}; }
__CUDAFIX_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return cuDoubleComplex{a.x, a.y}; }
__CUDAFIX_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return cuFloatComplex{(float)a.x, (float)a.y}; }
#endif
