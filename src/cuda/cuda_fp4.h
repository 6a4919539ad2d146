// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_FP4_H
#define __CUDAFIX_FP4_H
#include <cuda_fp8.h>
typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };
__CUDAFIX_NARROW(__nv_fp4_e2m1, __nv_fp4_storage_t)
__CUDAFIX_NARROW_PACKS(__nv_fp4x2_e2m1, __nv_fp4x2_storage_t, __nv_fp4x4_e2m1, __nv_fp4x4_storage_t)
__CUDAFIX_NARROW_CONVERSIONS(4, 4)
#endif
