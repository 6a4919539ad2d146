// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// One thread fills in what all threads count to: the end of a loop is no flag that is waited for.
struct Task {
  int count, first;
};
template <bool Late> __device__ void work(const Task *tasks, int rounds, const float *in, float *out) {
  __shared__ Task task;
  float sum = 0;
  for (int k = 0; k < rounds; k++) {
    if (threadIdx.x == 0)
      task = tasks[blockIdx.x * rounds + k];
    __syncthreads();
    for (int i = threadIdx.x; i < task.count; i += blockDim.x)
      sum += in[task.first + i];
    if (Late)
      __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void filledOk(const Task *tasks, int rounds, const float *in, float *out) {
  work<true>(tasks, rounds, in, out);
}
__global__ void filledTooEarlyBad(const Task *tasks, int rounds, const float *in, float *out) {
  work<false>(tasks, rounds, in, out); // expect-warning: shared-race
}
__global__ void doublingBad(const int *lengths, int rounds, const float *in, float *out) {
  __shared__ int length;
  float sum = 0;
  for (int k = 0; k < rounds; k++) {
    if (threadIdx.x == 0)
      length = lengths[blockIdx.x * rounds + k];
    __syncthreads();
    for (int i = 1; i < length; i *= 2) // expect-warning: shared-race
      sum += in[i];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
