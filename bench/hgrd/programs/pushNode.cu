// SPDX-License-Identifier: Apache-2.0
// Each vertex pushes its value to its neighbours, which keep the smallest they are given.
#include <cstdlib>

__global__ void push(const int *start, const int *list, const int *value, int *least, int nodes) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes)
    return;
  int mine = value[v];
  for (int e = start[v]; e < start[v + 1]; ++e) {
    int other = list[e];
    if (least[other] > mine) // race
      least[other] = mine;   // race
  }
}

int main(int argc, char **argv) {
  int nodes = atoi(argv[1]), edges = atoi(argv[2]);
  int *start, *list, *value, *least;
  cudaMalloc(&start, (nodes + 1) * sizeof(int));
  cudaMalloc(&list, edges * sizeof(int));
  cudaMalloc(&value, nodes * sizeof(int));
  cudaMalloc(&least, nodes * sizeof(int));
  push<<<(nodes + 255) / 256, 256>>>(start, list, value, least, nodes);
  cudaDeviceSynchronize();
  return 0;
}
