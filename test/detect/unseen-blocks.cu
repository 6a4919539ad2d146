// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Blocks that a wrapper's callers choose: those that kernels are customarily written for.
#include <cub/cub.cuh>

// By value: x and y arrive in one number.
__global__ void rowMaximumOk(const float *in, float *out, int columns) {
  __shared__ float most[256];
  float m = 0;
  for (int j = threadIdx.x; j < columns; j += 256)
    m = fmaxf(m, in[blockIdx.x * columns + j]);
  most[threadIdx.x] = m;
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = most[200];
}
extern "C" void launchByValue(dim3 grid, dim3 block, const float *in, float *out, int columns) {
  rowMaximumOk<<<grid, block>>>(in, out, columns);
}

// By reference, and with a library function that numbers the threads of any block.
__global__ void sumRowOk(const float *in, float *out, int columns) {
  typedef cub::BlockReduce<float, 256> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  float sum = 0;
  for (int j = threadIdx.x; j < columns; j += 256)
    sum += in[blockIdx.x * columns + j];
  sum = Reduce(storage).Sum(sum);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}
void launchByReference(const dim3 &grid, const dim3 &block, const float *in, float *out, int n) {
  sumRowOk<<<grid, block>>>(in, out, n);
}

// For one thread, where the launch has one.
__global__ void initialiseUnknown(int *state, int n) {
  state[0] = 0;
  state[1] = n;
  state[0] = n;
}
void launchInitialise(const dim3 &grid, const dim3 &block, int *state, int n) {
  initialiseUnknown<<<grid, block>>>(state, n);
}

// For one thread in each of some blocks: of the others it asks only whether they are the first.
struct Queue {
  int end, before, taken;
};
__device__ void advance(Queue *queues, int n) {
  for (int i = blockIdx.y; i < n; i += gridDim.y) {
    Queue &q = queues[i];
    q.before = q.end; // expect: global-race
    q.end = 0;        // allow: global-race benign-race
    if (threadIdx.x == 0 && blockIdx.x == 0)
      q.taken += q.before;
  }
}
__global__ void advanceUnknown(Queue *queues, int n) { advance(queues, n); }
void launchAdvance(const dim3 &grid, const dim3 &block, Queue *queues, int n) {
  advanceUnknown<<<grid, block>>>(queues, n);
}
__global__ void advanceBad(Queue *queues, int n) { advance(queues, n); }
void launchAdvanceOfMany(Queue *queues, int n) {
  advanceBad<<<dim3(1, n), 128>>>(queues, n);
}

// In any block.
__global__ void neighbourBad(float *out) {
  __shared__ float t[256];
  t[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = t[threadIdx.x ^ 33]; // expect: shared-race
}
void launchNeighbour(dim3 grid, dim3 block, float *out) { neighbourBad<<<grid, block>>>(out); }
