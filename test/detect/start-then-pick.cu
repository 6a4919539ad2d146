// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A list in shared memory is filled with a mark, each thread its own cell, before votes and lists
// pick cells of it.

__global__ void votedBad(int *out, const float *x, float cut, int none) {
  __shared__ int found[32];
  int lane = threadIdx.x;
  found[lane] = none; // expect-warning: intra-warp-race
  bool hit = x[blockIdx.x * 32 + lane] < cut;
  unsigned all = __ballot_sync(~0u, hit);
  if (hit)
    found[__popc(all & ((1u << lane) - 1))] = lane;
  __syncwarp();
  out[blockIdx.x * 32 + lane] = found[lane];
}
__global__ void votedOk(int *out, const float *x, float cut, int none) {
  __shared__ int found[32];
  int lane = threadIdx.x;
  found[lane] = none;
  bool hit = x[blockIdx.x * 32 + lane] < cut;
  unsigned all = __ballot_sync(~0u, hit);
  __syncwarp();
  if (hit)
    found[__popc(all & ((1u << lane) - 1))] = lane;
  __syncwarp();
  out[blockIdx.x * 32 + lane] = found[lane];
}

__global__ void listedBad(int *out, const int *list, int none) {
  __shared__ int found[256];
  found[threadIdx.x] = none; // expect-warning: shared-race
  int at = list[threadIdx.x];
  if (at >= 0)
    found[at] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = found[threadIdx.x];
}

__global__ void compactedBad(int *out, const float *x, float cut, int none, int n) {
  __shared__ int found[64];
  int lane = threadIdx.x, have = 0;
  found[lane] = none; // expect-warning: intra-warp-race
  found[32 + lane] = none;
  for (int at = lane; at - lane < n; at += 32) {
    bool hit = at < n && x[at] < cut;
    unsigned all = __ballot_sync(~0u, hit);
    if (hit)
      found[have + __popc(all & ((1u << lane) - 1))] = at;
    have += __popc(all);
    if (have > 32) {
      out[blockIdx.x * 32 + lane] = found[lane];
      found[lane] = found[32 + lane];
      have -= 32;
    }
  }
}

void run(int *out, const float *x, const int *list, float cut, int none, int n) {
  votedBad<<<8, 32>>>(out, x, cut, none);
  votedOk<<<8, 32>>>(out, x, cut, none);
  listedBad<<<1, 256>>>(out, list, none);
  compactedBad<<<1, 32>>>(out, x, cut, none, n);
}
