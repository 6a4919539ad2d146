// SPDX-License-Identifier: Apache-2.0
//
// The primitives under cuda::barrier (CUDA C++ Programming Guide, "Memory Barrier Primitives
// Interface").
#ifndef __CUDAFIX_AWBARRIER_H
#define __CUDAFIX_AWBARRIER_H
#include <__cudafix_runtime.h>
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;
__CUDAFIX_D unsigned __mbarrier_maximum_count() { return (1 << 20) - 1; }
__CUDAFIX_D void __mbarrier_init(__mbarrier_t *b, unsigned n) { __cudafix_barrier_init(b, n); }
__CUDAFIX_D void __mbarrier_inval(__mbarrier_t *b) { __cudafix_barrier_end(b); }
__CUDAFIX_D __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *b) { return __cudafix_barrier_arrive(b, 1); }
__CUDAFIX_D __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *b) { return __cudafix_barrier_drop(b, 1); }
__CUDAFIX_D unsigned __mbarrier_token_pending_count(__mbarrier_token_t t) { return __cudafix_opaque_unsigned((unsigned)t); }
__CUDAFIX_D bool __mbarrier_test_wait(__mbarrier_t *b, __mbarrier_token_t t) { return __cudafix_barrier_test(b, t); }
__CUDAFIX_D bool __mbarrier_test_wait_parity(__mbarrier_t *b, bool p) { return __cudafix_barrier_test_parity(b, p); }
__CUDAFIX_D bool __mbarrier_try_wait(__mbarrier_t *b, __mbarrier_token_t t, unsigned = 0) { return __mbarrier_test_wait(b, t); }
__CUDAFIX_D bool __mbarrier_try_wait_parity(__mbarrier_t *b, bool p, unsigned = 0) { return __mbarrier_test_wait_parity(b, p); }
#endif
