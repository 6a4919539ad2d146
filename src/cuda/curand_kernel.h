// SPDX-License-Identifier: Apache-2.0
//
// The generators of device code. Only their memory accesses are real: initialising writes the
// state, and every draw reads and writes it; the numbers are unknown values.
#ifndef __CUDAFIX_CURAND_KERNEL_H
#define __CUDAFIX_CURAND_KERNEL_H
#include <curand.h>
#define __CUDAFIX_STATE(T, WORDS, ALIGN)                                                           \
  struct __align__(ALIGN) T { unsigned d; unsigned v[WORDS - 1]; };                                \
  __CUDAFIX_D unsigned curand(T *s) { return s->d = __cudafix_opaque_unsigned(s->d); }             \
  __CUDAFIX_DRAWS(T)
#define __CUDAFIX_DRAWS(T)                                                                         \
  __CUDAFIX_D float curand_uniform(T *s) { return __cudafix_opaque_float((float)curand(s)); }      \
  __CUDAFIX_D double curand_uniform_double(T *s) { return __cudafix_opaque_double((double)curand(s)); } \
  __CUDAFIX_D float curand_normal(T *s) { return curand_uniform(s); }                              \
  __CUDAFIX_D double curand_normal_double(T *s) { return curand_uniform_double(s); }               \
  __CUDAFIX_D float2 curand_normal2(T *s) { float a = curand_uniform(s); return float2{a, curand_uniform(s)}; } \
  __CUDAFIX_D double2 curand_normal2_double(T *s) { double a = curand_uniform_double(s); return double2{a, curand_uniform_double(s)}; } \
  __CUDAFIX_D float curand_log_normal(T *s, float, float) { return curand_uniform(s); }            \
  __CUDAFIX_D double curand_log_normal_double(T *s, double, double) { return curand_uniform_double(s); } \
  __CUDAFIX_D unsigned curand_poisson(T *s, double) { return curand(s); }                          \
  __CUDAFIX_D unsigned curand_discrete(T *s, curandDiscreteDistribution_t) { return curand(s); }   \
  __CUDAFIX_D uint4 curand4(T *s) { unsigned a = curand(s); return uint4{a, a, a, curand(s)}; }    \
  __CUDAFIX_D float4 curand_uniform4(T *s) { float a = curand_uniform(s); return float4{a, a, a, curand_uniform(s)}; } \
  __CUDAFIX_D float4 curand_normal4(T *s) { return curand_uniform4(s); }                           \
  __CUDAFIX_D double2 curand_uniform2_double(T *s) { return curand_normal2_double(s); }            \
  __CUDAFIX_D float2 curand_log_normal2(T *s, float, float) { return curand_normal2(s); }          \
  __CUDAFIX_D float4 curand_log_normal4(T *s, float, float) { return curand_normal4(s); }          \
  __CUDAFIX_D double2 curand_log_normal2_double(T *s, double, double) { return curand_normal2_double(s); } \
  __CUDAFIX_D double4 curand_uniform4_double(T *s) { double2 a = curand_uniform2_double(s); return double4{a.x, a.y, a.x, curand_uniform_double(s)}; } \
  __CUDAFIX_D double4 curand_normal4_double(T *s) { return curand_uniform4_double(s); }            \
  __CUDAFIX_D double4 curand_log_normal4_double(T *s, double, double) { return curand_uniform4_double(s); } \
  __CUDAFIX_D uint4 curand_poisson4(T *s, double) { return curand4(s); }                           \
  __CUDAFIX_D uint4 curand_discrete4(T *s, curandDiscreteDistribution_t) { return curand4(s); }    \
  __CUDAFIX_D void skipahead_subsequence(unsigned long long n, T *s) { s->d = __cudafix_opaque_unsigned(s->d + n); } \
  __CUDAFIX_D void skipahead(unsigned long long n, T *s) { s->d = __cudafix_opaque_unsigned(s->d + n); } \
  __CUDAFIX_D void skipahead_sequence(unsigned long long n, T *s) { skipahead(n, s); }
// As large as in cuRAND: kernels keep states in shared memory and copy them by their size.
__CUDAFIX_STATE(curandStateXORWOW, 12, 8)
__CUDAFIX_STATE(curandStateMRG32k3a, 12, 8)
__CUDAFIX_STATE(curandStatePhilox4_32_10, 16, 16)
// One state serves up to 256 threads of a block, each with a word of its own (cuRAND guide,
// "Bit Generation with the MTGP32 generator").
struct curandStateMtgp32 { unsigned v[1024]; unsigned d; int place; void *parameters; };
__CUDAFIX_D unsigned curand(curandStateMtgp32 *s) {
  unsigned *word = &s->v[(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 256];
  return *word = __cudafix_opaque_unsigned(*word);
}
__CUDAFIX_DRAWS(curandStateMtgp32)
__CUDAFIX_STATE(curandStateSobol32, 35, 4)
__CUDAFIX_STATE(curandStateScrambledSobol32, 35, 4)
__CUDAFIX_STATE(curandStateSobol64, 134, 8)
__CUDAFIX_STATE(curandStateScrambledSobol64, 134, 8)
#undef __CUDAFIX_STATE
typedef curandStateXORWOW curandStateXORWOW_t, curandState, curandState_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;
template <class T> __CUDAFIX_D void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, T *s) {
  s->d = __cudafix_opaque_unsigned((unsigned)(s->d + seed + sequence + offset)); // skips ahead
  for (int i = 0; i < 5; ++i)
    s->v[i] = 0;
}
template <class V, class T> __CUDAFIX_D void curand_init(V (&v)[32], unsigned long long offset, T *s) { s->d = __cudafix_opaque_unsigned(v[0] + offset); }
template <class V, class W, class T> __CUDAFIX_D void curand_init(V (&v)[32], W scramble, unsigned long long offset, T *s) { s->d = __cudafix_opaque_unsigned(v[0] + scramble + offset); }
template <class V, class T> __CUDAFIX_D void curand_init(V *v, unsigned long long offset, T *s) { s->d = __cudafix_opaque_unsigned(v[0] + offset); }
template <class V, class W, class T> __CUDAFIX_D void curand_init(V *v, W scramble, unsigned long long offset, T *s) { s->d = __cudafix_opaque_unsigned(v[0] + scramble + offset); }
#endif
