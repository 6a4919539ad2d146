// SPDX-License-Identifier: Apache-2.0
// Rows whose length is a product of sizes that only the caller knows.
// RUN: %check-findings %s

__global__ void maskOk(const int *lengths, long heads, long queries, int *mask) {
  mask += blockIdx.x * heads * queries;
  for (long i = threadIdx.x; i < heads * queries; i += blockDim.x)
    mask[i] = lengths[blockIdx.x];
}

__global__ void threeOk(float *out, long a, long b, long c) {
  for (long i = threadIdx.x; i < c * a * b; i += blockDim.x)
    out[blockIdx.x * a * b * c + i] = i;
}

// The row is shorter than what is written to it.
__global__ void longRowBad(float *out, long heads, long queries) {
  for (long i = threadIdx.x; i < heads * queries + 1; i += blockDim.x)
    out[blockIdx.x * heads * queries + i] = blockIdx.x; // expect: inter-block-race
}

// Rows of another length.
__global__ void otherUnknown(float *out, long heads, long queries, long size) {
  for (long i = threadIdx.x; i < heads * size; i += blockDim.x)
    out[blockIdx.x * heads * queries + i] = blockIdx.x; // allow: inter-block-race
}
