// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// Half of the lanes compute what nobody reads: they are kept away, in all instances of the
// function, where the statement cannot be cut in two (its value has no type that can be written).

template <typename T>
__device__ void lastWarp(T *s, unsigned tid) {
  auto *v = s;
  v[tid] += v[tid + 32];
  v[tid] += v[tid + 16];
  if (tid < 24) v[tid] += v[tid + 8];
}

template <typename T>
__global__ void total(const T *in, T *out) {
  __shared__ T s[128];
  unsigned tid = threadIdx.x;
  s[tid] = in[blockIdx.x * 128 + tid];
  __syncthreads();
  if (tid < 64)
    s[tid] += s[tid + 64];
  __syncthreads();
  if (tid < 32)
    lastWarp(s, tid);
  if (tid < 8)
    out[blockIdx.x * 8 + tid] = s[tid];
}

void run(const float *in, float *out, const int *a, int *b) {
  total<<<64, 128>>>(in, out);
  total<<<64, 128>>>(a, b);
}

// CHECK:  v[tid] += v[tid + 32];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  if (tid < 16) v[tid] += v[tid + 16];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  if (tid < 8) v[tid] += v[tid + 8];
// CHECK-NEXT:}
