// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The number of the warp, given to its lanes by a shuffle so that the compiler sees that they agree on it.

constexpr unsigned All = 0xffffffff;

// A row of 32 for each warp.
__global__ void numberOk(float *out, const float *in, int rows) {
  int warp = __shfl_sync(All, threadIdx.x / 32, 0), lane = threadIdx.x % 32;
  for (int row = warp; row < rows; row += 4)
    if (lane == 0)
      out[blockIdx.x * rows + row] = in[row];
}

// Signed numbers, and a lane that is not the first, in a block of whole warps.
__global__ void thirdLaneOk(float *out, const float *in) {
  int tid = threadIdx.x, warp = __shfl_sync(All, tid / 32, 3);
  if (tid % 32 == 0)
    out[blockIdx.x * 4 + warp] = in[warp];
}

// Warps of a block of two dimensions, numbered across its rows.
__global__ void planeOk(float *out, const float *in) {
  int tid = threadIdx.x + threadIdx.y * blockDim.x, warp = __shfl_sync(All, tid / 32, 0);
  if (tid % 32 == 0)
    out[blockIdx.x * 6 + warp] = in[warp];
}

// Two warps for each group, and the row of the block.
__global__ void groupOk(float *out, const float *in) {
  int group = __shfl_sync(All, threadIdx.x / 64 + 2 * threadIdx.y, 0, 16);
  if (threadIdx.x % 64 == 0)
    out[blockIdx.x * 4 + group] = in[group];
}

// The last warp has only some of its lanes, and the first is one of them.
__global__ void shortWarpOk(float *out, const float *in) {
  int warp = __shfl_sync(All, threadIdx.x / 32, 0);
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * 4 + warp] = in[warp];
}

// Half warps have numbers of their own, and all lanes get that of the first half.
__global__ void halfWarpBad(float *out, const float *in) {
  int half = __shfl_sync(All, threadIdx.x / 16, 0);
  if (threadIdx.x % 16 == 0)
    out[blockIdx.x * 8 + half] = in[threadIdx.x]; // expect: intra-warp-race
}

// Each warp has the lane 0.
__global__ void laneBad(float *out, const float *in) {
  int lane = __shfl_sync(All, threadIdx.x % 32, 0);
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * 4 + lane] = in[threadIdx.x]; // expect: global-race
}

// Rows of 48 threads: the warp in the middle has the end of one and the start of the next.
__global__ void rowsApartUnknown(float *out, const float *in) {
  int part = __shfl_sync(All, threadIdx.x / 32, 0);
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * 4 + threadIdx.y * 2 + part] = in[part];
}

// Two rows in a warp, and all lanes get the number of the first.
__global__ void rowBad(float *out, const float *in) {
  int row = __shfl_sync(All, threadIdx.y, 0);
  if (threadIdx.x == 0)
    out[blockIdx.x * 4 + row] = in[threadIdx.y]; // expect: intra-warp-race
}

// Lanes that come in different turns of a loop: the turn is not that of the first lane.
__global__ void turnBad(float *out, const float *in, const int *turns) {
  int sum = 0;
  for (int turn = 0; turn < turns[threadIdx.x]; ++turn)
    sum += __shfl_sync(All, threadIdx.x / 32 * 100 + turn, 0); // expect: absent-lanes
  out[blockIdx.x * 1000 + sum] = in[threadIdx.x];
}

// Half of the lanes take part.
__global__ void maskUnknown(float *out, const float *in) {
  if (threadIdx.x % 32 >= 16)
    return;
  int warp = __shfl_sync(0xffff, threadIdx.x / 32, 0);
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * 4 + warp] = in[warp];
}

void launch(float *out, const float *in, const int *turns, int rows) {
  numberOk<<<64, 128>>>(out, in, rows);
  thirdLaneOk<<<64, 128>>>(out, in);
  planeOk<<<64, dim3(24, 8)>>>(out, in);
  groupOk<<<64, dim3(128, 2)>>>(out, in);
  shortWarpOk<<<64, 100>>>(out, in);
  halfWarpBad<<<64, 128>>>(out, in);
  laneBad<<<64, 128>>>(out, in);
  rowsApartUnknown<<<64, dim3(48, 2)>>>(out, in);
  rowBad<<<64, dim3(16, 4)>>>(out, in);
  turnBad<<<64, 128>>>(out, in, turns);
  maskUnknown<<<64, 128>>>(out, in);
}
