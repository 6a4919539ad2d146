// SPDX-License-Identifier: Apache-2.0
__global__ void relaxEdges(const int *from, const int *to, const int *weight, int *dist, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges)
    return;
  int candidate = atomicAdd(&dist[from[e]], 0) + weight[e];
  atomicMin(&dist[to[e]], candidate);
}

void run(const int *from, const int *to, const int *weight, int *dist, int edges) {
  relaxEdges<<<(edges + 255) / 256, 256>>>(from, to, weight, dist, edges);
}
