// SPDX-License-Identifier: Apache-2.0
// The same with the words of a descriptor unrolled by a template parameter.
__device__ void nearer(unsigned *dist, unsigned *index, unsigned a, unsigned b) {
  if (dist[b] < dist[a]) {
    dist[a] = dist[b];
    index[a] = index[b];
  }
}

template <int Words>
__global__ void hammingUnrolled(const unsigned *query, const unsigned *train, unsigned *outDist,
                                unsigned *outIndex, unsigned queries, unsigned trained) {
  __shared__ unsigned dist[256], index[256];
  unsigned tid = threadIdx.x, f = blockIdx.x * blockDim.x + tid;
  unsigned own[Words];
#pragma unroll
  for (int k = 0; k < Words; ++k)
    own[k] = f < trained ? train[k * trained + f] : 0;
  for (unsigned j = 0; j < queries; ++j) {
    unsigned d = 0;
#pragma unroll
    for (int k = 0; k < Words; ++k)
      d += __popc(own[k] ^ query[k * queries + j]);
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
  hammingUnrolled<8><<<16, 256>>>(query, train, outDist, outIndex, queries, trained);
}
