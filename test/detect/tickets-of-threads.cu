// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Each thread of the block draws so many tickets of a counter in shared memory, which starts at a
// constant: they are below that and as many for each thread.

#define DUMP(Name, Start, Room, Draw)                                                              \
  __global__ void Name(const long long *key, const unsigned *value, long long *out, unsigned n) {  \
    extern __shared__ unsigned char s[];                                                           \
    long long *keys = (long long *)s;                                                              \
    unsigned *values = (unsigned *)&keys[Room];                                                    \
    __shared__ unsigned count;                                                                     \
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                            \
    if (threadIdx.x == 0)                                                                          \
      count = Start;                                                                               \
    __syncthreads();                                                                               \
    if (i < n && key[i] != 0) {                                                                    \
      Draw;                                                                                        \
      keys[at] = key[i];                                                                           \
      values[at] = value[i];                                                                       \
    }                                                                                              \
    __syncthreads();                                                                               \
    if (threadIdx.x < n)                                                                           \
      out[i] = keys[threadIdx.x] + values[threadIdx.x];                                            \
  }

DUMP(onceOk, 0, blockDim.x, unsigned at = atomicAdd(&count, 1))
DUMP(twiceOk, 0, 2 * blockDim.x, atomicAdd(&count, 1); unsigned at = atomicAdd(&count, 1))
DUMP(behindOk, 3, blockDim.x + 3, unsigned at = atomicAdd(&count, 1))
// More of them than keys: two draws of each thread, ...
DUMP(twiceBad, 0, blockDim.x, atomicAdd(&count, 1); unsigned at = atomicAdd(&count, 1)) // expect: shared-race
// ... a later start, ...
DUMP(behindBad, 3, blockDim.x, unsigned at = atomicAdd(&count, 1)) // expect: shared-race
// ... larger steps, ...
DUMP(stepsBad, 0, blockDim.x, unsigned at = atomicAdd(&count, 2)) // expect: shared-race
// ... and a start that nobody knows.
DUMP(unknownBad, n, blockDim.x, unsigned at = atomicAdd(&count, 1)) // expect: shared-race

// In each turn of a loop a thread draws once more.
__global__ void turnsBad(const long long *key, const unsigned *value, long long *out, unsigned n) {
  extern __shared__ unsigned char s[];
  long long *keys = (long long *)s;
  unsigned *values = (unsigned *)&keys[blockDim.x];
  __shared__ unsigned count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned at = atomicAdd(&count, 1);
    keys[at] = key[i]; // expect: shared-race
    values[at] = value[i];
  }
  __syncthreads();
  if (threadIdx.x < n)
    out[threadIdx.x] = keys[threadIdx.x] + values[threadIdx.x];
}

void run(const long long *key, const unsigned *value, long long *out, unsigned n) {
  onceOk<<<(n - 1) / 256 + 1, 256, 256 * 12>>>(key, value, out, n);
  twiceOk<<<(n - 1) / 256 + 1, 256, 256 * 24>>>(key, value, out, n);
  behindOk<<<(n - 1) / 256 + 1, 256, 259 * 12>>>(key, value, out, n);
  twiceBad<<<(n - 1) / 256 + 1, 256, 256 * 12>>>(key, value, out, n);
  behindBad<<<(n - 1) / 256 + 1, 256, 256 * 12>>>(key, value, out, n);
  stepsBad<<<(n - 1) / 256 + 1, 256, 256 * 12>>>(key, value, out, n);
  turnsBad<<<(n - 1) / 256 + 1, 256, 256 * 12>>>(key, value, out, n);
  unknownBad<<<(n - 1) / 256 + 1, 256, 256 * 12>>>(key, value, out, n);
}
