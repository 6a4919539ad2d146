// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=uncoalesced-access

// What the type does not align is copied in pieces of its alignment, each a request of the warp.
struct Pair { float x, y; };
struct __align__(8) AlignedPair { float x, y; };

__global__ void pairsBad(const Pair *in, Pair *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i]; // expect-note: uncoalesced-access
}

__global__ void alignedPairsOk(const AlignedPair *in, AlignedPair *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

__global__ void vectorsOk(const float2 *in, float2 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
