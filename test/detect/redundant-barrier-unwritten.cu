// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A barrier next to reads of shared memory that nothing writes is kept: the write is there, but a slip
// keeps it from running.

__global__ void deadBad(const float *in, float *out) {
  __shared__ float sum;
  const int t = threadIdx.x;
  float x = in[t];
  if (t & 31 == 0)
    atomicAdd(&sum, x); // expect: unwritten-shared
  __syncthreads();
  out[t] = x - sum;
}

__global__ void deadBeforeOk(float *out, int n) {
  __shared__ int count;
  const int t = threadIdx.x;
  out[t] = count;
  __syncthreads();
  if (t * 0 == 1)
    count = n;
}

__global__ void writtenBad(const float *in, float *out) {
  __shared__ float row[64];
  const int t = threadIdx.x;
  row[t] = in[t];
  __syncthreads(); // expect: redundant-barrier
  out[t] = row[t];
}

void run(const float *in, float *out, int n) {
  deadBad<<<1, 64>>>(in, out);
  deadBeforeOk<<<1, 64>>>(out, n);
  writtenBad<<<1, 64>>>(in, out);
}
