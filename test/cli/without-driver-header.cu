// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s 2>&1 | FileCheck %s --implicit-check-not="in part"
// Only <cuda.h> says which version it is of: headers that declare its handles themselves look for it.
// CHECK: 1 kernel: 1 free of races and divergence
#include <cuda_runtime.h>
#ifndef CUDA_VERSION
typedef int CUdevice;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
#endif
#include <cuda.h>
#if CUDA_VERSION < 12000
#error
#endif

struct Copier {
  void run(CUstream on);
  CUevent done;
  CUdevice where;
};
__global__ void fill(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
void run(float *out, CUstream on) { fill<<<2, 256, 0, on>>>(out); }
