// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 2 --block 64

// Every class of race, each with two threads of its class.
__global__ void betweenWarpsBad(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;                                       // expect: shared-race
  out[blockIdx.x * 64 + threadIdx.x] = s[(threadIdx.x + 32) % 64];    // expect: shared-race
}

__global__ void insideWarpBad(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;                                       // expect: intra-warp-race
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void shiftBad(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i + 1];        // expect: intra-warp-race global-race inter-block-race
}

__global__ void sameValueOk(int *changed, const int *in) {
  if (in[threadIdx.x] >= 0)
    *changed = 1;         // expect-note: benign-race
}

__global__ void otherValueBad(int *last) {
  *last = threadIdx.x;    // expect: intra-warp-race global-race inter-block-race
}

__global__ void plainAndAtomicBad(int *count, int *out) {
  atomicAdd(count, 1);
  if (threadIdx.x == 40)
    out[blockIdx.x] = *count; // expect: intra-warp-race global-race inter-block-race
}

// Bytes of one word are places of their own.
__global__ void bytesOk(unsigned char *c) {
  c[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

__global__ void bytesBad(unsigned char *c) {
  c[(blockIdx.x * blockDim.x + threadIdx.x) / 2] += threadIdx.x; // expect: intra-warp-race
}

__global__ void halfOfWordBad(int *words) {
  auto *halves = reinterpret_cast<short *>(words);
  if (threadIdx.x == 0 && blockIdx.x == 0)
    words[0] = 7;         // expect: intra-warp-race
  if (threadIdx.x == 1 && blockIdx.x == 0)
    halves[1] = 3;
}

// Wide accesses touch all their words.
__global__ void wideBad(int4 *v, int *w) {
  if (blockIdx.x)
    return;
  if (threadIdx.x == 0)
    v[0] = make_int4(1, 2, 3, 4); // expect: global-race
  if (threadIdx.x == 32)
    reinterpret_cast<int *>(v)[3] = 9;
}

// A copy of a structure is an access of all its bytes.
struct Record { int a[6]; };
__global__ void copyBad(Record *r) {
  if (blockIdx.x)
    return;
  if (threadIdx.x == 0)
    r[1] = r[0];          // expect: intra-warp-race
  if (threadIdx.x == 1)
    r[1].a[5] = -1;
}

__global__ void barrierOk(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void syncwarpOk(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}

// The mask names half of the lanes that exchange.
__global__ void wrongMaskBad(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x; // expect: intra-warp-race
  unsigned half = (threadIdx.x & 31) < 16 ? 0xffffu : 0xffff0000u;
  __syncwarp(half);
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 16];
}

// A shuffle moves registers and orders no memory.
__global__ void shuffleOrdersNothingBad(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x; // expect: intra-warp-race
  int v = __shfl_xor_sync(~0u, 1, 1);
  out[blockIdx.x * 64 + threadIdx.x] = v + s[threadIdx.x ^ 1];
}

// A fence between proxies orders nothing between threads.
__global__ void proxyFenceBad(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x; // expect: shared-race
  asm volatile("fence.proxy.async;" ::: "memory");
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
