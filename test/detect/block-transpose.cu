// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
#include <cub/cub.cuh>
using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
using Sum = cub::BlockReduce<int, 128>;
using Store = cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE>;

// All of them work in the same shared memory.
__global__ void separatedOk(const int *in, int *out) {
  __shared__ union { Load::TempStorage load; Sum::TempStorage sum; Store::TempStorage store; } s;
  int v[4];
  Load(s.load).Load(in, v);
  __syncthreads();
  v[0] = Sum(s.sum).Sum(v[0]);
  __syncthreads();
  Store(s.store).Store(out, v);
}

__global__ void reusedBad(const int *in, int *out) {
  __shared__ union { Load::TempStorage load; Sum::TempStorage sum; Store::TempStorage store; } s;
  int v[4];
  Load(s.load).Load(in, v);
  v[0] = Sum(s.sum).Sum(v[0]); // expect: shared-race intra-warp-race
  Store(s.store).Store(out, v);
}

int main() {
  int *p, *q;
  cudaMalloc(&p, 512 * sizeof(int));
  cudaMalloc(&q, 512 * sizeof(int));
  separatedOk<<<1, 128>>>(p, q);
  reusedBad<<<1, 128>>>(p, q);
}
