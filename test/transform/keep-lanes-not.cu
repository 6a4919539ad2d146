// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// What lanes beyond the end would contribute is not known.

constexpr unsigned All = 0xffffffff;

// CHECK: line {{[0-9]+}}: what lanes that do not come would contribute to '__shfl_down_sync' is not known
__global__ void most(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  x = fmaxf(x, __shfl_down_sync(All, x, 16));
  out[i] = x;
}

// CHECK: line {{[0-9]+}}: 'x' is not 0 in lanes that do not come
__global__ void ownValue(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = threadIdx.x;
  if (i >= n)
    return;
  x += in[i];
  x += __shfl_down_sync(All, x, 16);
  out[i] = x;
}

// CHECK: line {{[0-9]+}}: '__shfl_down_sync' takes a value that not every lane has
__global__ void ownDistance(const float *in, const int *by, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i];
    x += __shfl_down_sync(All, x, by[i]);
    out[i] = x;
  }
}

int main() {
  most<<<8, 128>>>(nullptr, nullptr, 1000);
  ownValue<<<8, 128>>>(nullptr, nullptr, 1000);
  ownDistance<<<8, 128>>>(nullptr, nullptr, nullptr, 1000);
}
