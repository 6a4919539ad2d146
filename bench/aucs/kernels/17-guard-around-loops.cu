// SPDX-License-Identifier: Apache-2.0
// The guard cuts the last block; three barriers stand under it, one in a strided loop.
__global__ void selectGuarded(const unsigned *inDist, unsigned *outDist, unsigned blocks,
                              unsigned queries) {
  __shared__ unsigned dist[256];
  unsigned tx = threadIdx.x, query = blockIdx.x * blockDim.y + threadIdx.y;
  unsigned at = threadIdx.y * 32 + tx;
  if (query < queries) {
    dist[at] = ~0u;
    for (unsigned k = tx; k < blocks; k += 32) {
      dist[at] = min(dist[at], inDist[query * blocks + k]);
      __syncthreads();
    }
    __syncthreads();
    for (unsigned k = 16; k > 0; k >>= 1) {
      if (tx < k)
        dist[at] = min(dist[at], dist[at + k]);
      __syncthreads();
    }
    if (tx == 0)
      outDist[query] = dist[at];
  }
}

void run(const unsigned *inDist, unsigned *outDist, unsigned blocks, unsigned queries) {
  selectGuarded<<<128, dim3(32, 8)>>>(inDist, outDist, blocks, queries);
}
