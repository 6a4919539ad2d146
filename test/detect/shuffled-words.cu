// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Values that are wider than a shuffle go from lane to lane word by word, in a loop.

struct Pair {
  double a;
};

__device__ Pair shuffle(Pair v, int lane) {
  Pair r;
  for (int i = 0; i < 2; i++)
    reinterpret_cast<int *>(&r)[i] = __shfl_sync(0xffffffffu, reinterpret_cast<int *>(&v)[i], lane);
  return r;
}

// All lanes of a warp store what lane 0 has.
__global__ void firstLaneOk(const Pair *in, Pair *out) {
  __shared__ Pair s[8];
  s[threadIdx.x / 32] = shuffle(in[threadIdx.x], 0); // allow: benign-race
  __syncthreads();
  if (threadIdx.x < 8)
    out[threadIdx.x] = s[threadIdx.x];
}

// Each lane stores what its neighbour has.
__global__ void neighbourBad(const Pair *in, Pair *out) {
  __shared__ Pair s[8];
  s[threadIdx.x / 32] = shuffle(in[threadIdx.x], threadIdx.x % 32 ^ 1); // expect: intra-warp-race
  __syncthreads();
  if (threadIdx.x < 8)
    out[threadIdx.x] = s[threadIdx.x];
}

void run(const Pair *in, Pair *out) {
  firstLaneOk<<<1, 256>>>(in, out);
  neighbourBad<<<1, 256>>>(in, out);
}
