// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Tickets that thread 0 of a row of the block draws for its warp: the other warps of the row get
// none.
// one warp per block, drawn under threadIdx.x == 0
__global__ void compactOk(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * 32 + threadIdx.x, base = 0;
  bool p = i < n && in[i] > 0;
  unsigned m = __ballot_sync(~0u, p);
  if (threadIdx.x == 0)
    base = atomicAdd(count, __popc(m));
  base = __shfl_sync(~0u, base, 0);
  if (p)
    out[base + __popc(m & ((1u << threadIdx.x) - 1))] = in[i];
}
// the second warp gets 0
__global__ void twoWarpsBad(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * 64 + threadIdx.x, base = 0;
  bool p = i < n && in[i] > 0;
  unsigned m = __ballot_sync(~0u, p);
  if (threadIdx.x == 0)
    base = atomicAdd(count, __popc(m));
  base = __shfl_sync(~0u, base, 0);
  if (p)
    out[base + __popc(m & ((1u << (threadIdx.x % 32)) - 1))] = in[i]; // expect: global-race, allow: inter-block-race
}
// all voters at one place
__global__ void onePlaceBad(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * 32 + threadIdx.x, base = 0;
  bool p = i < n && in[i] > 0;
  unsigned m = __ballot_sync(~0u, p);
  if (threadIdx.x == 0)
    base = atomicAdd(count, __popc(m));
  base = __shfl_sync(~0u, base, 0);
  if (p)
    out[base] = in[i]; // expect: inter-block-race, allow: intra-warp-race
}
// draws one for all
__global__ void drawsOneBad(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * 32 + threadIdx.x, base = 0;
  bool p = i < n && in[i] > 0;
  unsigned m = __ballot_sync(~0u, p);
  if (threadIdx.x == 0)
    base = atomicAdd(count, 1);
  base = __shfl_sync(~0u, base, 0);
  if (p)
    out[base + __popc(m & ((1u << threadIdx.x) - 1))] = in[i]; // expect: inter-block-race
}
// shuffled from lane 1
__global__ void lane1Unknown(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * 32 + threadIdx.x, base = 0;
  bool p = i < n && in[i] > 0;
  unsigned m = __ballot_sync(~0u, p);
  if (threadIdx.x == 0)
    base = atomicAdd(count, __popc(m));
  base = __shfl_sync(~0u, base, 1);
  if (p)
    out[base + __popc(m & ((1u << threadIdx.x) - 1))] = in[i];
}
// two rows of 16: one warp has two threads with threadIdx.x == 0
__global__ void halfRowsBad(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * 32 + threadIdx.y * 16 + threadIdx.x, base = 0;
  bool p = i < n && in[i] > 0;
  if (threadIdx.x == 0)
    base = atomicAdd(count, 1);
  base = __shfl_sync(~0u, base, 0);
  if (p)
    out[base * 16 + threadIdx.x] = in[i]; // expect: inter-block-race, allow: intra-warp-race
}
// rows of 32: each a warp with a draw of its own
__global__ void rowsOk(const int *in, int *out, int *count, int n) {
  int i = (blockIdx.x * 8 + threadIdx.y) * 32 + threadIdx.x, base = 0;
  bool p = i < n && in[i] > 0;
  unsigned m = __ballot_sync(~0u, p);
  if (threadIdx.x == 0)
    base = atomicAdd(count, __popc(m));
  base = __shfl_sync(~0u, base, 0);
  if (p)
    out[base + __popc(m & ((1u << threadIdx.x) - 1))] = in[i];
}
// the warps of longer rows: the second of each gets 0
__global__ void longRowsBad(const int *in, int *out, int *count, int n) {
  int i = (blockIdx.x * 8 + threadIdx.y) * 64 + threadIdx.x, base = 0;
  bool p = i < n && in[i] > 0;
  unsigned m = __ballot_sync(~0u, p);
  if (threadIdx.x == 0)
    base = atomicAdd(count, __popc(m));
  base = __shfl_sync(~0u, base, 0);
  if (p)
    out[base + __popc(m & ((1u << (threadIdx.x % 32)) - 1))] = in[i]; // expect: global-race, allow: inter-block-race
}
void run(const int *i, int *o, int *c, int n) {
  compactOk<<<(n + 31) / 32, 32>>>(i, o, c, n);
  twoWarpsBad<<<(n + 63) / 64, 64>>>(i, o, c, n);
  onePlaceBad<<<(n + 31) / 32, 32>>>(i, o, c, n);
  drawsOneBad<<<(n + 31) / 32, 32>>>(i, o, c, n);
  lane1Unknown<<<(n + 31) / 32, 32>>>(i, o, c, n);
  halfRowsBad<<<(n + 31) / 32, dim3(16, 2)>>>(i, o, c, n);
  rowsOk<<<(n + 255) / 256, dim3(32, 8)>>>(i, o, c, n);
  longRowsBad<<<(n + 511) / 512, dim3(64, 8)>>>(i, o, c, n);
}
