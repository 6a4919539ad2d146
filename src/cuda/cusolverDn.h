// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_CUSOLVER_H
#define __CUDAFIX_CUSOLVER_H
#define CUSOLVER_COMMON_H_
#include <cublas_v2.h>
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
enum cusolverStatus_t { CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INVALID_VALUE, CUSOLVER_STATUS_ARCH_MISMATCH, CUSOLVER_STATUS_MAPPING_ERROR, CUSOLVER_STATUS_EXECUTION_FAILED, CUSOLVER_STATUS_INTERNAL_ERROR, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSOLVER_STATUS_NOT_SUPPORTED, CUSOLVER_STATUS_ZERO_PIVOT, CUSOLVER_STATUS_INVALID_LICENSE };
enum cusolverEigMode_t { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR };
enum cusolverEigType_t { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3 };
#define __CUDAFIX_LIB(NAME) template <class... A> cusolverStatus_t cusolverDn##NAME(A &&...);
#define __CUDAFIX_SDCZ(N) __CUDAFIX_LIB(S##N) __CUDAFIX_LIB(D##N) __CUDAFIX_LIB(C##N) __CUDAFIX_LIB(Z##N) __CUDAFIX_LIB(S##N##_bufferSize) __CUDAFIX_LIB(D##N##_bufferSize) __CUDAFIX_LIB(C##N##_bufferSize) __CUDAFIX_LIB(Z##N##_bufferSize)
__CUDAFIX_LIB(Create) __CUDAFIX_LIB(Destroy) __CUDAFIX_LIB(SetStream) __CUDAFIX_LIB(CreateParams) __CUDAFIX_LIB(DestroyParams) __CUDAFIX_LIB(CreateSyevjInfo) __CUDAFIX_LIB(DestroySyevjInfo)
__CUDAFIX_SDCZ(potrf) __CUDAFIX_SDCZ(potrs) __CUDAFIX_SDCZ(potri) __CUDAFIX_SDCZ(getrf) __CUDAFIX_SDCZ(getrs) __CUDAFIX_SDCZ(geqrf) __CUDAFIX_SDCZ(ormqr) __CUDAFIX_SDCZ(unmqr) __CUDAFIX_SDCZ(syevd) __CUDAFIX_SDCZ(heevd) __CUDAFIX_SDCZ(gesvd) __CUDAFIX_SDCZ(syevj) __CUDAFIX_SDCZ(gesvdj) __CUDAFIX_SDCZ(potrfBatched)
#undef __CUDAFIX_SDCZ
#undef __CUDAFIX_LIB
#endif
