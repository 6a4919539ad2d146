// SPDX-License-Identifier: Apache-2.0
//
// Bulk copies of which a part is not modelled are not run as if it were not there.
// RUN: not %cuda-fix simulate %s --arch sm_100 --block 32 --grid 1 --kernel masks 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: not %cuda-fix simulate %s --arch sm_100 --block 32 --grid 1 --kernel gathers 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: %cuda-fix simulate %s --arch sm_100 --block 32 --grid 1 --kernel keeps 2>&1 | FileCheck %s --check-prefix=KEEP --implicit-check-not=supported

using Words = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define COMMIT_AND_WAIT() asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory")

__global__ void masks(int *out) {
  __shared__ __align__(16) int s[32];
  s[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    // MASK: not simulated: {{.*}}bulk-forms.cu:[[@LINE+1]]: not supported: 'cp.async.bulk.global.shared::cta.bulk_group.cp_mask' in inline assembly
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], %2, %3;" ::"l"(out),
                 "r"(shared(s)), "r"(128), "h"((short)0x0fff)
                 : "memory");
    COMMIT_AND_WAIT();
  }
}
__global__ void gathers(const int *in, int *out) {
  __shared__ __align__(16) int s[32];
  __shared__ Words bar;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(&bar)));
    // GATHER: not supported: 'cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes' in inline assembly
    asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%0], [%1, {%3, %3, %3, %3, %3}], [%2];" ::"r"(
                     shared(s)),
                 "l"(in), "r"(shared(&bar)), "r"(0)
                 : "memory");
  }
}
// How long the cache keeps it changes nothing.
// KEEP: not decided for kernel 'keeps': {{.*}} show bugs, not their absence
__global__ void keeps(int *out, unsigned long long policy) {
  __shared__ __align__(16) int s[32];
  s[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::"l"(out),
                 "r"(shared(s)), "r"(128), "l"(policy)
                 : "memory");
    COMMIT_AND_WAIT();
  }
}
