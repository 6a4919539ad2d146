// SPDX-License-Identifier: Apache-2.0
// Each vertex counts itself when a neighbour has a larger value: all add to one cell.
#include <cstdlib>

__global__ void count(const int *start, const int *list, const int *value, int *total, int nodes) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes)
    return;
  for (int e = start[v]; e < start[v + 1]; ++e)
    if (value[list[e]] > value[v])
      total[0]++; // race
}

int main(int argc, char **argv) {
  int nodes = atoi(argv[1]), edges = atoi(argv[2]);
  int *start, *list, *value, *total;
  cudaMalloc(&start, (nodes + 1) * sizeof(int));
  cudaMalloc(&list, edges * sizeof(int));
  cudaMalloc(&value, nodes * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<(nodes + 255) / 256, 256>>>(start, list, value, total, nodes);
  cudaDeviceSynchronize();
  return 0;
}
