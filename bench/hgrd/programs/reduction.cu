// SPDX-License-Identifier: Apache-2.0
// A sum in two steps. The second step runs in one block, launched directly and as a node of
// a graph.
#include <cooperative_groups.h>
#include <cstdlib>
namespace cg = cooperative_groups;
#define THREADS 512

__global__ void reduce(const float *in, double *out, size_t size) {
  __shared__ double part[THREADS / 32];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  double sum = 0;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += blockDim.x * gridDim.x)
    sum += in[i];
  for (int o = 16; o > 0; o /= 2)
    sum += tile.shfl_down(sum, o);
  if (tile.thread_rank() == 0)
    part[threadIdx.x / 32] = sum;
  cg::sync(block);
  if (threadIdx.x == 0) {
    for (int w = 1; w < THREADS / 32; ++w)
      sum += part[w];
    out[blockIdx.x] = sum;
  }
}

__global__ void reduceFinal(const double *in, double *result, size_t blocks) {
  __shared__ double part[THREADS / 32];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  double sum = 0;
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < blocks)
    sum = in[i];
  for (int o = 16; o > 0; o /= 2)
    sum += tile.shfl_down(sum, o);
  if (tile.thread_rank() == 0)
    part[threadIdx.x / 32] = sum;
  cg::sync(block);
  if (threadIdx.x == 0) {
    for (int w = 1; w < THREADS / 32; ++w)
      sum += part[w];
    result[0] = sum;
  }
}

static void addFinal(cudaGraph_t graph, const double *parts, double *result, size_t blocks) {
  cudaKernelNodeParams node = {0};
  cudaGraphNode_t added;
  void *args[3] = {(void *)&parts, (void *)&result, &blocks};
  node.func = (void *)reduceFinal;
  node.gridDim = dim3(1, 1, 1);
  node.blockDim = dim3(THREADS, 1, 1);
  node.sharedMemBytes = 0;
  node.kernelParams = args;
  node.extra = NULL;
  cudaGraphAddKernelNode(&added, graph, NULL, 0, &node);
}

int main(int argc, char **argv) {
  size_t size = atol(argv[1]), blocks = 512;
  float *in;
  double *parts, *result;
  cudaMalloc(&in, size * sizeof(float));
  cudaMalloc(&parts, blocks * sizeof(double));
  cudaMalloc(&result, sizeof(double));
  reduce<<<blocks, THREADS>>>(in, parts, size);
  reduceFinal<<<1, THREADS>>>(parts, result, blocks);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  addFinal(graph, parts, result, blocks);
  cudaDeviceSynchronize();
  return 0;
}
