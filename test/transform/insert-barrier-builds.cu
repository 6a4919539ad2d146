// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --allow-dirty --diff %s 2>/dev/null | FileCheck %s --implicit-check-not='{{^[+] *_}}'
// RUN: not %cuda-fix %s | FileCheck %s --check-prefix=TEXT
// A barrier goes where every build has the same braces and conditions around it, or nowhere.

__global__ void closed(const float *in, float *out, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
#if defined(CHECK_BOUNDS)
  if (i < n) {
#endif
    s[threadIdx.x] = in[i];
#if defined(CHECK_BOUNDS)
  }
#endif
  out[i] = s[255 - threadIdx.x];
}

// CHECK: @@
// CHECK:       #endif
// CHECK-NEXT: +  __syncthreads();
// CHECK-NEXT:    out[i] = s[255 - threadIdx.x];

__global__ void bare(const float *in, float *out, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
#ifdef GUARD
  if (i < n)
#endif
    s[threadIdx.x] = in[i];
#ifdef ODD
  if (threadIdx.x & 1)
#endif
    out[i] = s[255 - threadIdx.x];
}

// CHECK: @@
// CHECK:          s[threadIdx.x] = in[i];
// CHECK-NEXT: +  __syncthreads();
// CHECK-NEXT:  #ifdef ODD

__global__ void otherwise(const float *in, float *out, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (n > 0)
    s[threadIdx.x] = in[i];
#ifdef ZERO
  else
    s[threadIdx.x] = 0;
#endif
  out[i] = s[255 - threadIdx.x];
}

// CHECK: @@
// CHECK:       #endif
// CHECK-NEXT: +  __syncthreads();
// CHECK-NEXT:    out[i] = s[255 - threadIdx.x];

__global__ void one(const float *in, float *out) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
#ifdef PAIRS
  s[threadIdx.x] = in[i];
  out[i] = s[threadIdx.x ^ 1];
#else
  s[threadIdx.x] = in[i];
  out[i] = s[255 - threadIdx.x];
#endif
}

// CHECK: @@
// CHECK:       #else
// CHECK-NEXT:    s[threadIdx.x] = in[i];
// CHECK-NEXT: +  __syncthreads();
// CHECK-NEXT:    out[i] = s[255 - threadIdx.x];
// TEXT: repair: insert-barrier (proven, simulated equal): put __syncthreads() at line [[@LINE-9]]
// TEXT: line [[@LINE-10]]: other builds have other code here, without the barrier

__global__ void within(const float *in, float *out, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
#ifdef LOOP
  for (int r = threadIdx.x; r < n; r += 3) {
#endif
  s[threadIdx.x] = in[i];
  out[i] = s[255 - threadIdx.x];
#ifdef LOOP
  }
#endif
}

// TEXT: repair: insert-barrier (manual, simulated equal): put __syncthreads() at line [[@LINE-6]]
// TEXT: no source form: line [[@LINE-7]]: other builds have other braces or conditions around the place

// Each build opens a brace, but not on the same condition.
__global__ void twoWays(const float *in, float *out, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
#ifdef LOOP
  for (; i < n; i += gridDim.x * 256) {
#else
  {
#endif
    s[threadIdx.x] = in[i];
    out[i] = s[255 - threadIdx.x];
  }
}

// TEXT: no source form: line [[@LINE-4]]: other builds have other braces or conditions around the place

// Two heads of one function.
#ifdef LONG
__global__ void twoHeads(const float *in, float *out, long n) {
  long i = blockIdx.x * 256 + threadIdx.x;
#else
__global__ void twoHeads(const float *in, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
#endif
  __shared__ float s[256];
  s[threadIdx.x] = in[i];
  out[i] = s[255 - threadIdx.x];
}

// CHECK: @@
// CHECK:         s[threadIdx.x] = in[i];
// CHECK-NEXT: +  __syncthreads();

void run(const float *in, float *out, int n) {
  closed<<<n / 256, 256>>>(in, out, n);
  bare<<<n / 256, 256>>>(in, out, n);
  otherwise<<<n / 256, 256>>>(in, out, n);
  one<<<n / 256, 256>>>(in, out);
  within<<<n / 256, 256>>>(in, out, n);
  twoWays<<<n / 256, 256>>>(in, out, n);
  twoHeads<<<n / 256, 256>>>(in, out, n);
}
