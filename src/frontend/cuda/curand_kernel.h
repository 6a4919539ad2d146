// SPDX-License-Identifier: Apache-2.0
//
// The device side generators. Only their traffic is real: initialising writes the state, every
// draw reads and writes it; the numbers are unknown values.
#ifndef __CUDAFIX_CURAND_KERNEL_H
#define __CUDAFIX_CURAND_KERNEL_H
#include <curand.h>
#define __CUDAFIX_STATE(T)                                                                         \
  struct T { unsigned d; unsigned v[5]; };                                                         \
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
  __CUDAFIX_D void skipahead(unsigned long long n, T *s) { s->d = __cudafix_opaque_unsigned(s->d + n); } \
  __CUDAFIX_D void skipahead_sequence(unsigned long long n, T *s) { skipahead(n, s); }
__CUDAFIX_STATE(curandStateXORWOW)
__CUDAFIX_STATE(curandStateMRG32k3a)
__CUDAFIX_STATE(curandStatePhilox4_32_10)
// One state serves up to 256 threads of a block, each with a word of its own (cuRAND guide,
// "Bit Generation with the MTGP32 generator").
struct curandStateMtgp32 { unsigned d; unsigned v[256]; };
__CUDAFIX_D unsigned curand(curandStateMtgp32 *s) {
  unsigned *word = &s->v[(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 256];
  return *word = __cudafix_opaque_unsigned(*word);
}
__CUDAFIX_DRAWS(curandStateMtgp32)
__CUDAFIX_STATE(curandStateSobol32)
__CUDAFIX_STATE(curandStateScrambledSobol32)
#undef __CUDAFIX_STATE
typedef curandStateXORWOW curandStateXORWOW_t, curandState, curandState_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
template <class T> __CUDAFIX_D void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, T *s) {
  s->d = __cudafix_opaque_unsigned((unsigned)(s->d + seed + sequence + offset)); // skips ahead in place
  for (int i = 0; i < 5; ++i)
    s->v[i] = 0;
}
template <class T> __CUDAFIX_D void curand_init(curandDirectionVectors32_t v, unsigned offset, T *s) { s->d = __cudafix_opaque_unsigned(v[0] + offset); }
#endif
