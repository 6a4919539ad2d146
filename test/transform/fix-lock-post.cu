// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair fix-lock %s | FileCheck %s
// A barrier before the branch in which one thread posts a flag for its block, in the same turn.

__device__ void release(int *flag, int value) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}
__device__ int load(const int *flag) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value;
}

// Another device waits for the flag.
__global__ void send(const float *x, float *peer, int *done, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    peer[i] = x[i];
  if (threadIdx.x == 0)
    release(done, 1);
}

// Block 1 waits for the number of turns that block 0 has done.
__global__ void turns(const float *in, float *row, float *out, int *tail, int n, int count) {
  for (int t = 0; t < count; ++t) {
    if (blockIdx.x == 0) {
      for (int i = threadIdx.x; i < n; i += blockDim.x)
        row[(long)t * n + i] = in[(long)t * n + i];
      if (threadIdx.x == 0)
        release(tail, t + 1);
    } else {
      if (threadIdx.x == 0)
        while (load(tail) <= t) {
        }
      __syncthreads();
      for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[(long)t * n + i] = row[(long)t * n + i];
    }
  }
}

void launch(const float *in, float *row, float *out, int *done, int *tail, int n) {
  send<<<1, 128>>>(in, out, done, n);
  turns<<<2, 128>>>(in, row, out, tail, n, 8);
}

// CHECK-LABEL: void send(
// CHECK:         peer[i] = x[i];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (threadIdx.x == 0)
// CHECK-LABEL: void turns(
// CHECK:         row[(long)t * n + i] =
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (threadIdx.x == 0)
// CHECK-NEXT:    release(tail, t + 1);

// The other end.
__global__ void take(const float *mine, float *out, const int *ready, int n) {
  if (threadIdx.x == 0)
    while (load(ready) == 0) {
    }
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = mine[i];
}
void launchTake(const float *mine, float *out, const int *ready, int n) {
  take<<<1, 128>>>(mine, out, ready, n);
}
// CHECK-LABEL: void take(
// CHECK:           while (load(ready) == 0) {
// CHECK-NEXT:      }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:    for (int i
