// SPDX-License-Identifier: Apache-2.0
//
// A wait that was over before a phase had ended explains a read of what nobody has written, unless
// a later wait has seen the end of one.
// RUN: not %cuda-fix simulate %s --block 64 --grid 1 --arch sm_90 --kernel waits 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not %cuda-fix simulate %s --block 64 --grid 1 --arch sm_90 --kernel fills 2>&1 | FileCheck %s --check-prefix=LATE --implicit-check-not='wait was over'

using Words = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(Words *b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(n));
}
__device__ void arrive(Words *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(b)) : "memory");
}
__device__ void wait(Words *b, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(b)), "r"(parity) : "memory");
}
__device__ bool isOver(Words *b, unsigned parity) {
  unsigned done;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
               "selp.u32 %0, 1, 0, p;\n}"
               : "=r"(done) : "r"(shared(b)), "r"(parity) : "memory");
  return done;
}

// EARLY: early-waits.cu:[[@LINE+11]]:{{.*}} error: {{.*}} reads byte {{.*}} of shared memory 's', which no thread of the block has written [uninitialized-read, confirmed]
// EARLY: early-waits.cu:[[@LINE+9]]:{{.*}} note: its wait was over before a phase had ended
__global__ void waits(int *out) {
  __shared__ Words full;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&full, 64);
  __syncthreads();
  if (threadIdx.x < 50)
    arrive(&full);
  wait(&full, 1);
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// The first turn finds the stage empty; elements from 50 on are not written in any.
// LATE: early-waits.cu:[[@LINE+18]]:{{.*}} error: {{.*}} reads byte {{.*}} of shared memory 's', which no thread of the block has written [uninitialized-read, confirmed]
template <bool Tests> __device__ void fill(int *out) {
  __shared__ Words full, empty;
  __shared__ int s[64];
  if (threadIdx.x == 0) {
    init(&full, 64);
    init(&empty, 64);
  }
  __syncthreads();
  wait(&empty, 1);
  if (threadIdx.x < 50)
    s[threadIdx.x] = threadIdx.x;
  arrive(&full);
  if (Tests)
    while (!isOver(&full, 0)) {
    }
  else
    wait(&full, 0);
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void fills(int *out) { fill<false>(out); }
__global__ void fillsAndTests(int *out) { fill<true>(out); }
