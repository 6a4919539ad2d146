// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_PIPELINE_PRIMITIVES_H
#define __CUDAFIX_PIPELINE_PRIMITIVES_H
#include <cuda_awbarrier.h>
__CUDAFIX_D void __pipeline_memcpy_async(void *dst, const void *src, size_t n, size_t = 0) { __cudafix_async_copy(dst, src, n); }
__CUDAFIX_D void __pipeline_commit() { __cudafix_async_commit(); }
__CUDAFIX_D void __pipeline_wait_prior(size_t n) { __cudafix_async_wait(n); }
__CUDAFIX_D void __pipeline_arrive_on(__mbarrier_t *b) { __cudafix_mbarrier_copies(b, 1, 0, 1); }
#endif
