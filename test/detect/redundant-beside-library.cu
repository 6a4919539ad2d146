// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Barriers beside functions of a library: those that order nothing even if the library had none.
#include <cub/cub.cuh>

__global__ void lastBad(const int *in, int *out) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ Reduce::TempStorage s;
  int sum = Reduce(s).Sum(in[blockIdx.x * 128 + threadIdx.x]);
  __syncthreads(); // expect: redundant-barrier
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

__global__ void eachTurnOk(const int *in, int *out, int n) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ Reduce::TempStorage s;
  int all = 0;
  for (int i = 0; i < n; ++i) {
    int sum = Reduce(s).Sum(in[(blockIdx.x * n + i) * 128 + threadIdx.x]);
    if (threadIdx.x == 0)
      all += sum;
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = all;
}

void run(const int *in, int *out, int blocks, int n) {
  lastBad<<<blocks, 128>>>(in, out);
  eachTurnOk<<<blocks, 128>>>(in, out, n);
}
