// SPDX-License-Identifier: Apache-2.0
//
// Enough of MPI for host code around kernels to parse.
#ifndef __CUDAFIX_MPI_H
#define __CUDAFIX_MPI_H
typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Group, MPI_Win, MPI_Info, MPI_Errhandler, MPI_File;
typedef long MPI_Aint, MPI_Offset;
struct MPI_Status { int MPI_SOURCE, MPI_TAG, MPI_ERROR; };
enum __cudafix_mpi_a { MPI_SUCCESS, MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL, MPI_COMM_TYPE_SHARED, MPI_INFO_NULL = 0, MPI_REQUEST_NULL = 0, MPI_PROC_NULL = -1, MPI_ANY_SOURCE = -1, MPI_ANY_TAG = -1, MPI_MAX_PROCESSOR_NAME = 256, MPI_MAX_ERROR_STRING = 512, MPI_THREAD_SINGLE = 0, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };
enum __cudafix_mpi_b { MPI_CHAR = 1, MPI_BYTE, MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED, MPI_UNSIGNED_CHAR, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_C_BOOL, MPI_INT32_T, MPI_INT64_T, MPI_UINT32_T, MPI_UINT64_T, MPI_DOUBLE_INT, MPI_2INT, MPI_COMPLEX, MPI_DOUBLE_COMPLEX };
enum __cudafix_mpi_c { MPI_SUM = 1, MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR, MPI_BAND, MPI_BOR, MPI_MAXLOC, MPI_MINLOC };
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE ((void *)-1)
extern "C" double MPI_Wtime(void);
#define __CUDAFIX_LIB(NAME) template <class... A> int MPI_##NAME(A &&...);
__CUDAFIX_LIB(Init) __CUDAFIX_LIB(Init_thread) __CUDAFIX_LIB(Finalize) __CUDAFIX_LIB(Initialized) __CUDAFIX_LIB(Abort) __CUDAFIX_LIB(Barrier) __CUDAFIX_LIB(Comm_rank) __CUDAFIX_LIB(Comm_size) __CUDAFIX_LIB(Comm_split) __CUDAFIX_LIB(Comm_split_type) __CUDAFIX_LIB(Comm_free) __CUDAFIX_LIB(Comm_dup) __CUDAFIX_LIB(Send) __CUDAFIX_LIB(Recv) __CUDAFIX_LIB(Isend) __CUDAFIX_LIB(Irecv) __CUDAFIX_LIB(Sendrecv) __CUDAFIX_LIB(Wait) __CUDAFIX_LIB(Waitall) __CUDAFIX_LIB(Waitany) __CUDAFIX_LIB(Test) __CUDAFIX_LIB(Bcast) __CUDAFIX_LIB(Reduce) __CUDAFIX_LIB(Allreduce) __CUDAFIX_LIB(Gather) __CUDAFIX_LIB(Gatherv) __CUDAFIX_LIB(Allgather) __CUDAFIX_LIB(Allgatherv) __CUDAFIX_LIB(Scatter) __CUDAFIX_LIB(Scatterv) __CUDAFIX_LIB(Alltoall) __CUDAFIX_LIB(Alltoallv) __CUDAFIX_LIB(Scan) __CUDAFIX_LIB(Exscan) __CUDAFIX_LIB(Probe) __CUDAFIX_LIB(Iprobe) __CUDAFIX_LIB(Get_count) __CUDAFIX_LIB(Get_processor_name) __CUDAFIX_LIB(Error_string) __CUDAFIX_LIB(Type_contiguous) __CUDAFIX_LIB(Type_vector) __CUDAFIX_LIB(Type_commit) __CUDAFIX_LIB(Type_free) __CUDAFIX_LIB(Cart_create) __CUDAFIX_LIB(Cart_coords) __CUDAFIX_LIB(Cart_shift)
#undef __CUDAFIX_LIB
#endif
