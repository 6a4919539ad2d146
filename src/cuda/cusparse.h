// SPDX-License-Identifier: Apache-2.0
//
// cuSPARSE: handles, enumerations, and functions that take anything.
#ifndef __CUDAFIX_CUSPARSE_H
#define __CUDAFIX_CUSPARSE_H
#define CUSPARSEAPI
#include <cuComplex.h>
#include <library_types.h>
#define CUSPARSE_VERSION 12500
#define CUSPARSE_VER_MAJOR 12
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrgemm2Info *csrgemm2Info_t;
enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE, CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT, CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES };
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I };
enum cusparseMatrixType_t { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR };
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT };
enum cusparseSpMatAttribute_t { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE };
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE };
enum cusparseDirection_t { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN };
enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC };
enum cusparseSolvePolicy_t { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW };
enum cusparseSpMVAlg_t { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2, CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_CSRMV_ALG1 = 2, CUSPARSE_CSRMV_ALG2 };
enum cusparseSpMMAlg_t { CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1, CUSPARSE_SPMM_COO_ALG2, CUSPARSE_SPMM_COO_ALG3, CUSPARSE_SPMM_CSR_ALG1, CUSPARSE_SPMM_COO_ALG4, CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3 = 12, CUSPARSE_SPMM_BLOCKED_ELL_ALG1, CUSPARSE_SPMM_BSR_ALG1, CUSPARSE_MM_ALG_DEFAULT = 0, CUSPARSE_COOMM_ALG1, CUSPARSE_COOMM_ALG2, CUSPARSE_COOMM_ALG3, CUSPARSE_CSRMM_ALG1 };
enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT };
enum cusparseSpSMAlg_t { CUSPARSE_SPSM_ALG_DEFAULT };
enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT };
enum cusparseSpGEMMAlg_t { CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_ALG1 = 3, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3 };
enum cusparseSparseToDenseAlg_t { CUSPARSE_SPARSETODENSE_ALG_DEFAULT };
enum cusparseDenseToSparseAlg_t { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT };
enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 };
#define __CUDAFIX_LIB(NAME) template <class... A> cusparseStatus_t cusparse##NAME(A &&...);
#define __CUDAFIX_SDCZ(N) __CUDAFIX_LIB(S##N) __CUDAFIX_LIB(D##N) __CUDAFIX_LIB(C##N) __CUDAFIX_LIB(Z##N)
__CUDAFIX_LIB(Create) __CUDAFIX_LIB(Destroy) __CUDAFIX_LIB(SetStream) __CUDAFIX_LIB(SetPointerMode) __CUDAFIX_LIB(CreateMatDescr) __CUDAFIX_LIB(DestroyMatDescr) __CUDAFIX_LIB(SetMatType) __CUDAFIX_LIB(SetMatIndexBase) __CUDAFIX_LIB(SetMatFillMode) __CUDAFIX_LIB(SetMatDiagType)
__CUDAFIX_LIB(CreateSpVec) __CUDAFIX_LIB(DestroySpVec) __CUDAFIX_LIB(CreateDnVec) __CUDAFIX_LIB(DestroyDnVec) __CUDAFIX_LIB(DnVecSetValues) __CUDAFIX_LIB(CreateCsr) __CUDAFIX_LIB(CreateCsc) __CUDAFIX_LIB(CreateCoo) __CUDAFIX_LIB(CreateBlockedEll) __CUDAFIX_LIB(CreateDnMat) __CUDAFIX_LIB(DestroyDnMat) __CUDAFIX_LIB(DestroySpMat) __CUDAFIX_LIB(CreateConstCsr)
__CUDAFIX_LIB(SpMatSetAttribute) __CUDAFIX_LIB(SpMatGetSize) __CUDAFIX_LIB(CsrSetPointers) __CUDAFIX_LIB(CooSetPointers) __CUDAFIX_LIB(DnMatSetStridedBatch) __CUDAFIX_LIB(CsrSetStridedBatch)
__CUDAFIX_LIB(SpMV) __CUDAFIX_LIB(SpMV_bufferSize) __CUDAFIX_LIB(SpMV_preprocess) __CUDAFIX_LIB(SpMM) __CUDAFIX_LIB(SpMM_bufferSize) __CUDAFIX_LIB(SpMM_preprocess) __CUDAFIX_LIB(SpVV) __CUDAFIX_LIB(SpVV_bufferSize) __CUDAFIX_LIB(SDDMM) __CUDAFIX_LIB(SDDMM_bufferSize) __CUDAFIX_LIB(SDDMM_preprocess)
__CUDAFIX_LIB(SpSV_createDescr) __CUDAFIX_LIB(SpSV_destroyDescr) __CUDAFIX_LIB(SpSV_bufferSize) __CUDAFIX_LIB(SpSV_analysis) __CUDAFIX_LIB(SpSV_solve) __CUDAFIX_LIB(SpSM_createDescr) __CUDAFIX_LIB(SpSM_destroyDescr) __CUDAFIX_LIB(SpSM_bufferSize) __CUDAFIX_LIB(SpSM_analysis) __CUDAFIX_LIB(SpSM_solve)
__CUDAFIX_LIB(SpGEMM_createDescr) __CUDAFIX_LIB(SpGEMM_destroyDescr) __CUDAFIX_LIB(SpGEMM_workEstimation) __CUDAFIX_LIB(SpGEMM_estimateMemory) __CUDAFIX_LIB(SpGEMM_compute) __CUDAFIX_LIB(SpGEMM_copy) __CUDAFIX_LIB(SpGEMMreuse_workEstimation) __CUDAFIX_LIB(SpGEMMreuse_nnz) __CUDAFIX_LIB(SpGEMMreuse_copy) __CUDAFIX_LIB(SpGEMMreuse_compute)
__CUDAFIX_LIB(SparseToDense) __CUDAFIX_LIB(SparseToDense_bufferSize) __CUDAFIX_LIB(DenseToSparse_bufferSize) __CUDAFIX_LIB(DenseToSparse_analysis) __CUDAFIX_LIB(DenseToSparse_convert) __CUDAFIX_LIB(Gather) __CUDAFIX_LIB(Scatter) __CUDAFIX_LIB(Axpby) __CUDAFIX_LIB(Rot)
__CUDAFIX_LIB(Csr2cscEx2) __CUDAFIX_LIB(Csr2cscEx2_bufferSize) __CUDAFIX_LIB(Xcsrsort) __CUDAFIX_LIB(Xcsrsort_bufferSizeExt) __CUDAFIX_LIB(Xcoosort_bufferSizeExt) __CUDAFIX_LIB(XcoosortByRow) __CUDAFIX_LIB(CreateIdentityPermutation) __CUDAFIX_LIB(Xcoo2csr) __CUDAFIX_LIB(Xcsr2coo) __CUDAFIX_LIB(Xcsrilu02_zeroPivot) __CUDAFIX_LIB(CreateCsrilu02Info) __CUDAFIX_LIB(DestroyCsrilu02Info)
__CUDAFIX_SDCZ(csrmv) __CUDAFIX_SDCZ(csrmm) __CUDAFIX_SDCZ(csr2csc) __CUDAFIX_SDCZ(gthr) __CUDAFIX_SDCZ(nnz) __CUDAFIX_SDCZ(dense2csr) __CUDAFIX_SDCZ(csr2dense) __CUDAFIX_SDCZ(csrilu02) __CUDAFIX_SDCZ(csrilu02_bufferSize) __CUDAFIX_SDCZ(csrilu02_analysis) __CUDAFIX_SDCZ(gtsv2) __CUDAFIX_SDCZ(gtsv2_bufferSizeExt) __CUDAFIX_SDCZ(gtsv2StridedBatch)
#undef __CUDAFIX_SDCZ
#undef __CUDAFIX_LIB
const char *cusparseGetErrorString(cusparseStatus_t);
const char *cusparseGetErrorName(cusparseStatus_t);
#endif
