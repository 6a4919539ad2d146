// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Which kernel is launched is chosen at run time, together with its block.
template <int Threads> __global__ void lastOk(float *a) { if (threadIdx.x < Threads / 2) a[threadIdx.x] = a[threadIdx.x + Threads / 2]; }
__global__ void firstBad(float *a) { a[threadIdx.x / 2] = threadIdx.x; } // expect: intra-warp-race
__global__ void oneBlockOk(float *a) { a[threadIdx.x] = blockDim.x + threadIdx.x; }
__global__ void nodeOk(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] += 1; }
typedef void (*Kernel)(float *);

void run(float *a, int threads, cudaGraph_t graph) {
  Kernel kernel;
  switch (threads) {
  case 512: kernel = lastOk<512>; break;
  case 256: kernel = lastOk<256>; break;
  default: kernel = firstBad; threads = 64; break;
  }
  kernel<<<1, threads>>>(a);
  void *args[] = {&a};
  cudaLaunchKernel((void *)oneBlockOk, dim3(1), dim3(threads), args, 0, 0);
  int n = 100;
  void *nodeArgs[] = {&a, &n};
  cudaKernelNodeParams node = {};
  node.func = (void *)nodeOk;
  node.gridDim = dim3(1);
  node.blockDim = dim3(128);
  node.kernelParams = nodeArgs;
  cudaGraphNode_t added;
  cudaGraphAddKernelNode(&added, graph, nullptr, 0, &node);
}
