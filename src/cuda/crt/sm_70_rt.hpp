// SPDX-License-Identifier: Apache-2.0
//
// What clang's intrinsics header expects of the toolkit for sm_70: match on warps.
#ifndef __CUDAFIX_SM70_H
#define __CUDAFIX_SM70_H
#define __CUDAFIX_MATCH(T, I, BITS)                                                                \
  __CUDAFIX_D unsigned __match_any_sync(unsigned m, T v) {                                         \
    return __match##BITS##_any_sync(m, __builtin_bit_cast(I, v));                                  \
  }                                                                                                \
  __CUDAFIX_D unsigned __match_all_sync(unsigned m, T v, int *p) {                                 \
    return __match##BITS##_all_sync(m, __builtin_bit_cast(I, v), p);                               \
  }
__CUDAFIX_MATCH(int, unsigned, 32)
__CUDAFIX_MATCH(unsigned, unsigned, 32)
__CUDAFIX_MATCH(float, unsigned, 32)
__CUDAFIX_MATCH(long, unsigned long long, 64)
__CUDAFIX_MATCH(unsigned long, unsigned long long, 64)
__CUDAFIX_MATCH(long long, unsigned long long, 64)
__CUDAFIX_MATCH(unsigned long long, unsigned long long, 64)
__CUDAFIX_MATCH(double, unsigned long long, 64)
#undef __CUDAFIX_MATCH
#endif
