// SPDX-License-Identifier: Apache-2.0
#include "sync.h"

#if STYLE == 0
#define WAIT() asm volatile("griddepcontrol.wait;" ::: "memory")
#define TRIGGER() asm volatile("griddepcontrol.launch_dependents;" ::: "memory")
#elif STYLE == 1
#define WAIT() cudaGridDependencySynchronize()
#define TRIGGER() cudaTriggerProgrammaticLaunchCompletion()
#else
struct Dependency {
  __device__ static void wait() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
  __device__ static void trigger() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }
};
#define WAIT() Dependency::wait()
#define TRIGGER() Dependency::trigger()
#endif

__global__ void waitsFirstOk(const float *in, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  WAIT();
  out[i] = in[i] * 2;
  TRIGGER();
}
__global__ void weightsFirstOk(const float *weight, const float *in, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float w = weight[threadIdx.x];
  TRIGGER();
  WAIT();
  out[i] = in[i] * w;
}
__global__ void readsFirstBad(const float *in, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float v = in[i]; // bug: dependent-launch
  WAIT();
  out[i] = v * 2;
}
__global__ void prefetchesBad(const float *in, float *out, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float next = in[i]; // bug: dependent-launch
  WAIT();
  float sum = 0;
  for (int k = 1; k < n; ++k) {
    sum += next;
    next = in[k * 512 + i];
  }
  out[i] = sum + next;
}
__global__ void clearsFirstBad(const float *in, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[512 + i] = 0; // bug: dependent-launch
  WAIT();
  out[i] = in[i];
}
__global__ void updatesFirstBad(float *data) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float v = data[i]; // bug: dependent-launch
  WAIT();
  data[i] = v + 1;
}
// Launched with the attribute, behind kernels that write what these read.
__global__ void fill(const float *in, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  WAIT();
  out[i] = in[i];
  TRIGGER();
}
__global__ void waitsForFillOk(const float *filled, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  WAIT();
  out[i] = filled[i ^ 1];
}
__global__ void neverWaitsBad(const float *filled, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = filled[i ^ 1]; // bug: dependent-launch
}
template <bool Both> __device__ void roles(const float *in, const float *filled, float *out);
__global__ void bothRolesWaitOk(const float *in, const float *filled, float *out) {
  roles<true>(in, filled, out);
}
__global__ void oneRoleWaitsBad(const float *in, const float *filled, float *out) {
  roles<false>(in, filled, out);
}
template <bool Both> __device__ void roles(const float *in, const float *filled, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  if (t < 64) {
    WAIT();
    s[t] = in[blockIdx.x * 64 + t];
  } else {
    if (Both)
      WAIT();
    s[t] = filled[blockIdx.x * 64 + t - 64]; // bug: dependent-launch
  }
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[127 - t];
}

template <class... P, class... A> void early(void (*kernel)(P...), A... arguments) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 128;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, P(arguments)...);
}
void earlyLaunches(const float *in, float *filled, float *out) {
  early(fill, in, filled);
  early(waitsForFillOk, filled, out);
  early(fill, in, filled);
  early(neverWaitsBad, filled, out);
  early(fill, in, filled);
  early(bothRolesWaitOk, in, filled, out);
  early(fill, in, filled);
  early(oneRoleWaitsBad, in, filled, out);
}

void launches(const float *weight, const float *in, float *out, int n) {
  waitsFirstOk<<<4, 128>>>(in, out);
  weightsFirstOk<<<4, 128>>>(weight, in, out);
  readsFirstBad<<<4, 128>>>(in, out);
  prefetchesBad<<<4, 128>>>(in, out, n);
  clearsFirstBad<<<4, 128>>>(in, out);
  updatesFirstBad<<<4, 128>>>(out);
}
