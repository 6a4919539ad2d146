// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --no-repair --arch=sm_90 %s | FileCheck %s --check-prefix=NEW
// RUN: %cuda-fix --no-repair %s 2>&1 | FileCheck %s
//
// A body that conditional compilation leaves out proves nothing about the kernel.

// CHECK: not decided for kernel 'newerUnknown': {{.*}}its body does nothing for sm_80, where conditional directives leave it out; see --arch=sm_90
// NEW: error: race on shared memory 's'
__global__ void newerUnknown(int *a) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  __shared__ int s[256];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[255 - threadIdx.x];
#endif
}

// Nothing is left out here.
__global__ void emptyOk(int *) {}

__global__ void olderOk(int *a) {
#if __CUDA_ARCH__ >= 900
  a[0] = threadIdx.x;
#else
  a[blockIdx.x * 256 + threadIdx.x] = threadIdx.x;
#endif
}

void launch(int *a) {
  newerUnknown<<<4, 256>>>(a);
  emptyOk<<<4, 256>>>(a);
  olderOk<<<4, 256>>>(a);
}
