// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// How often a loop halves a number of the launch says what another variable has become behind it.

#define SCANS(NAME, LEAVES, GROWS)                                                                                     \
  __global__ void NAME(int *out, const int *in, int n) {                                                               \
    extern __shared__ int cell[];                                                                                      \
    const int t = threadIdx.x, start = blockIdx.x * n;                                                                 \
    cell[t] = in[start + t];                                                                                           \
    cell[t + n / 2] = in[start + t + n / 2];                                                                           \
    int offset = 1;                                                                                                    \
    for (int d = n >> 1; d > 0; d >>= 1) {                                                                             \
      __syncthreads();                                                                                                 \
      LEAVES;                                                                                                          \
      if (t < d)                                                                                                       \
        cell[offset * (2 * t + 2) - 1] += cell[offset * (2 * t + 1) - 1];                                              \
      GROWS;                                                                                                           \
    }                                                                                                                  \
    __syncthreads();                                                                                                   \
    if (t == 0)                                                                                                        \
      cell[n - 1] = 0;                                                                                                 \
    for (int d = 1; d < n; d *= 2) {                                                                                   \
      offset >>= 1;                                                                                                    \
      __syncthreads();                                                                                                 \
      if (t < d) {                                                                                                     \
        int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, x = cell[a];                                   \
        cell[a] = cell[b];                                                                                             \
        cell[b] += x;                                                                                                  \
      }                                                                                                                \
    }                                                                                                                  \
    __syncthreads();                                                                                                   \
    out[start + t] = cell[t];                                                                                          \
    out[start + t + n / 2] = cell[t + n / 2];                                                                          \
  }

SCANS(treeOk, , offset *= 2)
SCANS(smallTreeOk, , offset *= 2)
SCANS(leftEarlyBad, if (in[d] < 0) break, offset *= 2) // expect-error: shared-race

// Parts of the output, and parts of half their length.
__global__ void partsOk(int *out, int n) {
  int size = 1;
  for (int d = n; d > 1; d >>= 1)
    size *= 2;
  out[blockIdx.x * size + threadIdx.x] = n;
}

__global__ void partsBad(int *out, int n) {
  int size = 1;
  for (int d = n; d > 2; d >>= 1)
    size *= 2;
  out[blockIdx.x * size + threadIdx.x] = blockIdx.x; // expect: inter-block-race
}

// A number that is no power of two is halved as often as the next smaller one.
__global__ void roundedBad(int *out, int n) {
  int size = 1;
  for (int d = n; d > 1; d >>= 1)
    size *= 2;
  out[blockIdx.x * size + threadIdx.x] = blockIdx.x; // expect: inter-block-race
}

void run(int *out, const int *in, int blocks) {
  treeOk<<<blocks, 512, 2048 * sizeof(int)>>>(out, in, 1024);
  smallTreeOk<<<blocks, 64, 512>>>(out, in, 128);
  leftEarlyBad<<<blocks, 512, 2048 * sizeof(int)>>>(out, in, 1024);
  partsOk<<<blocks, 256>>>(out, 256);
  partsBad<<<blocks, 256>>>(out, 256);
  roundedBad<<<blocks, 255>>>(out, 255);
}
