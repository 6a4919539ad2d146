// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// Code that only other builds have may need the barrier.

#ifdef DEBUG_PRINT
#define DUMP(s)                                                                                    \
  if (threadIdx.x == 0)                                                                            \
    for (int i = 0; i < 256; ++i)                                                                  \
      printf("%f\n", s[i]);
#else
#define DUMP(s)
#endif

#ifdef TWICE
#define SCALE(x) ((x) + (x))
#else
#define SCALE(x) (x)
#endif

__global__ void reversed(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
#ifdef REVERSE
  out[blockIdx.x * 256 + t] = s[255 - t];
#else
  out[blockIdx.x * 256 + t] = s[t] * 2;
#endif
}

// CHECK: repair: remove-barrier (suggested, simulated equal): remove the barrier in line [[@LINE-8]]
// CHECK: other builds have line [[@LINE-7]], which names 'out', and may need the barrier

__global__ void printed(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  DUMP(s)
  out[blockIdx.x * 256 + t] = s[t] * 2;
}

// CHECK: repair: remove-barrier (suggested, simulated equal): remove the barrier in line [[@LINE-5]]
// CHECK: other builds define 'DUMP' as in line 6, which may need the barrier

__device__ void show(const float *s) {
#if defined(VERBOSE) && !defined(QUIET)
  const float *other = s + 1;
#endif
}

__global__ void called(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  show(s);
  out[blockIdx.x * 256 + t] = s[t] * 2;
}

// CHECK: repair: remove-barrier (suggested, simulated equal): remove the barrier in line [[@LINE-5]]
// CHECK: other builds have line [[@LINE-14]], which names 's', and may need the barrier

// What only reads memory that nobody writes needs no barrier, nor does what no build has.
__global__ void harmless(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
#ifdef USE_LDG
  float v = __ldg(in + blockIdx.x * 256 + t);
#else
  float v = in[blockIdx.x * 256 + t]; // s[t + 1]
#endif
  s[t] = SCALE(v);
  __syncthreads();
#if 0
  out[t] = s[255 - t];
#endif
  out[blockIdx.x * 256 + t] = s[t] * 2;
}

// CHECK: repair: remove-barrier (proven, simulated equal): remove the barrier in line [[@LINE-7]]

void run(const float *in, float *out) {
  reversed<<<10, 256>>>(in, out);
  printed<<<10, 256>>>(in, out);
  called<<<10, 256>>>(in, out);
  harmless<<<10, 256>>>(in, out);
}
