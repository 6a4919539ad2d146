// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void counterOk(const int *in, int *count) {
  if (in[threadIdx.x] > 0)
    atomicAdd(count, 1);
}

__global__ void plainReadBad(int *count, int *out) {
  atomicAdd(count, 1); // expect: global-race
  out[threadIdx.x] = *count;
}

__global__ void usesReturnOk(int *count, int *out, int v) {
  int at = atomicAdd(count, 1);
  atomicExch(&out[at], v);
}

__global__ void plainIncrementBad(int *count) {
  *count += threadIdx.x; // expect: global-race
}
