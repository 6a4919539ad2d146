// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// No launch is visible; a tile is only indexed within its declared bounds.
__global__ void withinTileOk(const float *in, float *out) {
  __shared__ float tile[32][33];
  int at = threadIdx.y * blockDim.x + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[at];
  out[at] = tile[threadIdx.y][threadIdx.x];
}

__global__ void rowSharedBad(const float *in, float *out) {
  __shared__ float row[32];
  int at = threadIdx.y * blockDim.x + threadIdx.x;
  row[threadIdx.x] = in[at]; // expect: shared-race
  out[at] = row[threadIdx.x];
}
