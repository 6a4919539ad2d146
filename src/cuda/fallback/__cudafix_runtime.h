// SPDX-License-Identifier: Apache-2.0
//
// Declarations that the stand-ins of this folder need if the headers of a real toolkit are used. If
// the embedded headers are used, their file of this name is found first.
#ifndef __CUDAFIX_FALLBACK_RUNTIME_H
#define __CUDAFIX_FALLBACK_RUNTIME_H
#include <cuda_runtime.h>
#define __CUDAFIX_HD static inline __attribute__((always_inline, nodebug, host, device))
#define __CUDAFIX_D static inline __attribute__((always_inline, nodebug, device))
#define __CUDAFIX_H static inline __attribute__((always_inline, nodebug))
#endif
