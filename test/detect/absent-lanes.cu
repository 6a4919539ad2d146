// SPDX-License-Identifier: Apache-2.0
// Operations of a warp whose mask names lanes that do not come, and shuffles that read lanes that
// have returned.

// RUN: %check-findings %s

#include <cooperative_groups.h>

namespace cg = cooperative_groups;
constexpr unsigned All = 0xffffffff;

// The upper lanes wait in the other branch.
__global__ void bothBranchesBad(int *out) {
  int lane = threadIdx.x % 32, v = threadIdx.x;
  if (lane < 16)
    v += __shfl_xor_sync(All, v, 1); // expect-error: absent-lanes
  else
    v -= __shfl_xor_sync(All, v, 2); // expect-error: absent-lanes
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void bothBranchesOk(int *out) {
  int lane = threadIdx.x % 32, v = threadIdx.x;
  if (lane < 16)
    v += __shfl_xor_sync(0xffff, v, 1);
  else
    v -= __shfl_xor_sync(0xffff0000, v, 2);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// The other lanes of the first warp are at the barrier, which waits for these.
__global__ void beforeBarrierBad(int *out, int *votes) {
  __shared__ int seen;
  if (threadIdx.x < 16) {
    unsigned m = __ballot_sync(All, out[threadIdx.x] > 0); // expect-error: absent-lanes
    if (threadIdx.x == 0)
      seen = m;
  }
  __syncthreads();
  votes[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}

__global__ void beforeBarrierOk(int *out, int *votes) {
  __shared__ int seen;
  if (threadIdx.x < 32) {
    unsigned m = __ballot_sync(All, out[threadIdx.x] > 0);
    if (threadIdx.x == 0)
      seen = m;
  }
  __syncthreads();
  votes[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}

// Lanes leave the loop in different iterations.
__global__ void ownTripsBad(const int *in, int *out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += __shfl_down_sync(All, in[i], 1); // expect: absent-lanes
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void ownTripsOk(const int *in, int *out, int n) {
  int sum = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x, v = i < n ? in[i] : 0;
    sum += __shfl_down_sync(All, v, 1);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The last warp reads lanes that are gone.
__global__ void returnedBad(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = in[i];
  v += __shfl_down_sync(All, v, 1); // expect-warning: absent-lanes
  out[i] = v;
}

// Only lanes below read: those are there.
__global__ void returnedReadsBelowOk(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = in[i];
  v += __shfl_up_sync(All, v, 1);
  out[i] = v;
}

// Whole warps return.
__global__ void warpReturnsOk(const int *in, int *out, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows)
    return;
  int v = in[threadIdx.x];
  v += __shfl_down_sync(All, v, 16);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// A vote after a return is of those that are left.
__global__ void voteAfterReturnOk(const int *in, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = __ballot_sync(All, in[i] > 0);
}

// The mask is what the lanes agreed on.
__global__ void agreedMaskOk(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mask = __ballot_sync(All, i < n);
  if (i < n) {
    int v = in[i];
    v += __shfl_xor_sync(mask, v, 1);
    out[i] = v;
  }
}

// Each half of a warp goes its own way.
__global__ void tilesOk(const int *in, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = in[threadIdx.x];
  if (tile.meta_group_rank() % 2 == 0)
    v += tile.shfl_xor(v, 1);
  else
    v += tile.shfl_down(v, 2);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void tilesBad(const int *in, int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int v = in[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    v += tile.shfl_xor(v, 1); // expect-error: absent-lanes
  else
    v += tile.shfl_down(v, 2); // expect-error: absent-lanes
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// All lanes go by one vote.
__global__ void voteDecidesOk(const int *in, int *out) {
  int v = in[threadIdx.x];
  while (__any_sync(All, v > 0))
    v -= __shfl_sync(All, v, 0) + 1;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// A value that one warp reads is one value.
__global__ void rowLengthOk(const int *first, const float *in, float *out) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int j = first[warp]; j < first[warp + 1]; j += 32) {
    float v = j + lane < first[warp + 1] ? in[j + lane] : 0;
    sum += __shfl_xor_sync(All, v, 1);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void dataDecidesBad(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  if (v > 0)
    v += __shfl_xor_sync(All, v, 1); // expect-warning: absent-lanes
  out[i] = v;
}

// Lane 0 syncs with itself on the way.
__global__ void aloneOnTheWayOk(int *out) {
  if (threadIdx.x % 32 == 0)
    __syncwarp(1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = __shfl_sync(All, (int)threadIdx.x, 3);
}

__global__ void syncwarpBad(int *out) {
  __shared__ int tile[1024];
  tile[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 2)
    __syncwarp(); // expect-error: absent-lanes
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}

// Rows whose places are numbered in groups of 32 hold whole groups.
__global__ void groupsOfRowsOk(const float *in, signed char *out, float *scales, long n, long padded) {
  long column = (long)blockDim.x * blockIdx.x + threadIdx.x;
  if (column >= padded)
    return;
  long i = blockIdx.y * padded + column, group = i / 32;
  float most = column < n ? in[blockIdx.y * n + column] : 0;
  for (int o = 16; o > 0; o >>= 1)
    most = fmaxf(most, __shfl_xor_sync(All, most, o));
  out[group * 32 + i % 32] = in[blockIdx.y * n + min(column, n - 1)] / most;
  if (i % 32 == 0)
    scales[group] = most;
}

// One row of any length ends within a group.
__global__ void groupsBad(const float *in, signed char *out, float *scales, long n) {
  long i = (long)blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  float most = in[i];
  for (int o = 16; o > 0; o >>= 1)
    most = fmaxf(most, __shfl_xor_sync(All, most, o)); // expect-warning: absent-lanes
  out[i] = in[i] / most;
  if (i % 32 == 0)
    scales[i / 32] = most;
}
