// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix cost %s | FileCheck %s
// A read of one texel takes a sector of each lane; how many texels a filter takes is not known.

texture<float, 1, cudaReadModeElementType> line;

// CHECK: fetches:
// CHECK-NEXT: sectors grid 4608
// CHECK-NEXT: block 288
// CHECK-NEXT: warp 36
__global__ void fetches(float *out) {
  out[blockIdx.x * 256 + threadIdx.x] = tex1Dfetch(line, threadIdx.x);
}

// CHECK: filters:
// CHECK: sectors {{.*}}a texture read may take several texels
__global__ void filters(cudaTextureObject_t image, float *out) {
  out[blockIdx.x * 256 + threadIdx.x] = tex2D<float>(image, threadIdx.x, blockIdx.x);
}

void run(cudaTextureObject_t image, float *out) {
  fetches<<<16, 256>>>(out);
  filters<<<16, 256>>>(image, out);
}
