// SPDX-License-Identifier: Apache-2.0
// Every thread shortens the path from its node to the root while others walk through it.
#include <cstdlib>

__global__ void compress(int *parent, int nodes) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes)
    return;
  int curr = parent[v];
  if (curr == v)
    return;
  int prev = v;
  int next = parent[curr]; // race
  while (curr != next) {
    parent[prev] = next; // race
    prev = curr;
    curr = next;
    next = parent[curr];
  }
}

int main(int argc, char **argv) {
  int nodes = atoi(argv[1]);
  int *parent;
  cudaMalloc(&parent, nodes * sizeof(int));
  compress<<<(nodes + 255) / 256, 256>>>(parent, nodes);
  cudaDeviceSynchronize();
  cudaFree(parent);
  return 0;
}
