// SPDX-License-Identifier: Apache-2.0
//
// A rank that its cluster does not have does no harm where a predicate leaves its address unused.
// RUN: %cuda-fix simulate --kernel predicated --grid 2 --block 64 --arg bad=0 %s 2>&1 | FileCheck %s --check-prefix=OK
// RUN: not %cuda-fix simulate --kernel predicated --grid 2 --block 64 --arg bad=1 %s 2>&1 | FileCheck %s --check-prefix=BAD
// OK: 0 errors, 0 warnings
// BAD: uses an mbarrier outside of memory [mbarrier-init, confirmed]
__device__ unsigned sh(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void __cluster_dims__(2) predicated(int *out, int bad) {
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(sh(&bar)) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
  unsigned cta = threadIdx.x & 3, p = bad || cta < 2;
  asm volatile("{ .reg .pred p; .reg .b32 r; setp.ne.u32 p, %2, 0; @p mapa.shared::cluster.u32 r, %0, %1; @p mbarrier.arrive.shared::cluster.b64 _, [r]; }" ::"r"(sh(&bar)), "r"(cta), "r"(p) : "memory");
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
}
