// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 1 --block 64 --schedules 1
// RUN: %cuda-fix simulate %s --grid 1 --block 64 --arg 'in=zero(256)' --arg 'out=zero(256)' --listing --exit-zero --schedules 1 2>/dev/null | FileCheck %s

// Requests, lanes, sectors, ideal: what the type aligns is one access of 16 bytes.
// CHECK-LABEL: kernel wholeOk
// CHECK: {{^ +4 +128 +64 +64 }}{{.* }}[[@LINE+2]] |
__global__ void wholeOk(const float4 *in, float4 *out) {
  out[threadIdx.x] = in[threadIdx.x];
}

// Nothing says that these four begin at 16 bytes.
// CHECK-LABEL: kernel partsOk
// CHECK: {{^ +8 +256 +128 +32 }}{{.* }}[[@LINE+3]] |
__global__ void partsOk(const float *in, float *out) {
  const float *f = in + 4 * threadIdx.x;
  float sum = f[0] + f[1] + f[2] + f[3];
  if (sum < 0)
    out[threadIdx.x] = sum;
}

// Shared memory serves a quarter of a warp at a time.
// CHECK-LABEL: kernel sharedOk
// CHECK: {{^ +2 +64 +0 +0 +0 +0 +0 }}{{.* }}[[@LINE+4]] |
// CHECK: {{^ +4 +128 +32 +32 +8 +8 +0( .*)? }}[[@LINE+5]] |
__global__ void sharedOk(const float4 *in, float4 *out) {
  __shared__ float4 s[64];
  s[threadIdx.x] = make_float4(1, 2, 3, 4);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

struct __align__(8) Pair {
  int a, b;
};

// Two stores that a device makes as one: counted at the last, a race is said at its own.
// CHECK-LABEL: kernel placesBad
// CHECK-NOT: {{^ +2 .*}}[[@LINE+3]] |
// CHECK: {{^ +2 +64 +16 +16 }}{{.* }}[[@LINE+3]] |
__global__ void placesBad(Pair *in, int *out) {
  in[threadIdx.x].a = threadIdx.x;
  in[threadIdx.x].b = threadIdx.x; // expect: intra-warp-race global-race
  out[threadIdx.x] = in[(threadIdx.x + 1) % 64].b; // expect: intra-warp-race global-race
}
