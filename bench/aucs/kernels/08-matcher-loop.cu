// SPDX-License-Identifier: Apache-2.0
// Nearest neighbour by block: the next query's distances overtake the tail of the reduction.
__device__ void nearer(unsigned *dist, unsigned *index, unsigned a, unsigned b) {
  if (dist[b] < dist[a]) {
    dist[a] = dist[b];
    index[a] = index[b];
  }
}

__global__ void hamming(const unsigned *query, const unsigned *train, unsigned *outDist,
                        unsigned *outIndex, unsigned queries, unsigned trained, unsigned words) {
  __shared__ unsigned dist[256], index[256];
  unsigned tid = threadIdx.x, f = blockIdx.x * blockDim.x + tid;
  for (unsigned j = 0; j < queries; ++j) {
    unsigned d = 0;
    if (f < trained)
      for (unsigned k = 0; k < words; ++k)
        d += __popc(train[k * trained + f] ^ query[k * queries + j]);
    dist[tid] = f < trained ? d : ~0u;
    index[tid] = f;
    __syncthreads();
    for (unsigned k = 128; k > 32; k >>= 1) {
      if (tid < k)
        nearer(dist, index, tid, tid + k);
      __syncthreads();
    }
    if (tid < 32) {
      nearer(dist, index, tid, tid + 32);
      if (tid < 16)
        nearer(dist, index, tid, tid + 16);
      if (tid < 8)
        nearer(dist, index, tid, tid + 8);
      if (tid < 4)
        nearer(dist, index, tid, tid + 4);
      if (tid < 2)
        nearer(dist, index, tid, tid + 2);
      if (tid < 1)
        nearer(dist, index, tid, tid + 1);
    }
    if (tid == 0) {
      outDist[j * gridDim.x + blockIdx.x] = dist[0];
      outIndex[j * gridDim.x + blockIdx.x] = index[0];
    }
  }
}

void run(const unsigned *query, const unsigned *train, unsigned *outDist, unsigned *outIndex,
         unsigned queries, unsigned trained) {
  hamming<<<16, 256>>>(query, train, outDist, outIndex, queries, trained, 8);
}
