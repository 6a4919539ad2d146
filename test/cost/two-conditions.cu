// RUN: %cuda-fix cost --block-dim 128 --grid-dim 4 --assume 'n == 1000' %s | FileCheck %s

// Two conditions each part one warp of a block, and not the same one: 4 for the leaders, and the
// last warp of the last block.
// CHECK-LABEL: sums:
// CHECK: divergent grid [[#BOUND:]]
// CHECK: block 2
__global__ void sums(const float *in, float *out, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i + blockDim.x < n)
    sum += in[i + blockDim.x];
  s[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[1];
}
