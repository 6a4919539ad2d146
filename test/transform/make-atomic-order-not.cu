// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// An update that does not commute with the atomic operation it races with is not repaired by making
// it atomic, too. One that does is.

__global__ void inverseNorm(float *norm, const float *data, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += data[i] * data[i];
  atomicAdd(norm, sum);
  if (blockIdx.x * blockDim.x + threadIdx.x == 0)
    norm[0] = 1 / sqrtf(norm[0]);
}

__global__ void total(float *norm, const float *data) {
  atomicAdd(norm, data[blockIdx.x * blockDim.x + threadIdx.x]);
  if (blockIdx.x * blockDim.x + threadIdx.x == 0)
    norm[0] = norm[0] + 1;
}

void run(float *norm, const float *data, int n) {
  inverseNorm<<<(n + 255) / 256, 256>>>(norm, data, n);
  total<<<16, 256>>>(norm, data);
}

// CHECK: :10:3: error: race on global memory 'norm'
// CHECK-NOT: repair: make-atomic
// CHECK: repair: grid-sync
// CHECK-NOT: repair: make-atomic
// CHECK: :16:3: error: race on global memory 'norm'
// CHECK: repair: make-atomic
