// SPDX-License-Identifier: Apache-2.0
__global__ void visit(const int *start, const int *edges, const bool *frontier, int *level,
                      bool *changed, int depth, int nodes) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes || !frontier[v])
    return;
  for (int e = start[v]; e < start[v + 1]; ++e)
    if (atomicCAS(&level[edges[e]], -1, depth + 1) == -1)
      *changed = true;
}

void run(const int *start, const int *edges, const bool *frontier, int *level, bool *changed,
         int depth, int nodes) {
  visit<<<(nodes + 255) / 256, 256>>>(start, edges, frontier, level, changed, depth, nodes);
}
