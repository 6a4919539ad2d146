// SPDX-License-Identifier: Apache-2.0
//
// cuBLAS and cuBLASLt: handles, enumerations, and functions that take anything. Only host code
// calls them, for which their names are enough.
#ifndef __CUDAFIX_CUBLAS_H
#define __CUDAFIX_CUBLAS_H
#define CUBLAS_V2_H_
#define CUBLAS_API_H_
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <library_types.h>
typedef struct cublasContext *cublasHandle_t;
typedef struct cublasLtContext *cublasLtHandle_t;
enum cublasStatus_t { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16 };
typedef cublasStatus_t cublasStatus;
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
enum cublasMath_t { CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH, CUBLAS_TF32_TENSOR_OP_MATH };
enum cublasGemmAlgo_t { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0, CUBLAS_GEMM_ALGO1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99 };
enum cublasComputeType_t { CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32F_PEDANTIC = 69 };
typedef struct { unsigned long long data[8]; } cublasLtMatmulDescOpaque_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef struct { unsigned long long data[8]; } cublasLtMatrixLayoutOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef struct { unsigned long long data[8]; } cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;
struct cublasLtMatmulAlgo_t { unsigned long long data[8]; };
struct cublasLtMatmulHeuristicResult_t { cublasLtMatmulAlgo_t algo; size_t workspaceSize; cublasStatus_t state; float wavesCount; int reserved[4]; };
enum cublasLtMatmulDescAttributes_t { CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLASLT_MATMUL_DESC_SCALE_TYPE, CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_MATMUL_DESC_TRANSA, CUBLASLT_MATMUL_DESC_TRANSB, CUBLASLT_MATMUL_DESC_TRANSC, CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_MATMUL_DESC_BIAS_POINTER, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25 };
enum cublasLtMatrixLayoutAttribute_t { CUBLASLT_MATRIX_LAYOUT_TYPE, CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_MATRIX_LAYOUT_ROWS, CUBLASLT_MATRIX_LAYOUT_COLS, CUBLASLT_MATRIX_LAYOUT_LD, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET };
enum cublasLtMatmulPreferenceAttributes_t { CUBLASLT_MATMUL_PREF_SEARCH_MODE, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES };
enum cublasLtEpilogue_t { CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU = 2, CUBLASLT_EPILOGUE_BIAS = 4, CUBLASLT_EPILOGUE_RELU_BIAS = 6, CUBLASLT_EPILOGUE_GELU = 32, CUBLASLT_EPILOGUE_GELU_BIAS = 36, CUBLASLT_EPILOGUE_GELU_AUX = 160, CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164, CUBLASLT_EPILOGUE_DGELU = 192 };
enum cublasLtOrder_t { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW, CUBLASLT_ORDER_COL32, CUBLASLT_ORDER_COL4_4R2_8C, CUBLASLT_ORDER_COL32_2R_4R4 };
#define __CUDAFIX_LIB(NAME) template <class... A> cublasStatus_t NAME(A &&...); template <class... A> cublasStatus_t NAME##_v2(A &&...);
#define __CUDAFIX_SDCZ(N) __CUDAFIX_LIB(cublasS##N) __CUDAFIX_LIB(cublasD##N) __CUDAFIX_LIB(cublasC##N) __CUDAFIX_LIB(cublasZ##N)
__CUDAFIX_LIB(cublasCreate) __CUDAFIX_LIB(cublasDestroy) __CUDAFIX_LIB(cublasSetStream) __CUDAFIX_LIB(cublasGetStream)
__CUDAFIX_LIB(cublasSetPointerMode) __CUDAFIX_LIB(cublasSetMathMode) __CUDAFIX_LIB(cublasSetVector) __CUDAFIX_LIB(cublasGetVector) __CUDAFIX_LIB(cublasSetMatrix) __CUDAFIX_LIB(cublasGetMatrix)
__CUDAFIX_LIB(cublasSetWorkspace) __CUDAFIX_LIB(cublasGetVersion) __CUDAFIX_LIB(cublasSetAtomicsMode) __CUDAFIX_LIB(cublasInit) __CUDAFIX_LIB(cublasShutdown) __CUDAFIX_LIB(cublasAlloc) __CUDAFIX_LIB(cublasFree)
__CUDAFIX_SDCZ(axpy) __CUDAFIX_SDCZ(copy) __CUDAFIX_SDCZ(scal) __CUDAFIX_SDCZ(swap) __CUDAFIX_SDCZ(dot) __CUDAFIX_SDCZ(dotc) __CUDAFIX_SDCZ(dotu) __CUDAFIX_SDCZ(nrm2) __CUDAFIX_SDCZ(asum)
__CUDAFIX_SDCZ(gemv) __CUDAFIX_SDCZ(ger) __CUDAFIX_SDCZ(symv) __CUDAFIX_SDCZ(trsv) __CUDAFIX_SDCZ(trmv) __CUDAFIX_SDCZ(gemm) __CUDAFIX_SDCZ(gemmBatched) __CUDAFIX_SDCZ(gemmStridedBatched)
__CUDAFIX_SDCZ(trsm) __CUDAFIX_SDCZ(trmm) __CUDAFIX_SDCZ(symm) __CUDAFIX_SDCZ(syrk) __CUDAFIX_SDCZ(syr2k) __CUDAFIX_SDCZ(geam) __CUDAFIX_SDCZ(dgmm) __CUDAFIX_SDCZ(getrfBatched) __CUDAFIX_SDCZ(getrsBatched)
__CUDAFIX_SDCZ(getriBatched) __CUDAFIX_SDCZ(gelsBatched) __CUDAFIX_SDCZ(matinvBatched) __CUDAFIX_SDCZ(rot) __CUDAFIX_SDCZ(gemm3m) __CUDAFIX_SDCZ(trsmBatched)
__CUDAFIX_LIB(cublasIsamax) __CUDAFIX_LIB(cublasIdamax) __CUDAFIX_LIB(cublasIcamax) __CUDAFIX_LIB(cublasIzamax) __CUDAFIX_LIB(cublasIsamin) __CUDAFIX_LIB(cublasIdamin) __CUDAFIX_LIB(cublasIsamax_64) __CUDAFIX_LIB(cublasIcamax_64) __CUDAFIX_LIB(cublasSnrm2_64) __CUDAFIX_LIB(cublasCgemm_64) __CUDAFIX_LIB(cublasCdgmm_64) __CUDAFIX_LIB(cublasSgemm_64) __CUDAFIX_LIB(cublasDgemm_64) __CUDAFIX_LIB(cublasScnrm2) __CUDAFIX_LIB(cublasDznrm2) __CUDAFIX_LIB(cublasCsscal) __CUDAFIX_LIB(cublasZdscal)
__CUDAFIX_LIB(cublasHgemm) __CUDAFIX_LIB(cublasHgemmBatched) __CUDAFIX_LIB(cublasHgemmStridedBatched) __CUDAFIX_LIB(cublasGemmEx) __CUDAFIX_LIB(cublasGemmBatchedEx) __CUDAFIX_LIB(cublasGemmStridedBatchedEx) __CUDAFIX_LIB(cublasSgemmEx) __CUDAFIX_LIB(cublasDotEx) __CUDAFIX_LIB(cublasAxpyEx) __CUDAFIX_LIB(cublasScalEx) __CUDAFIX_LIB(cublasNrm2Ex)
__CUDAFIX_LIB(cublasLtCreate) __CUDAFIX_LIB(cublasLtDestroy) __CUDAFIX_LIB(cublasLtMatmul) __CUDAFIX_LIB(cublasLtMatmulDescCreate) __CUDAFIX_LIB(cublasLtMatmulDescDestroy) __CUDAFIX_LIB(cublasLtMatmulDescSetAttribute) __CUDAFIX_LIB(cublasLtMatmulDescInit)
__CUDAFIX_LIB(cublasLtMatrixLayoutCreate) __CUDAFIX_LIB(cublasLtMatrixLayoutDestroy) __CUDAFIX_LIB(cublasLtMatrixLayoutSetAttribute) __CUDAFIX_LIB(cublasLtMatrixLayoutInit) __CUDAFIX_LIB(cublasLtMatmulPreferenceCreate) __CUDAFIX_LIB(cublasLtMatmulPreferenceDestroy) __CUDAFIX_LIB(cublasLtMatmulPreferenceSetAttribute) __CUDAFIX_LIB(cublasLtMatmulAlgoGetHeuristic) __CUDAFIX_LIB(cublasLtMatrixTransform)
#undef __CUDAFIX_SDCZ
#undef __CUDAFIX_LIB
const char *cublasGetStatusString(cublasStatus_t);
const char *cublasGetStatusName(cublasStatus_t);
#endif
