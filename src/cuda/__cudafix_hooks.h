// SPDX-License-Identifier: Apache-2.0
//
// How the headers declare functions, and the functions for operations without an instruction.
#ifndef __CUDAFIX_HOOKS_H
#define __CUDAFIX_HOOKS_H
#include <stddef.h>
#define __CUDAFIX_HD static inline __attribute__((always_inline, nodebug, host, device))
#define __CUDAFIX_D static inline __attribute__((always_inline, nodebug, device))
#define __CUDAFIX_H static inline __attribute__((always_inline, nodebug))
#define __CUDAFIX_M inline __attribute__((always_inline, nodebug, host, device))
#define __CUDAFIX_DM inline __attribute__((always_inline, nodebug, device))
#define __CUDAFIX_EXT extern "C" __attribute__((device, convergent, nothrow))
#define __CUDAFIX_PURE extern "C" __attribute__((device, const, nothrow))

__CUDAFIX_EXT void __cudafix_grid_sync(void);
__CUDAFIX_EXT void __cudafix_cluster_sync(void);
__CUDAFIX_EXT void __cudafix_cluster_arrive(unsigned relaxed);
__CUDAFIX_EXT void __cudafix_cluster_wait(void);
__CUDAFIX_PURE void *__cudafix_map_shared(void *p, unsigned rank);
__CUDAFIX_PURE unsigned __cudafix_shared_rank(const void *p);
__CUDAFIX_EXT void __cudafix_tile_sync(unsigned size);
__CUDAFIX_EXT void __cudafix_coalesced_sync(unsigned mask);
__CUDAFIX_EXT void __cudafix_barrier_init(void *b, unsigned n);
__CUDAFIX_EXT unsigned long __cudafix_barrier_arrive(void *b, unsigned n);
__CUDAFIX_EXT unsigned long __cudafix_barrier_arrive_tx(void *b, unsigned n, unsigned bytes);
__CUDAFIX_EXT unsigned long __cudafix_barrier_drop(void *b, unsigned n);
__CUDAFIX_EXT void __cudafix_barrier_wait(void *b, unsigned long token);
__CUDAFIX_EXT void __cudafix_barrier_wait_parity(void *b, unsigned long parity);
__CUDAFIX_EXT bool __cudafix_barrier_test(void *b, unsigned long token);
__CUDAFIX_EXT bool __cudafix_barrier_test_parity(void *b, unsigned long parity);
__CUDAFIX_EXT void __cudafix_barrier_end(void *b);
__CUDAFIX_EXT void __cudafix_mbarrier_copies(void *b, unsigned n, unsigned bytes, unsigned added);
__CUDAFIX_EXT void __cudafix_bulk_in(void *dst, const void *src, size_t bytes, void *b);
__CUDAFIX_EXT void __cudafix_async_copy(void *dst, const void *src, size_t bytes);
__CUDAFIX_EXT void __cudafix_async_commit(void);
__CUDAFIX_EXT void __cudafix_async_wait(unsigned n);
__CUDAFIX_PURE float __cudafix_opaque_float(float);
__CUDAFIX_PURE double __cudafix_opaque_double(double);
__CUDAFIX_PURE unsigned __cudafix_opaque_unsigned(unsigned);
__CUDAFIX_PURE unsigned __cudafix_nth_lane(unsigned mask, unsigned n);
__CUDAFIX_PURE unsigned long long __cudafix_opaque_ull(unsigned long long);
#endif
