// SPDX-License-Identifier: Apache-2.0
// Threads without a descriptor skip a loop whose rounds hold barriers.
template <int Words>
__global__ void matchGuarded(const unsigned *query, const unsigned *train, unsigned *outDist,
                             unsigned queries, unsigned trained) {
  __shared__ unsigned wanted[Words];
  __shared__ unsigned dist[256];
  unsigned tid = threadIdx.x, f = blockIdx.x * blockDim.x + tid;
  dist[tid] = ~0u;
  if (f < trained) {
    for (unsigned j = 0; j < queries; ++j) {
      if (tid < Words)
        wanted[tid] = query[tid * queries + j];
      __syncthreads();
      unsigned d = 0;
#pragma unroll
      for (int k = 0; k < Words; ++k)
        d += __popc(train[k * trained + f] ^ wanted[k]);
      dist[tid] = d;
      __syncthreads();
      for (unsigned k = 128; k > 0; k >>= 1) {
        if (tid < k)
          dist[tid] = min(dist[tid], dist[tid + k]);
        __syncthreads();
      }
      if (tid == 0)
        outDist[j * gridDim.x + blockIdx.x] = dist[0];
    }
  }
}

void run(const unsigned *query, const unsigned *train, unsigned *outDist, unsigned queries,
         unsigned trained) {
  matchGuarded<8><<<16, 256>>>(query, train, outDist, queries, trained);
}
