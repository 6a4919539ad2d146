// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Who claims a cell first writes it; nobody gives it back, so no fence is needed.
__global__ void claimOk(int *owner, int *data, const int *key) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  if (atomicCAS(&owner[k], 0, 1) == 0)
    data[k] = threadIdx.x;
}

__global__ void claimOfAnotherBad(int *owner, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicCAS(&owner[i], 0, 1) == 0)
    data[i / 64] = threadIdx.x; // expect: unlocked-access
}

// Not whether the cell was free.
__global__ void claimIgnoredBad(int *owner, int *data) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) % 64;
  atomicCAS(&owner[i], 0, 1);
  data[i] = threadIdx.x; // expect: global-race inter-block-race
}
