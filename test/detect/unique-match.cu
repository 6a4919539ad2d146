// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Of keys that are unique one thread finds the one that is looked for; tickets come round in a ring.

__global__ void searchUnknown(const int *keys, const int *wanted, int *at) {
  if (keys[threadIdx.x] == wanted[blockIdx.x])
    at[blockIdx.x] = threadIdx.x;
}

__global__ void searchOneUnknown(const int *keys, int wanted, int *at) {
  if (keys[threadIdx.x] == wanted)
    *at = threadIdx.x;
}

// Many elements are not the one.
__global__ void otherBad(const int *keys, const int *wanted, int *at) {
  if (keys[threadIdx.x] != wanted[blockIdx.x])
    at[blockIdx.x] = threadIdx.x; // expect-warning: global-race
}

// Counting without an atomic is no search.
__global__ void countBad(const int *keys, const int *wanted, int *count) {
  if (keys[threadIdx.x] == wanted[blockIdx.x])
    count[blockIdx.x] += 1; // expect-warning: global-race
}

// A constant marks many elements.
__global__ void markedBad(const int *keys, int *at) {
  if (keys[threadIdx.x] == 1)
    *at = threadIdx.x; // expect-warning: global-race
}

__global__ void ringUnknown(const int *data, unsigned *errors, int *where) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (data[i] != 7)
    where[atomicAdd(errors, 1u) % 16] = i;
}

void launch(const int *keys, const int *wanted, int *at, unsigned *errors) {
  searchUnknown<<<16, 128>>>(keys, wanted, at);
  searchOneUnknown<<<1, 128>>>(keys, 5, at);
  otherBad<<<16, 128>>>(keys, wanted, at);
  countBad<<<16, 128>>>(keys, wanted, at);
  markedBad<<<1, 128>>>(keys, at);
  ringUnknown<<<16, 128>>>(keys, errors, at);
}
