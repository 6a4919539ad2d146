// SPDX-License-Identifier: Apache-2.0
//
// Stands in for a missing NCCL, which only host code calls.
#ifndef __CUDAFIX_CONTRACT_NCCL_H
#define __CUDAFIX_CONTRACT_NCCL_H
#include <cuda.h>
typedef struct ncclComm *ncclComm_t;
typedef struct { char internal[128]; } ncclUniqueId;
typedef enum { ncclSuccess, ncclSystemError, ncclInProgress } ncclResult_t;
typedef enum { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg } ncclRedOp_t;
typedef enum {
  ncclInt8, ncclChar = 0, ncclUint8, ncclInt32, ncclInt = 2, ncclUint32, ncclInt64, ncclUint64,
  ncclFloat16, ncclHalf = 6, ncclFloat32, ncclFloat = 7, ncclFloat64, ncclDouble = 8, ncclBfloat16
} ncclDataType_t;
#define __CUDAFIX_NCCL(Name) template <class... A> ncclResult_t Name(A...) { return ncclSuccess; }
__CUDAFIX_NCCL(ncclAllReduce) __CUDAFIX_NCCL(ncclBroadcast) __CUDAFIX_NCCL(ncclReduce) __CUDAFIX_NCCL(ncclAllGather)
__CUDAFIX_NCCL(ncclReduceScatter) __CUDAFIX_NCCL(ncclSend) __CUDAFIX_NCCL(ncclRecv) __CUDAFIX_NCCL(ncclGroupStart)
__CUDAFIX_NCCL(ncclGroupEnd) __CUDAFIX_NCCL(ncclGetUniqueId) __CUDAFIX_NCCL(ncclCommInitRank) __CUDAFIX_NCCL(ncclCommInitAll)
__CUDAFIX_NCCL(ncclCommDestroy) __CUDAFIX_NCCL(ncclCommAbort) __CUDAFIX_NCCL(ncclCommCount) __CUDAFIX_NCCL(ncclCommUserRank)
__CUDAFIX_NCCL(ncclCommGetAsyncError) __CUDAFIX_NCCL(ncclCommSplit) __CUDAFIX_NCCL(ncclGetVersion)
inline const char *ncclGetErrorString(ncclResult_t) { return ""; }
#endif
