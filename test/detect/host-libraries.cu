// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// What host code calls of the toolkit's libraries is declared, under each of its names.
#include <cub/cub.cuh>
#include <cublas_v2.h>

__global__ void fillOk(int *keys) { keys[threadIdx.x] = 32 - threadIdx.x; }

cublasStatus_t add(cublasHandle_t handle, int n, const double *factor, const double *x, double *y) {
  return cublasDaxpy_v2(handle, n, factor, x, 1, y, 1);
}

void run(int *keys, int *values, int n, void *storage, size_t &bytes, const int *begins) {
  cublasHandle_t handle;
  cublasCreate_v2(&handle);
  cublasDestroy(handle);
  cub::DeviceSegmentedSort::StableSortPairs(storage, bytes, keys, keys, values, values, n, 1,
                                            begins, begins + 1);
  cub::DeviceSegmentedSort::SortKeysDescending(storage, bytes, keys, keys, n, 1, begins,
                                               begins + 1);
  fillOk<<<1, 32>>>(keys);
}
