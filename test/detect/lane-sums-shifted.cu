// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Votes that are shifted, not masked, and the vote of a lane alone, for which the list has one place. In rows
// of 16 threads, threadIdx.x % 32 is not the lane.

#define VOTE                                                                                       \
  int lane = threadIdx.x % 32, i = blockIdx.x * 32 + threadIdx.x, base = 0;                        \
  bool has = i < n && in[i] > 0;                                                                   \
  unsigned votes = __ballot_sync(~0u, has);                                                        \
  if (lane == 0)                                                                                   \
    base = atomicAdd(count, __popc(votes));                                                        \
  base = __shfl_sync(~0u, base, 0);

__global__ void fromOwnOk(const int *in, int *out, int *count, int n) {
  VOTE
  if (has)
    out[base + __popc(votes >> lane) - 1] = i;
}

__global__ void upToOwnOk(const int *in, int *out, int *count, int n) {
  VOTE
  if (has)
    out[base + __popc(votes << (31 - lane)) - 1] = i;
}

__global__ void maskUpToOwnOk(const int *in, int *out, int *count, int n) {
  VOTE
  if (has)
    out[base + __popc(votes & (~0u >> (31 - lane))) - 1] = i;
}

__global__ void allStoreBad(const int *in, int *out, int *count, int n) {
  VOTE
  out[base + __popc(votes >> lane)] = i; // expect-warning: intra-warp-race inter-block-race
}

__global__ void otherVoteBad(const int *in, int *out, int *count, int n) {
  VOTE
  if (i < n && !has)
    out[base + __popc(votes >> lane)] = i; // expect-warning: intra-warp-race inter-block-race
}

__global__ void ownBad(const int *in, int *out, int *count, int n) {
  VOTE
  if (has)
    out[base + __popc(votes & (1u << lane))] = i; // expect-warning: intra-warp-race inter-block-race
}

__global__ void ownOfRowsUnknown(const int *in, int *out, int *count, int n) {
  VOTE
  if (has)
    out[base + __popc(votes & (1u << lane))] = i;
}

__global__ void fromOwnOfRowsBad(const int *in, int *out, int *count, int n) {
  VOTE
  if (has)
    out[base + __popc(votes >> lane) - 1] = i; // expect-warning: intra-warp-race inter-block-race
}

// One place for those that have it, the own one for the others.
__global__ void ownOrNoneOk(const int *in, int *out, int *count, int n) {
  VOTE
  if (!has)
    out[i + __popc(votes & (1u << lane))] = i;
}

void run(const int *in, int *out, int *count, int n) {
  const int blocks = (n + 31) / 32;
  fromOwnOk<<<blocks, 32>>>(in, out, count, n);
  upToOwnOk<<<blocks, 32>>>(in, out, count, n);
  maskUpToOwnOk<<<blocks, 32>>>(in, out, count, n);
  allStoreBad<<<blocks, 32>>>(in, out, count, n);
  otherVoteBad<<<blocks, 32>>>(in, out, count, n);
  ownBad<<<blocks, 32>>>(in, out, count, n);
  ownOfRowsUnknown<<<blocks, dim3(16, 2)>>>(in, out, count, n);
  fromOwnOfRowsBad<<<blocks, dim3(16, 2)>>>(in, out, count, n);
  ownOrNoneOk<<<blocks, 32>>>(in, out, count, n);
}
