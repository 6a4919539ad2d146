// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-sizes-not-negative' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Room below zero makes two parts overlap.

// CHECK: needs {{.*}}[sizes-not-negative] room >= 0{{.*}} to be free
__global__ void parts(int *out, int n, int room) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // WITHOUT: [[@LINE+1]]:14: error: race on global memory 'out'
    out[i] = out[n + room + i];
}

// Without layers all images are one.
// CHECK: kernel 'layered': free for launches with layers != 0, others not decided
__global__ void layered(float *out, const float *in, size_t layers, size_t heads, size_t size) {
  const size_t to = (blockIdx.x * layers * heads + blockIdx.y) * size;
  const size_t from = (blockIdx.x * heads + blockIdx.y) * size;
  for (size_t i = threadIdx.x; i < size; i += blockDim.x)
    // WITHOUT: kernel 'layered': free for launches with layers >= gridDim.x
    out[to + i] = in[from + i];
}

void images(float *out, const float *in, size_t n, size_t layers, size_t heads, size_t size) {
  layered<<<dim3(n, heads), 256>>>(out, in, layers, heads, size);
}
