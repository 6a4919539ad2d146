// SPDX-License-Identifier: Apache-2.0
//
// A bulk copy stands in a function most often: its finding is where the kernel calls that, and
// names the place of the copy, too.
// RUN: not %cuda-fix simulate %s --arch sm_90 --block 64 --grid 1 --kernel overwrites 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not %cuda-fix simulate %s --arch sm_90 --block 64 --grid 1 --kernel twice 2>&1 | FileCheck %s --check-prefix=TWICE

__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void store(void *to, const void *from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(shared(from)), "r"(bytes)
               : "memory");
}
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define WAIT() asm volatile("cp.async.bulk.wait_group 0;" ::: "memory")

// AFTER: bulk-places.cu:[[@LINE+13]]:{{.*}} error: race on shared memory 's': thread 32 writes s[threadIdx.x] while the bulk copy of thread 0 reads it at line [[@LINE+10]]
// AFTER: bulk-places.cu:[[@LINE+9]]:{{.*}} note: read by the bulk copy of thread 0
// AFTER: bulk-places.cu:10:3: note: the bulk copy
// AFTER: witness:
__global__ void overwrites(int *out) {
  __shared__ __align__(16) int s[64];
  s[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(out, s, sizeof(s));
    COMMIT();
  }
  s[threadIdx.x] = 5;
  if (threadIdx.x == 0)
    WAIT();
}
// Of two copies that one statement makes, the place of it is named once.
// TWICE: bulk-places.cu:[[@LINE+10]]:{{.*}} error: race on global memory 'out': the bulk copy of thread 0 writes it while the bulk copy of thread 32 writes it
// TWICE: bulk-places.cu:10:3: note: the bulk copy
// TWICE-NOT: the bulk copy{{$}}
// TWICE: witness:
__global__ void twice(int *out) {
  __shared__ __align__(16) int s[64];
  s[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    store(out, s, sizeof(s));
    COMMIT();
    WAIT();
  }
}
