// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_CUFFT_H
#define __CUDAFIX_CUFFT_H
#define _CUFFT_H_
#include <cuComplex.h>
#include <library_types.h>
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
enum cufftResult_t { CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE, CUFFT_INTERNAL_ERROR, CUFFT_EXEC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE, CUFFT_UNALIGNED_DATA, CUFFT_INCOMPLETE_PARAMETER_LIST, CUFFT_INVALID_DEVICE, CUFFT_PARSE_ERROR, CUFFT_NO_WORKSPACE, CUFFT_NOT_IMPLEMENTED, CUFFT_LICENSE_ERROR, CUFFT_NOT_SUPPORTED, CUFFT_MISSING_DEPENDENCY, CUFFT_NVRTC_FAILURE, CUFFT_NVJITLINK_FAILURE, CUFFT_NVSHMEM_FAILURE };
typedef cufftResult_t cufftResult;
enum cufftType_t { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
typedef cufftType_t cufftType;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define __CUDAFIX_LIB(NAME) template <class... A> cufftResult cufft##NAME(A &&...);
__CUDAFIX_LIB(Plan1d) __CUDAFIX_LIB(Plan2d) __CUDAFIX_LIB(Plan3d) __CUDAFIX_LIB(PlanMany) __CUDAFIX_LIB(Create) __CUDAFIX_LIB(MakePlan1d) __CUDAFIX_LIB(MakePlan2d) __CUDAFIX_LIB(MakePlan3d) __CUDAFIX_LIB(MakePlanMany) __CUDAFIX_LIB(Destroy) __CUDAFIX_LIB(SetStream) __CUDAFIX_LIB(GetSize) __CUDAFIX_LIB(SetWorkArea) __CUDAFIX_LIB(SetAutoAllocation)
__CUDAFIX_LIB(ExecC2C) __CUDAFIX_LIB(ExecR2C) __CUDAFIX_LIB(ExecC2R) __CUDAFIX_LIB(ExecZ2Z) __CUDAFIX_LIB(ExecD2Z) __CUDAFIX_LIB(ExecZ2D)
#undef __CUDAFIX_LIB
#endif
