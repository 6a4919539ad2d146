// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair move-wait %s --unsafe --source-only --arch sm_90 | FileCheck %s

__global__ void fill(float *tmp) {
  cudaGridDependencySynchronize();
  tmp[blockIdx.x * 128 + threadIdx.x] = 1;
}
__global__ void scale(const float *tmp, float *out, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = tmp[i];
  out[i] = first * by;
}

void launches(float *tmp, float *out, float by, cudaStream_t stream) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 128;
  config.stream = stream;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, fill, tmp);
  cudaLaunchKernelEx(&config, scale, static_cast<const float *>(tmp), out, by);
}

// CHECK:        int i =
// CHECK-NEXT:   cudaGridDependencySynchronize();
// CHECK-NEXT:   float first = tmp[i];
// CHECK-NEXT:   out[i] =
