// SPDX-License-Identifier: Apache-2.0
//
// Common to half and bfloat16: a 16-bit number H over the compiler's own type N, and the pair H2.
#ifndef __CUDAFIX_HALF_H
#define __CUDAFIX_HALF_H
#include <__cudafix_runtime.h>

#define __CUDAFIX_HALF_TYPES(H, H2, N)                                                             \
  struct H##_raw { unsigned short x; };                                                            \
  struct __align__(4) H2##_raw { unsigned short x, y; };                                                        \
  struct __align__(2) H {                                                                          \
    N v;                                                                                           \
    H() = default;                                                                                 \
    __CUDAFIX_M constexpr H(float f) : v((N)f) {}                                                  \
    __CUDAFIX_M constexpr H(double f) : v((N)(float)f) {}                                          \
    __CUDAFIX_M constexpr H(int f) : v((N)(float)f) {}                                             \
    __CUDAFIX_M constexpr H(unsigned f) : v((N)(float)f) {}                                        \
    __CUDAFIX_M constexpr H(short f) : v((N)(float)f) {}                                           \
    __CUDAFIX_M constexpr H(unsigned short f) : v((N)(float)f) {}                                  \
    __CUDAFIX_M constexpr H(long f) : v((N)(float)f) {}                                            \
    __CUDAFIX_M constexpr H(unsigned long f) : v((N)(float)f) {}                                   \
    __CUDAFIX_M constexpr H(long long f) : v((N)(float)f) {}                                       \
    __CUDAFIX_M constexpr H(unsigned long long f) : v((N)(float)f) {}                              \
    __CUDAFIX_M H(H##_raw r) : v(__builtin_bit_cast(N, r.x)) {}                                    \
    __CUDAFIX_M operator float() const { return (float)v; }                                        \
    __CUDAFIX_M operator H##_raw() const { return H##_raw{__builtin_bit_cast(unsigned short, v)}; } \
    __CUDAFIX_M H &operator+=(H o) { v = v + o.v; return *this; }                                  \
    __CUDAFIX_M H &operator-=(H o) { v = v - o.v; return *this; }                                  \
    __CUDAFIX_M H &operator*=(H o) { v = v * o.v; return *this; }                                  \
    __CUDAFIX_M H &operator/=(H o) { v = v / o.v; return *this; }                                  \
    __CUDAFIX_M H &operator++() { v = v + (N)1.f; return *this; }                                        \
    __CUDAFIX_M H &operator--() { v = v - (N)1.f; return *this; }                                        \
  };                                                                                               \
  struct __align__(4) H2 {                                                                         \
    H x, y;                                                                                        \
    H2() = default;                                                                                \
    __CUDAFIX_M constexpr H2(H a, H b) : x(a), y(b) {}                                             \
    __CUDAFIX_M H2(const H2##_raw &r) : x(H##_raw{r.x}), y(H##_raw{r.y}) {}                        \
    __CUDAFIX_M operator H2##_raw() const { return H2##_raw{((H##_raw)x).x, ((H##_raw)y).x}; }     \
    __CUDAFIX_M H2 &operator+=(H2 o) { x.v += o.x.v; y.v += o.y.v; return *this; }                         \
    __CUDAFIX_M H2 &operator-=(H2 o) { x.v -= o.x.v; y.v -= o.y.v; return *this; }                         \
    __CUDAFIX_M H2 &operator*=(H2 o) { x.v *= o.x.v; y.v *= o.y.v; return *this; }                         \
    __CUDAFIX_M H2 &operator/=(H2 o) { x.v /= o.x.v; y.v /= o.y.v; return *this; }                         \
  };

// Uses the member and never the operators: their overload resolution, over all the conversions,
// would cost more than the rest of the header.
#define __CUDAFIX_HALF_BINARY(H, H2, OP, NAME)                                                     \
  __CUDAFIX_HD H operator OP(H a, H b) { a.v = a.v OP b.v; return a; }                             \
  __CUDAFIX_HD H2 operator OP(H2 a, H2 b) { a.x.v = a.x.v OP b.x.v; a.y.v = a.y.v OP b.y.v; return a; } \
  __CUDAFIX_HD H __h##NAME(H a, H b) { a.v = a.v OP b.v; return a; }                               \
  __CUDAFIX_HD H __h##NAME##_rn(H a, H b) { a.v = a.v OP b.v; return a; }                          \
  __CUDAFIX_HD H __h##NAME##_sat(H a, H b) { a.v = a.v OP b.v; return a; }                         \
  __CUDAFIX_HD H2 __h##NAME##2(H2 a, H2 b) { a.x.v = a.x.v OP b.x.v; a.y.v = a.y.v OP b.y.v; return a; } \
  __CUDAFIX_HD H2 __h##NAME##2_rn(H2 a, H2 b) { return __h##NAME##2(a, b); }                       \
  __CUDAFIX_HD H2 __h##NAME##2_sat(H2 a, H2 b) { return __h##NAME##2(a, b); }
#define __CUDAFIX_HALF_COMPARE(H, H2, OP, NAME)                                                    \
  __CUDAFIX_HD bool operator OP(H a, H b) { return a.v OP b.v; }                                   \
  __CUDAFIX_HD bool __h##NAME(H a, H b) { return a.v OP b.v; }                                     \
  __CUDAFIX_HD bool __h##NAME##u(H a, H b) { return a.v OP b.v; }                                  \
  __CUDAFIX_HD bool __hb##NAME##2(H2 a, H2 b) { return a.x.v OP b.x.v && a.y.v OP b.y.v; }         \
  __CUDAFIX_HD bool operator OP(H2 a, H2 b) { return a.x.v OP b.x.v && a.y.v OP b.y.v; }           \
  __CUDAFIX_HD H2 __h##NAME##2(H2 a, H2 b) { a.x.v = a.x.v OP b.x.v; a.y.v = a.y.v OP b.y.v; return a; } \
  __CUDAFIX_HD unsigned __h##NAME##2_mask(H2 a, H2 b) { return (a.x.v OP b.x.v ? 0xffffu : 0) | (a.y.v OP b.y.v ? 0xffff0000u : 0); } \
  __CUDAFIX_HD bool __hb##NAME##u2(H2 a, H2 b) { return __hb##NAME##2(a, b); }                     \
  __CUDAFIX_HD H2 __h##NAME##u2(H2 a, H2 b) { return __h##NAME##2(a, b); }                         \
  __CUDAFIX_HD unsigned __h##NAME##u2_mask(H2 a, H2 b) { return __h##NAME##2_mask(a, b); }
#define __CUDAFIX_HALF_UNARY(H, H2, NAME, F)                                                       \
  __CUDAFIX_D H h##NAME(H a) { a.v = (decltype(a.v))F((float)a.v); return a; }                                            \
  __CUDAFIX_D H2 h2##NAME(H2 a) { return H2(h##NAME(a.x), h##NAME(a.y)); }

#define __CUDAFIX_HALF_FUNCTIONS(H, H2, N)                                                         \
  __CUDAFIX_HALF_BINARY(H, H2, +, add)                                                             \
  __CUDAFIX_HALF_BINARY(H, H2, -, sub)                                                             \
  __CUDAFIX_HALF_BINARY(H, H2, *, mul)                                                             \
  __CUDAFIX_HALF_BINARY(H, H2, /, div)                                                             \
  __CUDAFIX_HALF_COMPARE(H, H2, ==, eq)                                                            \
  __CUDAFIX_HALF_COMPARE(H, H2, !=, ne)                                                            \
  __CUDAFIX_HALF_COMPARE(H, H2, <, lt)                                                             \
  __CUDAFIX_HALF_COMPARE(H, H2, >, gt)                                                             \
  __CUDAFIX_HALF_COMPARE(H, H2, <=, le)                                                            \
  __CUDAFIX_HALF_COMPARE(H, H2, >=, ge)                                                            \
  __CUDAFIX_HD H operator-(H a) { a.v = -a.v; return a; }                                          \
  __CUDAFIX_HD H operator+(H a) { return a; }                                                      \
  __CUDAFIX_HD H2 operator-(H2 a) { a.x.v = -a.x.v; a.y.v = -a.y.v; return a; }                    \
  __CUDAFIX_HD H __hneg(H a) { a.v = -a.v; return a; }                                             \
  __CUDAFIX_HD H2 __hneg2(H2 a) { a.x.v = -a.x.v; a.y.v = -a.y.v; return a; }                      \
  __CUDAFIX_HD H __habs(H a) { a.v = a.v < 0 ? -a.v : a.v; return a; }                             \
  __CUDAFIX_HD H2 __habs2(H2 a) { a.x = __habs(a.x); a.y = __habs(a.y); return a; }                \
  __CUDAFIX_HD H __hfma(H a, H b, H c) { a.v = a.v * b.v + c.v; return a; }                        \
  __CUDAFIX_HD H __hfma_relu(H a, H b, H c) { return __hfma(a, b, c); }                            \
  __CUDAFIX_HD H __hfma_sat(H a, H b, H c) { return __hfma(a, b, c); }                             \
  __CUDAFIX_HD H2 __hfma2(H2 a, H2 b, H2 c) { a.x = __hfma(a.x, b.x, c.x); a.y = __hfma(a.y, b.y, c.y); return a; } \
  __CUDAFIX_HD H2 __hfma2_sat(H2 a, H2 b, H2 c) { return __hfma2(a, b, c); }                       \
  __CUDAFIX_HD H __hmax(H a, H b) { return a.v > b.v ? a : b; }                                    \
  __CUDAFIX_HD H __hmin(H a, H b) { return a.v < b.v ? a : b; }                                    \
  __CUDAFIX_HD H2 __hmax2(H2 a, H2 b) { a.x = __hmax(a.x, b.x); a.y = __hmax(a.y, b.y); return a; } \
  __CUDAFIX_HD H2 __hmin2(H2 a, H2 b) { a.x = __hmin(a.x, b.x); a.y = __hmin(a.y, b.y); return a; } \
  __CUDAFIX_HD H __hmax_nan(H a, H b) { return __hmax(a, b); }                                     \
  __CUDAFIX_HD H __hmin_nan(H a, H b) { return __hmin(a, b); }                                     \
  __CUDAFIX_HD H2 __hmax2_nan(H2 a, H2 b) { return __hmax2(a, b); }                                \
  __CUDAFIX_HD H2 __hmin2_nan(H2 a, H2 b) { return __hmin2(a, b); }                                \
  __CUDAFIX_HD H2 __hfma2_relu(H2 a, H2 b, H2 c) { return __hfma2(a, b, c); }                      \
  __CUDAFIX_HD H2 __h2div(H2 a, H2 b) { return __hdiv2(a, b); }                                    \
  __CUDAFIX_HD H2 __hisnan2(H2 a) { return __hne2(a, a); }                                         \
  __CUDAFIX_HD H2 __hcmadd(H2 a, H2 b, H2 c) {                                                     \
    c.x.v = c.x.v + a.x.v * b.x.v - a.y.v * b.y.v;                                                 \
    c.y.v = c.y.v + a.x.v * b.y.v + a.y.v * b.x.v;                                                 \
    return c;                                                                                      \
  }                                                                                                \
  __CUDAFIX_HD bool __hisnan(H a) { return a.v != a.v; }                                           \
  __CUDAFIX_HD int __hisinf(H a) { return a.v - a.v != 0; }                                        \
  __CUDAFIX_HALF_UNARY(H, H2, exp, expf)                                                           \
  __CUDAFIX_HALF_UNARY(H, H2, exp2, exp2f)                                                         \
  __CUDAFIX_HALF_UNARY(H, H2, exp10, exp10f)                                                       \
  __CUDAFIX_HALF_UNARY(H, H2, log, logf)                                                           \
  __CUDAFIX_HALF_UNARY(H, H2, log2, log2f)                                                         \
  __CUDAFIX_HALF_UNARY(H, H2, log10, log10f)                                                       \
  __CUDAFIX_HALF_UNARY(H, H2, sqrt, sqrtf)                                                         \
  __CUDAFIX_HALF_UNARY(H, H2, rsqrt, rsqrtf)                                                       \
  __CUDAFIX_HALF_UNARY(H, H2, rcp, 1.f /)                                                          \
  __CUDAFIX_HALF_UNARY(H, H2, sin, sinf)                                                           \
  __CUDAFIX_HALF_UNARY(H, H2, cos, cosf)                                                           \
  __CUDAFIX_HALF_UNARY(H, H2, tanh, tanhf)                                                         \
  __CUDAFIX_D H htanh_approx(H a) { return htanh(a); }                                             \
  __CUDAFIX_D H2 h2tanh_approx(H2 a) { return h2tanh(a); }                                         \
  __CUDAFIX_HALF_UNARY(H, H2, floor, floorf)                                                       \
  __CUDAFIX_HALF_UNARY(H, H2, ceil, ceilf)                                                         \
  __CUDAFIX_HALF_UNARY(H, H2, rint, rintf)                                                         \
  __CUDAFIX_HALF_UNARY(H, H2, trunc, truncf)                                                       \
  __CUDAFIX_HD float __low2float(H2 a) { return a.x; }                                             \
  __CUDAFIX_HD float __high2float(H2 a) { return a.y; }                                            \
  __CUDAFIX_HD H2 __lowhigh2highlow(H2 a) { return H2(a.y, a.x); }                                 \
  __CUDAFIX_D H __ldg(const H *p) { return *p; }                                                   \
  __CUDAFIX_D H2 __ldg(const H2 *p) { return *p; }                                                 \
  __CUDAFIX_D H __shfl_sync(unsigned m, H v, int l, int w = 32) { return H(__shfl_sync(m, (float)v, l, w)); }                    \
  __CUDAFIX_D H __shfl_up_sync(unsigned m, H v, unsigned d, int w = 32) { return H(__shfl_up_sync(m, (float)v, d, w)); }         \
  __CUDAFIX_D H __shfl_down_sync(unsigned m, H v, unsigned d, int w = 32) { return H(__shfl_down_sync(m, (float)v, d, w)); }     \
  __CUDAFIX_D H __shfl_xor_sync(unsigned m, H v, int d, int w = 32) { return H(__shfl_xor_sync(m, (float)v, d, w)); }            \
  __CUDAFIX_D H __shfl(H v, int l, int w = 32) { return H(__shfl((float)v, l, w)); }               \
  __CUDAFIX_D H __shfl_up(H v, unsigned d, int w = 32) { return H(__shfl_up((float)v, d, w)); }    \
  __CUDAFIX_D H __shfl_down(H v, unsigned d, int w = 32) { return H(__shfl_down((float)v, d, w)); } \
  __CUDAFIX_D H __shfl_xor(H v, int d, int w = 32) { return H(__shfl_xor((float)v, d, w)); }       \
  __CUDAFIX_D H2 __shfl_sync(unsigned m, H2 v, int l, int w = 32) { return H2(__shfl_sync(m, v.x, l, w), __shfl_sync(m, v.y, l, w)); } \
  __CUDAFIX_D H2 __shfl_up_sync(unsigned m, H2 v, unsigned d, int w = 32) { return H2(__shfl_up_sync(m, v.x, d, w), __shfl_up_sync(m, v.y, d, w)); } \
  __CUDAFIX_D H2 __shfl_down_sync(unsigned m, H2 v, unsigned d, int w = 32) { return H2(__shfl_down_sync(m, v.x, d, w), __shfl_down_sync(m, v.y, d, w)); } \
  __CUDAFIX_D H2 __shfl_xor_sync(unsigned m, H2 v, int d, int w = 32) { return H2(__shfl_xor_sync(m, v.x, d, w), __shfl_xor_sync(m, v.y, d, w)); } \
  __CUDAFIX_D H atomicAdd(H *p, H v) {                                                             \
    H r;                                                                                           \
    r.v = __scoped_atomic_fetch_add(&p->v, v.v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);          \
    return r;                                                                                      \
  }                                                                                                \
  __CUDAFIX_D H2 atomicAdd(H2 *p, H2 v) { return H2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)); }
#endif
