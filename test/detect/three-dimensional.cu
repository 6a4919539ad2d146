// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 8,8,8

__global__ void cubeOk(float *a, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz)
    a[(z * ny + y) * nx + x] += 1;
}

// The cells of one row are one cell.
__global__ void cubeBad(float *a, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz)
    a[z * ny + y] += 1; // expect: intra-warp-race inter-block-race
}
