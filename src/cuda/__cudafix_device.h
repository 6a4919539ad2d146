// SPDX-License-Identifier: Apache-2.0
//
// Device functions: math, atomics, shuffles, votes, fences, loads with cache hints.
#ifndef __CUDAFIX_DEVICE_H
#define __CUDAFIX_DEVICE_H
#include <__cudafix_scoped.h>

// Functions of libdevice with two results, as two functions with one result each: no memory is
// involved.
#define __nv_sincosf __cudafix_sincosf
#define __nv_fast_sincosf __cudafix_sincosf
#define __nv_sincos __cudafix_sincos
#define __nv_sincospif __cudafix_sincospif
#define __nv_sincospi __cudafix_sincospi
#define __nv_modff __cudafix_modff
#define __nv_modf __cudafix_modf
// Clang's headers test CUDA_VERSION; programs must get it only from <cuda.h>.
#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 12080
#include <__clang_cuda_libdevice_declares.h>
#undef __nv_sincosf
#undef __nv_fast_sincosf
#undef __nv_sincos
#undef __nv_sincospif
#undef __nv_sincospi
#undef __nv_modff
#undef __nv_modf
__CUDAFIX_D void __nv_sincosf(float x, float *s, float *c) {
  *s = __nv_sinf(x);
  *c = __nv_cosf(x);
}
__CUDAFIX_D void __nv_fast_sincosf(float x, float *s, float *c) { __nv_sincosf(x, s, c); }
__CUDAFIX_D void __nv_sincos(double x, double *s, double *c) {
  *s = __nv_sin(x);
  *c = __nv_cos(x);
}
__CUDAFIX_D void __nv_sincospif(float x, float *s, float *c) {
  *s = __nv_sinpif(x);
  *c = __nv_cospif(x);
}
__CUDAFIX_D void __nv_sincospi(double x, double *s, double *c) {
  *s = __nv_sinpi(x);
  *c = __nv_cospi(x);
}
__CUDAFIX_D float __nv_modff(float x, float *i) {
  *i = __nv_truncf(x);
  return x - *i;
}
__CUDAFIX_D double __nv_modf(double x, double *i) {
  *i = __nv_trunc(x);
  return x - *i;
}

#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
// What Clang's headers lack.
__CUDAFIX_D int __signbit(double a) { return __nv_signbitd(a); }
__CUDAFIX_D int __signbitl(long double a) { return __nv_signbitd(a); }
__CUDAFIX_D int __finitel(long double a) { return __nv_isfinited(a); }
__CUDAFIX_D int __isinfl(long double a) { return __nv_isinfd(a); }
__CUDAFIX_D int __isnanl(long double a) { return __nv_isnand(a); }
__CUDAFIX_D float __tanhf(float a) { return __nv_tanhf(a); }
__CUDAFIX_D void sincos(float x, float *s, float *c) { __nv_sincosf(x, s, c); }
__CUDAFIX_D void sincospi(float x, float *s, float *c) { __nv_sincospif(x, s, c); }
__CUDAFIX_D unsigned short __nv_bswap16(unsigned short a) { return __builtin_bswap16(a); }
__CUDAFIX_D unsigned __nv_bswap32(unsigned a) { return __builtin_bswap32(a); }
__CUDAFIX_D unsigned long long __nv_bswap64(unsigned long long a) { return __builtin_bswap64(a); }
extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow, malloc));
__device__ void __assertfail(const char *, const char *, unsigned, const char *, size_t)
    __attribute__((noreturn));
__device__ static inline void __assert_fail(const char *m, const char *f, unsigned l,
                                            const char *fn) {
  __assertfail(m, f, l, fn, 1);
}
__device__ int printf(const char *, ...);
}
#ifdef __CUDAFIX_FULL_CMATH
namespace std {
__CUDAFIX_D void free(void *p) { ::free(p); }
__CUDAFIX_D void *malloc(size_t n) { return ::malloc(n); }
} // namespace std
#else
// In the C library's <math.h> these are macros; the device overloads are functions.
#undef fpclassify
#undef isfinite
#undef isinf
#undef isnan
#undef isnormal
#undef signbit
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#undef isunordered
#endif
#include <__clang_cuda_cmath.h>
#ifdef __CUDAFIX_FULL_CMATH
#include <__clang_cuda_complex_builtins.h>
#endif

__CUDAFIX_D __attribute__((const)) unsigned __isGlobal(const void *p) {
  return __nvvm_isspacep_global(p);
}
__CUDAFIX_D __attribute__((const)) unsigned __isShared(const void *p) {
  return __nvvm_isspacep_shared(p);
}
__CUDAFIX_D __attribute__((const)) unsigned __isConstant(const void *p) {
  return __nvvm_isspacep_const(p);
}
__CUDAFIX_D __attribute__((const)) unsigned __isLocal(const void *p) {
  return __nvvm_isspacep_local(p);
}
__CUDAFIX_D size_t __cvta_generic_to_shared(const void *p) {
  return (size_t)(__attribute__((address_space(3))) void *)p;
}
__CUDAFIX_D size_t __cvta_generic_to_global(const void *p) {
  return (size_t)(__attribute__((address_space(1))) void *)p;
}
__CUDAFIX_D void *__cvta_shared_to_generic(size_t p) {
  return (void *)(__attribute__((address_space(3))) void *)p;
}
__CUDAFIX_D size_t __cvta_generic_to_local(const void *p) { return (size_t)(__attribute__((address_space(5))) void *)p; }
__CUDAFIX_D size_t __cvta_generic_to_constant(const void *p) { return (size_t)(__attribute__((address_space(4))) void *)p; }
__CUDAFIX_D void *__cvta_global_to_generic(size_t p) { return (void *)(__attribute__((address_space(1))) void *)p; }
__CUDAFIX_D void *__cvta_local_to_generic(size_t p) { return (void *)(__attribute__((address_space(5))) void *)p; }
__CUDAFIX_D void *__cvta_constant_to_generic(size_t p) { return (void *)(__attribute__((address_space(4))) void *)p; }
// Loads and stores with a cache hint are plain ones here, since Clang's use inline assembly.
#define __ldcg __cudafix_asm__ldcg
#define __ldcs __cudafix_asm__ldcs
#define __ldca __cudafix_asm__ldca
#define __ldlu __cudafix_asm__ldlu
#define __ldcv __cudafix_asm__ldcv
#define __stwb __cudafix_asm__stwb
#define __stcg __cudafix_asm__stcg
#define __stcs __cudafix_asm__stcs
#define __stwt __cudafix_asm__stwt
#include <__clang_cuda_intrinsics.h>
#pragma pop_macro("CUDA_VERSION")
#undef __ldcg
#undef __ldcs
#undef __ldca
#undef __ldlu
#undef __ldcv
#undef __stwb
#undef __stcg
#undef __stcs
#undef __stwt
#define __CUDAFIX_LOAD(NAME)                                                                       \
  template <class T> __CUDAFIX_D T NAME(const T *p) { return *p; }
#define __CUDAFIX_STORE(NAME)                                                                      \
  template <class T> __CUDAFIX_D void NAME(T *p, typename __cudafix_same<T>::type v) { *p = v; }
template <class T> struct __cudafix_same {
  typedef T type;
};
__CUDAFIX_LOAD(__ldcg)
__CUDAFIX_LOAD(__ldcs)
__CUDAFIX_LOAD(__ldca)
__CUDAFIX_LOAD(__ldlu)
// Objects of a class cannot be copied from a volatile one.
template <class T, bool IsClass> struct __cudafix_fresh {
  static __CUDAFIX_D T of(const T *p) { return *const_cast<const volatile T *>(p); }
};
template <class T> struct __cudafix_fresh<T, true> {
  static __CUDAFIX_D T of(const T *p) { return *p; }
};
template <class T> __CUDAFIX_D T __ldcv(const T *p) { return __cudafix_fresh<T, __is_class(T)>::of(p); }
__CUDAFIX_STORE(__stwb)
__CUDAFIX_STORE(__stcg)
__CUDAFIX_STORE(__stcs)
__CUDAFIX_STORE(__stwt)
#undef __CUDAFIX_LOAD
#undef __CUDAFIX_STORE

// ---- packed integer arithmetic
#define __CUDAFIX_DOT(T, BYTE, HALF)                                                               \
  __CUDAFIX_D T __dp4a(T a, T b, T c) {                                                            \
    for (int i = 0; i < 32; i += 8)                                                                \
      c = (T)((unsigned)c + (unsigned)((T)(BYTE)(a >> i) * (T)(BYTE)(b >> i)));                    \
    return c;                                                                                      \
  }                                                                                                \
  __CUDAFIX_D T __dp2a_lo(T a, T b, T c) {                                                         \
    return (T)((unsigned)c + (unsigned)((T)(HALF)a * (T)(BYTE)b) +                                 \
               (unsigned)((T)(HALF)(a >> 16) * (T)(BYTE)(b >> 8)));                                \
  }                                                                                                \
  __CUDAFIX_D T __dp2a_hi(T a, T b, T c) { return __dp2a_lo(a, b >> 16, c); }
__CUDAFIX_DOT(int, signed char, short)
__CUDAFIX_DOT(unsigned, unsigned char, unsigned short)
#undef __CUDAFIX_DOT
__CUDAFIX_D int __dp4a(char4 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
__CUDAFIX_D unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
#define __CUDAFIX_VIDEO(NAME, OP)                                                                  \
  __CUDAFIX_D int NAME##_s32(int a, int b, int c) {                                                \
    int t = a + b;                                                                                 \
    return t OP c ? t : c;                                                                         \
  }                                                                                                \
  __CUDAFIX_D int NAME##_s32_relu(int a, int b, int c) {                                           \
    int t = NAME##_s32(a, b, c);                                                                   \
    return t > 0 ? t : 0;                                                                          \
  }                                                                                                \
  __CUDAFIX_D unsigned NAME##_u32(unsigned a, unsigned b, unsigned c) {                            \
    unsigned t = a + b;                                                                            \
    return t OP c ? t : c;                                                                         \
  }                                                                                                \
  __CUDAFIX_D unsigned NAME##_s16x2(unsigned a, unsigned b, unsigned c) {                          \
    return __cudafix_opaque_unsigned(a + b + c);                                                   \
  }                                                                                                \
  __CUDAFIX_D unsigned NAME##_s16x2_relu(unsigned a, unsigned b, unsigned c) {                     \
    return __cudafix_opaque_unsigned(a + b + c);                                                   \
  }                                                                                                \
  __CUDAFIX_D unsigned NAME##_u16x2(unsigned a, unsigned b, unsigned c) {                          \
    return __cudafix_opaque_unsigned(a + b + c);                                                   \
  }
__CUDAFIX_VIDEO(__viaddmax, >)
__CUDAFIX_VIDEO(__viaddmin, <)
#undef __CUDAFIX_VIDEO
#define __CUDAFIX_VIDEO(END, OP)                                                                   \
  __CUDAFIX_D int __vi##END##_s32_relu(int a, int b) {                                             \
    int t = a OP b ? a : b;                                                                        \
    return t < 0 ? 0 : t;                                                                          \
  }                                                                                                \
  __CUDAFIX_D int __vi##END##3_s32(int a, int b, int c) {                                          \
    int t = a OP b ? a : b;                                                                        \
    return t OP c ? t : c;                                                                         \
  }                                                                                                \
  __CUDAFIX_D int __vi##END##3_s32_relu(int a, int b, int c) {                                     \
    int t = __vi##END##3_s32(a, b, c);                                                             \
    return t < 0 ? 0 : t;                                                                          \
  }                                                                                                \
  __CUDAFIX_D unsigned __vi##END##3_u32(unsigned a, unsigned b, unsigned c) {                      \
    unsigned t = a OP b ? a : b;                                                                   \
    return t OP c ? t : c;                                                                         \
  }                                                                                                \
  __CUDAFIX_D int __vib##END##_s32(int a, int b, bool *p) {                                        \
    *p = a OP b || a == b;                                                                         \
    return *p ? a : b;                                                                             \
  }                                                                                                \
  __CUDAFIX_D unsigned __vib##END##_u32(unsigned a, unsigned b, bool *p) {                         \
    *p = a OP b || a == b;                                                                         \
    return *p ? a : b;                                                                             \
  }                                                                                                \
  __CUDAFIX_D unsigned __vi##END##_s16x2_relu(unsigned a, unsigned b) {                            \
    return __cudafix_opaque_unsigned(a + b);                                                       \
  }                                                                                                \
  __CUDAFIX_D unsigned __vi##END##3_s16x2(unsigned a, unsigned b, unsigned c) {                    \
    return __cudafix_opaque_unsigned(a + b + c);                                                   \
  }                                                                                                \
  __CUDAFIX_D unsigned __vi##END##3_s16x2_relu(unsigned a, unsigned b, unsigned c) {               \
    return __cudafix_opaque_unsigned(a + b + c);                                                   \
  }                                                                                                \
  __CUDAFIX_D unsigned __vi##END##3_u16x2(unsigned a, unsigned b, unsigned c) {                    \
    return __cudafix_opaque_unsigned(a + b + c);                                                   \
  }                                                                                                \
  __CUDAFIX_D unsigned __vib##END##_s16x2(unsigned a, unsigned b, bool *hi, bool *lo) {            \
    *hi = *lo = __cudafix_opaque_unsigned(a ^ b) & 1;                                              \
    return __cudafix_opaque_unsigned(a + b);                                                       \
  }                                                                                                \
  __CUDAFIX_D unsigned __vib##END##_u16x2(unsigned a, unsigned b, bool *hi, bool *lo) {            \
    *hi = *lo = __cudafix_opaque_unsigned(a ^ b) & 1;                                              \
    return __cudafix_opaque_unsigned(a + b);                                                       \
  }
__CUDAFIX_VIDEO(max, >)
__CUDAFIX_VIDEO(min, <)
#undef __CUDAFIX_VIDEO

// ---- atomics: relaxed, at device scope unless the name says otherwise
#define __CUDAFIX_RMW(T, NAME, OP)                                                                 \
  __CUDAFIX_D T NAME(T *p, T v) {                                                                  \
    return __scoped_atomic_##OP(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);                    \
  }                                                                                                \
  __CUDAFIX_D T NAME##_block(T *p, T v) {                                                          \
    return __scoped_atomic_##OP(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);                    \
  }                                                                                                \
  __CUDAFIX_D T NAME##_system(T *p, T v) {                                                         \
    return __scoped_atomic_##OP(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);                    \
  }
#define __CUDAFIX_CAS(T, NAME, SCOPE)                                                              \
  __CUDAFIX_D T NAME(T *p, T c, T v) {                                                             \
    __scoped_atomic_compare_exchange_n(p, &c, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED,        \
                                       SCOPE);                                                     \
    return c;                                                                                      \
  }
// Programs define the overloads that CUDA lacks: atomicAdd of long long, atomicSub of 64 bits.
#define __CUDAFIX_ATOMIC_BITS(T)                                                                   \
  __CUDAFIX_RMW(T, atomicMin, fetch_min)                                                           \
  __CUDAFIX_RMW(T, atomicMax, fetch_max)                                                           \
  __CUDAFIX_RMW(T, atomicAnd, fetch_and)                                                           \
  __CUDAFIX_RMW(T, atomicOr, fetch_or)                                                             \
  __CUDAFIX_RMW(T, atomicXor, fetch_xor)
#define __CUDAFIX_ATOMIC(T)                                                                        \
  __CUDAFIX_ATOMIC_BITS(T)                                                                         \
  __CUDAFIX_RMW(T, atomicAdd, fetch_add)                                                           \
  __CUDAFIX_RMW(T, atomicExch, exchange_n)                                                         \
  __CUDAFIX_CAS(T, atomicCAS, __MEMORY_SCOPE_DEVICE)                                               \
  __CUDAFIX_CAS(T, atomicCAS_block, __MEMORY_SCOPE_WRKGRP)                                         \
  __CUDAFIX_CAS(T, atomicCAS_system, __MEMORY_SCOPE_SYSTEM)
__CUDAFIX_ATOMIC(int)
__CUDAFIX_ATOMIC(unsigned)
__CUDAFIX_ATOMIC(unsigned long long)
__CUDAFIX_ATOMIC_BITS(long long)
__CUDAFIX_RMW(int, atomicSub, fetch_sub)
__CUDAFIX_RMW(unsigned, atomicSub, fetch_sub)
__CUDAFIX_CAS(unsigned short, atomicCAS, __MEMORY_SCOPE_DEVICE)
__CUDAFIX_RMW(float, atomicAdd, fetch_add)
__CUDAFIX_RMW(double, atomicAdd, fetch_add)
#define __CUDAFIX_EXCH(T, I, NAME)                                                                 \
  __CUDAFIX_D T NAME(T *p, T v) {                                                                  \
    return __builtin_bit_cast(T, NAME((I *)p, __builtin_bit_cast(I, v)));                          \
  }
__CUDAFIX_EXCH(float, int, atomicExch)
__CUDAFIX_EXCH(float, int, atomicExch_block)
__CUDAFIX_EXCH(float, int, atomicExch_system)
#undef __CUDAFIX_EXCH
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900 // from sm_90 on clang's header has them
__CUDAFIX_D float2 atomicAdd(float2 *p, float2 v) {
  return float2{atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)};
}
__CUDAFIX_D float4 atomicAdd(float4 *p, float4 v) {
  return float4{atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z),
                atomicAdd(&p->w, v.w)};
}
#endif
__CUDAFIX_D unsigned atomicInc(unsigned *p, unsigned v) { return __nvvm_atom_inc_gen_ui(p, v); }
__CUDAFIX_D unsigned atomicDec(unsigned *p, unsigned v) { return __nvvm_atom_dec_gen_ui(p, v); }
__CUDAFIX_D unsigned atomicInc_block(unsigned *p, unsigned v) {
  return __nvvm_atom_inc_gen_ui(p, v);
}
__CUDAFIX_D unsigned atomicDec_block(unsigned *p, unsigned v) {
  return __nvvm_atom_dec_gen_ui(p, v);
}
__CUDAFIX_D unsigned atomicInc_system(unsigned *p, unsigned v) {
  return __nvvm_atom_inc_gen_ui(p, v);
}
__CUDAFIX_D unsigned atomicDec_system(unsigned *p, unsigned v) {
  return __nvvm_atom_dec_gen_ui(p, v);
}

// ---- min and max of CUDA: every arithmetic type, host and device
#undef min
#undef max
#define __CUDAFIX_MINMAX(T)                                                                        \
  __CUDAFIX_HD T min(T a, T b) { return a < b ? a : b; }                                           \
  __CUDAFIX_HD T max(T a, T b) { return a > b ? a : b; }
#define __CUDAFIX_MINMAX2(A, B, R)                                                                 \
  __CUDAFIX_HD R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; }                               \
  __CUDAFIX_HD R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }                               \
  __CUDAFIX_HD R min(B a, A b) { return (R)a < (R)b ? (R)a : (R)b; }                               \
  __CUDAFIX_HD R max(B a, A b) { return (R)a > (R)b ? (R)a : (R)b; }
__CUDAFIX_H int min(int a, int b) { return a < b ? a : b; } // the device's is in clang's header
__CUDAFIX_H int max(int a, int b) { return a > b ? a : b; }
__CUDAFIX_MINMAX(unsigned)
__CUDAFIX_MINMAX(long)
__CUDAFIX_MINMAX(unsigned long)
__CUDAFIX_MINMAX(long long)
__CUDAFIX_MINMAX(unsigned long long)
__CUDAFIX_MINMAX(float)
__CUDAFIX_MINMAX(double)
__CUDAFIX_MINMAX2(int, unsigned, unsigned)
__CUDAFIX_MINMAX2(long, unsigned long, unsigned long)
__CUDAFIX_MINMAX2(long long, unsigned long long, unsigned long long)
__CUDAFIX_MINMAX2(float, double, double)

// ---- CUDA's mathematics on the host, where the C library lacks it
extern "C" {
float rsqrtf(float);
double rsqrt(double);
float rcbrtf(float);
double rcbrt(double);
float normcdff(float);
double normcdf(double);
float normcdfinvf(float);
double normcdfinv(double);
double erfcinv(double);
double erfinv(double);
float erfinvf(float);
double sinpi(double);
float sinpif(float);
double cospi(double);
float cospif(float);
void sincospif(float, float *, float *);
void sincospi(double, double *, double *);
}
__CUDAFIX_H float rsqrt(float a) { return rsqrtf(a); }
extern "C" __attribute__((device)) void __nanosleep(unsigned ns);

// ---- programmatic dependent launch
__CUDAFIX_D void cudaGridDependencySynchronize() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
__CUDAFIX_D void cudaTriggerProgrammaticLaunchCompletion() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }
#endif
