// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// What a pointer that was loaded through a loaded pointer leads to may be anything.
__global__ void chasedUnknown(float ***rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    rows[i][0][0] = 1;
}
