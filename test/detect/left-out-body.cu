// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: %cuda-fix --no-repair --arch=sm_80 %s 2>&1 | FileCheck %s
// RUN: not %cuda-fix --no-repair %s 2>&1 | FileCheck %s --check-prefix=NEW
//
// A body that conditional compilation leaves out proves nothing about the kernel: where no
// architecture is chosen, one that has it is.

// CHECK: not decided for kernel 'newerBad': {{.*}}its body does nothing for sm_80, where conditional directives leave it out; see --arch=sm_90
// NEW: read for sm_90a, where sm_80 leaves bodies of kernels empty; --arch chooses another
__global__ void newerBad(int *a) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  __shared__ int s[256];
  s[threadIdx.x] = a[blockIdx.x * 256 + threadIdx.x]; // expect: shared-race
  a[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
#else
  printf("needs a newer device");
#endif
}

// So is a body for the instructions of one architecture alone.
__global__ void specificBad(int *a) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  a[blockIdx.x] = threadIdx.x; // expect: global-race
#endif
}

// Nothing is left out here.
__global__ void emptyOk(int *) {}

__global__ void eitherOk(int *a) {
#if __CUDA_ARCH__ >= 1000
  a[0] = threadIdx.x;
#else
  a[blockIdx.x * 256 + threadIdx.x] = threadIdx.x;
#endif
}

void launch(int *a) {
  newerBad<<<4, 256>>>(a);
  specificBad<<<4, 256>>>(a);
  emptyOk<<<4, 256>>>(a);
  eitherOk<<<4, 256>>>(a);
}
