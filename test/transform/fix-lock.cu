// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair fix-lock %s | FileCheck %s --match-full-lines --strict-whitespace

__device__ int mutex;

__global__ void noFences(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    *sum += blockIdx.x; // the sum
    atomicExch(&mutex, 0);
  }
}

__global__ void blockScope(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    bool done = false;
    while (!done) {
      if (atomicCAS_block(lock, 0, 1) == 0) {
        __threadfence_block();
        *sum += blockIdx.x;
        __threadfence_block();
        atomicExch_block(lock, 0);
        done = true;
      }
    }
  }
}

__global__ void earlyTicket(const float *in, float *part, float *out, unsigned *count) {
  __shared__ bool last;
  int i = blockIdx.x * 256 + threadIdx.x;
  part[i] = 2 * in[i];
  __threadfence();
  if (threadIdx.x == 0)
    last = atomicAdd(count, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    float sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += part[b * 256 + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}

void run(const float *in, float *part, float *out, unsigned *count, int *sum, int *lock) {
  noFences<<<64, 256>>>(sum);
  blockScope<<<64, 256>>>(lock, sum);
  earlyTicket<<<64, 256>>>(in, part, out, count);
}

// CHECK:__global__ void noFences(int *sum) {
// CHECK-NEXT:  if (threadIdx.x == 0) {
// CHECK-NEXT:    while (atomicCAS(&mutex, 0, 1) != 0) {
// CHECK-NEXT:    }
// CHECK-NEXT:    __threadfence();
// CHECK-NEXT:    *sum += blockIdx.x; // the sum
// CHECK-NEXT:    __threadfence();
// CHECK-NEXT:    atomicExch(&mutex, 0);
// CHECK-NEXT:  }
// CHECK-NEXT:}

// CHECK:      if (atomicCAS(lock, 0, 1) == 0) {
// CHECK-NEXT:        __threadfence();
// CHECK-NEXT:        *sum += blockIdx.x;
// CHECK-NEXT:        __threadfence();
// CHECK-NEXT:        atomicExch(lock, 0);
// CHECK-NEXT:        done = true;

// CHECK:  part[i] = 2 * in[i];
// CHECK-NEXT:  __threadfence();
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (threadIdx.x == 0)
// CHECK-NEXT:    last = atomicAdd(count, 1) == gridDim.x - 1;
// CHECK-NEXT:  __syncthreads();
