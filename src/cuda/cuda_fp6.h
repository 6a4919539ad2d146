// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_FP6_H
#define __CUDAFIX_FP6_H
#include <cuda_fp8.h>
typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
__CUDAFIX_NARROW(__nv_fp6_e2m3, __nv_fp6_storage_t)
__CUDAFIX_NARROW(__nv_fp6_e3m2, __nv_fp6_storage_t)
__CUDAFIX_NARROW_PACKS(__nv_fp6x2_e2m3, __nv_fp6x2_storage_t, __nv_fp6x4_e2m3, __nv_fp6x4_storage_t)
__CUDAFIX_NARROW_PACKS(__nv_fp6x2_e3m2, __nv_fp6x2_storage_t, __nv_fp6x4_e3m2, __nv_fp6x4_storage_t)
__CUDAFIX_NARROW_CONVERSIONS(6, 8)
#endif
