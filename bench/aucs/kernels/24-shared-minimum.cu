// SPDX-License-Identifier: Apache-2.0
// Four minima are taken one after the other with one pair of scratch arrays.
__device__ int blockMin(const float *values, int *index) {
  int tid = threadIdx.x;
  index[tid] = tid;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (tid < k && values[index[tid + k]] < values[index[tid]])
      index[tid] = index[tid + k];
    __syncthreads();
  }
  return index[0];
}

__global__ void solveStep(const float *gradient, const float *diagonal, int *chosen, int n) {
  extern __shared__ int scratch[];
  int *index = scratch;
  float *values = reinterpret_cast<float *>(scratch + blockDim.x);
  int tid = threadIdx.x;
  values[tid] = gradient[tid];
  int up = blockMin(values, index);
  float upValue = values[up];
  __syncthreads();
  values[tid] = -gradient[tid];
  int low = blockMin(values, index);
  float lowValue = values[low];
  values[tid] = gradient[tid] - upValue * diagonal[tid];
  int second = blockMin(values, index);
  values[tid] = gradient[tid] + lowValue * diagonal[tid];
  int third = blockMin(values, index);
  if (tid == 0) {
    chosen[0] = up;
    chosen[1] = low;
    chosen[2] = second;
    chosen[3] = third;
  }
}

void run(const float *gradient, const float *diagonal, int *chosen, int n) {
  solveStep<<<1, 256, 256 * 8>>>(gradient, diagonal, chosen, n);
}
