// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair await-copy %s --unsafe --source-only | FileCheck %s
#include <cstdint>
#include <cuda_pipeline.h>

__global__ void tooFew(const float *in, float *out, int n) {
  __shared__ float s[2][128];
  __pipeline_memcpy_async(&s[0][threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    if (k + 1 < n)
      __pipeline_memcpy_async(&s[(k + 1) % 2][threadIdx.x], &in[(k + 1) * 128 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += s[k % 2][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
__global__ void notAtAll(const float *in, float *out) {
  __shared__ float s[128];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __syncthreads(); // for all
  out[threadIdx.x] = s[127 - threadIdx.x];
}

template <int N> __device__ void waitGroup() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
#define WAIT_GROUP(n) asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory")
__device__ void copy(float *to, const float *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((uint32_t)__cvta_generic_to_shared(to)), "l"(from)
               : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
}
__global__ void ofTemplate(const float *in, float *out) {
  __shared__ float s[128];
  copy(&s[threadIdx.x], &in[threadIdx.x]);
  waitGroup<1>();
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void ofMacro(const float *in, float *out) {
  __shared__ float s[128];
  copy(&s[threadIdx.x], &in[threadIdx.x]);
  WAIT_GROUP(1);
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

void launch(const float *in, float *out, int n) {
  tooFew<<<1, 128>>>(in, out, n);
  notAtAll<<<1, 128>>>(in, out);
  ofTemplate<<<1, 128>>>(in, out);
  ofMacro<<<1, 128>>>(in, out);
}

// CHECK-LABEL: void tooFew(
// CHECK:         __pipeline_wait_prior(1);
// CHECK-NEXT:    __syncthreads();
// CHECK-LABEL: void notAtAll(
// CHECK:         __pipeline_commit();
// CHECK-NEXT:    __pipeline_wait_prior(0);
// CHECK-NEXT:    __syncthreads(); // for all
// CHECK-LABEL: void ofTemplate(
// CHECK:         waitGroup<0>();
// CHECK-LABEL: void ofMacro(
// CHECK:         WAIT_GROUP(0);
