// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s --implicit-check-not='make-atomic (suggested'
// A store that clears what threads of other blocks already count loses their updates, as an atomic
// one, too.

__global__ void count(const unsigned *in, unsigned *bins, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int b = tid; b < 256; b += gridDim.x * blockDim.x)
    bins[b] = 0;
  __syncthreads();
  for (int i = tid; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] % 256], 1u);
}

// CHECK: repair: grid-sync (suggested, simulated equal): let all blocks of the grid wait for each other at line [[@LINE-4]]

__global__ void least(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    *out = in[0];
  __syncthreads();
  if (i < n)
    atomicMin(out, in[i]);
}

// CHECK: no repair was found
// CHECK: the store in line [[@LINE-7]] discards what the atomic operation in line [[@LINE-4]] of another thread has left

// What another thread reads makes no difference to that.
__global__ void shown(const unsigned *in, unsigned *sum, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    *sum = 0;
  if (i < n)
    atomicAdd(sum, in[i]);
  out[i] = *sum;
}

// CHECK: repair: grid-sync (suggested, simulated unordered)

void run(const unsigned *in, unsigned *bins, int n) {
  count<<<64, 256>>>(in, bins, n);
  shown<<<n / 256, 256>>>(in, bins, bins + 1, n);
}
