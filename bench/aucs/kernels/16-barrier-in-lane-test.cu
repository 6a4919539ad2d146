// SPDX-License-Identifier: Apache-2.0
// The barrier of the halving loop stands inside the lane test.
__global__ void selectMatches(const unsigned *inDist, unsigned *outDist, unsigned blocks) {
  __shared__ unsigned dist[256];
  unsigned tx = threadIdx.x, query = blockIdx.x * blockDim.y + threadIdx.y;
  unsigned at = threadIdx.y * 32 + tx;
  unsigned best = ~0u;
  for (unsigned k = tx; k < blocks; k += 32)
    best = min(best, inDist[query * blocks + k]);
  dist[at] = best;
  __syncthreads();
  for (unsigned k = 16; k > 0; k >>= 1) {
    if (tx < k) {
      dist[at] = min(dist[at], dist[at + k]);
      __syncthreads();
    }
  }
  if (tx == 0)
    outDist[query] = dist[at];
}

void run(const unsigned *inDist, unsigned *outDist, unsigned blocks) {
  selectMatches<<<128, dim3(32, 8)>>>(inDist, outDist, blocks);
}
