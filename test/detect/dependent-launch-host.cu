// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// RUN: %check-findings %s
// RUN: not %cuda-fix --no-repair --checks=dependent-launch --arch sm_90 %s | FileCheck %s
// RUN: %cuda-fix --no-repair --checks=dependent-launch --arch sm_80 %s 2>&1 | FileCheck --check-prefix=OLD %s
// Launches that let kernels begin while those before them run.
// OLD: 0 errors, 0 warnings

__device__ void wait() { asm volatile("griddepcontrol.wait;" ::: "memory"); }

__global__ void firstOk(const float *in, float *tmp) {
  cudaGridDependencySynchronize();
  tmp[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void waitsOk(const float *tmp, float *out) {
  wait();
  out[blockIdx.x * 128 + threadIdx.x] = tmp[blockIdx.x * 128 + threadIdx.x ^ 1];
}
// CHECK: warning: 'tmp' is read without a wait for the kernel before this one: 'firstOk' may still write it, as the launch lets this one begin early
// CHECK: note: the kernel before
__global__ void neverWaitsBad(const float *tmp, float *out) {
  out[blockIdx.x * 128 + threadIdx.x] = tmp[blockIdx.x * 128 + threadIdx.x ^ 1]; // expect-warning: dependent-launch
}
__global__ void alsoNeverWaitsBad(const float *in, float *out) {
  out[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x]; // expect-warning: dependent-launch
}
template <bool Both> __device__ void roles(const float *weight, const float *tmp, float *out) {
  __shared__ float s[2][64];
  if (threadIdx.x < 64) {
    if (Both)
      wait();
    s[0][threadIdx.x] = tmp[threadIdx.x]; // expect-warning: dependent-launch
  } else {
    wait();
    s[1][threadIdx.x - 64] = weight[threadIdx.x];
  }
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x % 2][threadIdx.x / 2];
}
__global__ void rolesOk(const float *weight, const float *tmp, float *out) { roles<true>(weight, tmp, out); }
__global__ void rolesBad(const float *weight, const float *tmp, float *out) { roles<false>(weight, tmp, out); }
// One thread waits for all that it meets.
__global__ void oneWaitsOk(const float *tmp, float *out) {
  if (threadIdx.x == 0)
    wait();
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tmp[blockIdx.x * 128 + threadIdx.x ^ 1];
}
__global__ void oneWaitsBad(const float *tmp, float *out) {
  if (threadIdx.x == 0)
    wait();
  out[blockIdx.x * 128 + threadIdx.x] = tmp[blockIdx.x * 128 + threadIdx.x ^ 1]; // expect-warning: dependent-launch
}
// A kernel that is told not to wait is launched accordingly.
__global__ void toldOk(const float *tmp, float *out, bool early) {
  if (early)
    wait();
  out[blockIdx.x * 128 + threadIdx.x] = tmp[blockIdx.x * 128 + threadIdx.x ^ 1];
}
__global__ void weightsFirstOk(const float *weight, const float *tmp, float *out) {
  float w = weight[threadIdx.x];
  wait();
  out[blockIdx.x * 128 + threadIdx.x] = tmp[blockIdx.x * 128 + threadIdx.x ^ 1] * w;
}
// With other arguments than those before it, what is read first is not the other kernel's.
__global__ void lengthFirstBad(const float *tmp, const float *in, float *out) {
  float w = tmp[threadIdx.x]; // expect-warning: dependent-launch
  wait();
  out[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x ^ 1] * w;
}
__global__ void plainOk(const float *tmp, float *out) {
  out[blockIdx.x * 128 + threadIdx.x] = tmp[blockIdx.x * 128 + threadIdx.x ^ 1];
}
__global__ void forbiddenOk(const float *tmp, float *out) {
  out[blockIdx.x * 128 + threadIdx.x] = tmp[blockIdx.x * 128 + threadIdx.x ^ 1];
}

template <class... P, class... A>
static void launch(bool early, cudaStream_t stream, void (*kernel)(P...), A... arguments) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 128;
  config.stream = stream;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = early;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, P(arguments)...);
}
void launches(const float *weight, const float *in, float *tmp, float *out, cudaStream_t s) {
  launch(true, s, firstOk, in, tmp);
  launch(true, s, waitsOk, tmp, out);
  launch(true, s, firstOk, in, tmp);
  launch(true, s, neverWaitsBad, tmp, out);
  launch(true, s, firstOk, in, tmp);
  launch(true, s, rolesOk, weight, tmp, out);
  launch(true, s, firstOk, in, tmp);
  launch(true, s, rolesBad, weight, tmp, out);
  launch(true, s, firstOk, in, tmp);
  launch(true, s, oneWaitsOk, tmp, out);
  launch(true, s, firstOk, in, tmp);
  launch(true, s, oneWaitsBad, tmp, out);
  launch(true, s, firstOk, in, tmp);
  launch(true, s, toldOk, tmp, out, true);
  launch(true, s, firstOk, in, tmp);
  launch(true, s, weightsFirstOk, weight, tmp, out);
  launch(true, s, firstOk, in, tmp);
  launch(true, s, lengthFirstBad, tmp, in, out);
}
void alone(const float *in, float *tmp, float *out, cudaStream_t s) {
  launch(true, s, alsoNeverWaitsBad, in, out);
  launch(false, s, forbiddenOk, tmp, out);
  plainOk<<<4, 128, 0, s>>>(tmp, out);
}
