// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Counters behind a part of the same allocation that is as long as the host says: memory picks
// one. Each access stays in its part, unless the launch or the code says that it does not.

__global__ void codesUnknown(unsigned char *all, unsigned length) {
  unsigned *codes = (unsigned *)all;
  int *count = (int *)(all + 4 * (3 * length));
  atomicAdd(&count[codes[threadIdx.x] >> 24], 1);
}

__global__ void longerUnknown(unsigned *all, unsigned length) {
  unsigned code = all[threadIdx.x];
  atomicAdd(all + 3 * length + code, code);
}

__global__ void longerOk(unsigned *all, unsigned length) {
  if (threadIdx.x < length)
    atomicAdd(all + 3 * (size_t)length + all[threadIdx.x], 1);
}

__global__ void tooShortBad(unsigned *all, unsigned length) {
  unsigned code = all[threadIdx.x]; // expect-warning: global-race
  atomicAdd(all + 3 * length + code, code);
}

__global__ void endedBehindBad(unsigned *all, unsigned length) {
  for (unsigned i = threadIdx.x; i < 4 * length; i += blockDim.x) {
    unsigned code = all[i]; // expect-warning: global-race
    atomicAdd(all + 3 * length + code, 1);
  }
}

__global__ void downwardsBad(unsigned *all, const unsigned *at, unsigned length) {
  unsigned code = all[threadIdx.x]; // expect-warning: global-race
  atomicAdd(all + length - 1 - at[threadIdx.x], code);
}

__global__ void neighbourBad(unsigned *all, unsigned length) {
  all[threadIdx.x] = all[threadIdx.x + length]; // expect: global-race
}

void run(unsigned *all, unsigned length) {
  longerUnknown<<<1, 256>>>(all, length);
  longerOk<<<1, 256>>>(all, length);
  tooShortBad<<<1, 256>>>(all, 20);
}
