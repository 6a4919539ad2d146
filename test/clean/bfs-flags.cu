// SPDX-License-Identifier: Apache-2.0
// The second step of a two-step search: each thread touches its own node.
__global__ void update(bool *mask, bool *updating, bool *visited, bool *over, int nodes) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < nodes && updating[v]) {
    mask[v] = true;
    visited[v] = true;
    *over = true;
    updating[v] = false;
  }
}

void run(bool *mask, bool *updating, bool *visited, bool *over, int nodes) {
  update<<<(nodes + 511) / 512, 512>>>(mask, updating, visited, over, nodes);
}
