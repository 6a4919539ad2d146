// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Launches that only the user knows of.
// cuda-fix: launch block=(256) grid=(1)
__global__ void oneOk(float *a) { a[threadIdx.x] += 1; }

// cuda-fix: launch block=(16, 16) grid=(cols / 16, rows / 16) assume=(cols % 16 == 0, rows > 0)
__global__ void rowsOk(float *a, int rows, int cols) {
  a[(blockIdx.y * 16 + threadIdx.y) * cols + blockIdx.x * 16 + threadIdx.x] += 1;
}
// cuda-fix: launch block=(256) grid=(2)
__global__ void twoBad(float *a) { a[threadIdx.x] += 1; } // expect: inter-block-race
