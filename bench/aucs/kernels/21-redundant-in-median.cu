// SPDX-License-Identifier: Apache-2.0
// The first barrier orders nothing: up to the second, each thread stays in its own cells.
__global__ void smallestMedian(const float *medians, float *outValue, unsigned *outIndex,
                               unsigned count) {
  __shared__ float value[256];
  __shared__ unsigned index[256];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  value[tid] = 3.4e38f;
  index[tid] = 0;
  __syncthreads();
  if (i < count) {
    value[tid] = medians[i];
    index[tid] = i;
  }
  __syncthreads();
  for (unsigned k = 128; k > 0; k >>= 1) {
    if (tid < k && value[tid + k] < value[tid]) {
      value[tid] = value[tid + k];
      index[tid] = index[tid + k];
    }
    __syncthreads();
  }
  if (tid == 0) {
    outValue[blockIdx.x] = value[0];
    outIndex[blockIdx.x] = index[0];
  }
}

void run(const float *medians, float *outValue, unsigned *outIndex, unsigned count) {
  smallestMedian<<<16, 256>>>(medians, outValue, outIndex, count);
}
