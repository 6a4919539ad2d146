// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s -- -rdc=true 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not %cuda-fix --checks=synchronization --no-repair %s -- -dc 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not %cuda-fix --checks=synchronization --no-repair %s -- -fgpu-rdc 2>&1 | FileCheck %s --check-prefix=BOTH
// CHECK: read as with -rdc=true, as kernels launch kernels
// CHECK: 8 kernels: 3 free of races and divergence, 3 with bugs, 2 not decided
// BOTH-NOT: read as with
// BOTH: 8 kernels: 3 free of races and divergence, 3 with bugs, 2 not decided
// Launches by kernels are launches of the kernels that they name. A kernel that launches another one is not
// compared with it.
__global__ void turnOk(float *data) {
  __shared__ float s[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = data[i];
  __syncthreads();
  data[i] = s[255 - threadIdx.x];
}
__global__ void turnBad(float *data) {
  __shared__ float s[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = data[i]; // expect: shared-race
  data[i] = s[255 - threadIdx.x];
}
// Free for blocks of 32 threads only.
__global__ void warpOk(float *data) {
  __shared__ float s[32];
  s[threadIdx.x] = data[threadIdx.x];
  __syncwarp();
  data[threadIdx.x] = s[31 - threadIdx.x];
}
template <class T> __global__ void sumOk(const T *in, T *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += in[i];
}
__global__ void parentUnknown(float *data, int n) {
  turnOk<<<16, 256>>>(data);
  turnBad<<<dim3(n), dim3(256), 0>>>(data);
}
template <class T> __global__ void summerUnknown(const T *in, T *out, const int *sizes) {
  if (threadIdx.x == 0) {
    sumOk<<<sizes[blockIdx.x], 128, 0, cudaStream_t()>>>(in, out, sizes[blockIdx.x]);
    warpOk<<<1, 32, 0, cudaStreamTailLaunch>>>(out);
  }
}
__device__ void start(float *data) { turnOk<<<1, 256>>>(data); }
// Its own accesses are looked at.
__global__ void writerBad(float *data) {
  data[threadIdx.x / 2] = threadIdx.x; // expect: intra-warp-race
  if (threadIdx.x == 0)
    start(data);
}
// What the launch gets is read here.
__global__ void readerBad(float **data) {
  data[threadIdx.x] = nullptr; // expect: global-race
  turnOk<<<1, 256>>>(data[threadIdx.x + 1]);
}
void run(float *data, float **all, const int *sizes) {
  parentUnknown<<<1, 1>>>(data, 4);
  summerUnknown<<<8, 32>>>(data, data + 4096, sizes);
  writerBad<<<1, 64>>>(data);
  readerBad<<<1, 64>>>(all);
}
