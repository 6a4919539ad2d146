// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Threads read cells that a list names and add to them, turn by turn: whether two blocks have one of
// them, only the list says.

__global__ void constrainUnknown(const int2 *pair, float *x, int turns) {
  int2 p = pair[blockIdx.x * 256 + threadIdx.x];
  for (int k = 0; k < turns; ++k) {
    float d = x[p.x] - x[p.y];
    __syncthreads();
    atomicAdd(&x[p.x], -0.5f * d);
    atomicAdd(&x[p.y], 0.5f * d);
    __syncthreads();
  }
}
__global__ void noBarrierBad(const int2 *pair, float *x, int turns) {
  int2 p = pair[blockIdx.x * 256 + threadIdx.x];
  for (int k = 0; k < turns; ++k) {
    float d = x[p.x] - x[p.y]; // expect-warning: global-race, allow: inter-block-race
    __syncthreads();
    atomicAdd(&x[p.x], -0.5f * d);
    atomicAdd(&x[p.y], 0.5f * d);
  }
}
__global__ void otherCellsBad(const int2 *pair, float *x, float *out) {
  int2 p = pair[blockIdx.x * 256 + threadIdx.x];
  atomicAdd(&x[p.x], 1.f); // expect-warning: inter-block-race
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = x[p.y];
}
__global__ void countsBad(const int *list, int *count, int *out) {
  int at = list[blockIdx.x * 256 + threadIdx.x];
  atomicAdd(&count[at], 1); // expect-warning: inter-block-race
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = count[threadIdx.x];
}

void run(const int2 *pair, float *x, float *out, const int *list, int *count, int *ints, int n) {
  constrainUnknown<<<n, 256>>>(pair, x, 4);
  noBarrierBad<<<n, 256>>>(pair, x, 4);
  otherCellsBad<<<n, 256>>>(pair, x, out);
  countsBad<<<n, 256>>>(list, count, ints);
}

// The row that a list gives the block: one thread clears its counter, all add to it.
__global__ void ownCounterUnknown(const int *rows, const int *first, int *counts) { // verdict: unknown
  const int row = rows[blockIdx.x];
  if (threadIdx.x == 0)
    counts[row] = 0;
  __syncthreads();
  for (int i = first[row] + threadIdx.x; i < first[row + 1]; i += blockDim.x)
    atomicAdd(&counts[row], 1);
}
void launchOwn(const int *rows, const int *first, int *counts, int n) {
  ownCounterUnknown<<<n, 128>>>(rows, first, counts);
}
