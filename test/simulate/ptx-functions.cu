// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 4 --block 64 --cluster 2 --arch sm_90a
// The functions of cuda::ptx are the instructions that they are named after.
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__device__ void begin(uint64_t *bar, unsigned count) {
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(bar, count);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  ptx::barrier_cluster_arrive(ptx::sem_release);
  ptx::barrier_cluster_wait(ptx::sem_acquire);
}
__device__ void wait(uint64_t *bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, bar, parity)) {
  }
}

__global__ void meetOk(int *out) {
  __shared__ uint64_t bar;
  __shared__ int s[64];
  begin(&bar, 64);
  s[threadIdx.x] = threadIdx.x;
  uint64_t mine = ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar);
  while (!ptx::mbarrier_test_wait(&bar, mine)) {
  }
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void notMetBad(int *out) {
  __shared__ uint64_t bar;
  __shared__ int s[64];
  begin(&bar, 64);
  s[threadIdx.x] = threadIdx.x; // expect: shared-race
  ptx::mbarrier_arrive(&bar);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void copyOk(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ uint64_t bar;
  begin(&bar, 1);
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, sizeof(s), &bar);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(s));
  }
  wait(&bar, 0);
  s[threadIdx.x] += in[threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (ptx::elect_sync(~0u) && threadIdx.x < 32) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 64 * blockIdx.x, s, sizeof(s));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    if (out[64 * blockIdx.x + 63] != 2 * in[63])
      __trap();
  }
}
__global__ void notFencedBad(int *out) {
  __shared__ alignas(128) int s[64];
  s[threadIdx.x] = threadIdx.x; // expect: bulk-copy
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, out, s, sizeof(s));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
__global__ void multicastOk(const int *in, int *out) {
  __shared__ alignas(128) int s[64];
  __shared__ uint64_t bar;
  begin(&bar, 1);
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(s));
    if (ptx::get_sreg_cluster_ctarank() == 1)
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, sizeof(s), &bar, 3);
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void storeOk(int *out) {
  __shared__ alignas(16) int s[4 * 64];
  __shared__ uint64_t sum, bar;
  if (threadIdx.x == 0)
    sum = 0;
  begin(&bar, 1);
  const unsigned other = ptx::get_sreg_cluster_ctarank() ^ 1;
  if (threadIdx.x == 0)
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &bar,
                                   sizeof(s) + 64 * sizeof(sum));
  uint64_t *remote = ptx::mapa(ptx::space_cluster, &bar, other);
  const int four[4] = {1, 2, 3, (int)threadIdx.x};
  ptx::st_async(cg::this_cluster().map_shared_rank(s + 4 * threadIdx.x, other), four, remote);
  ptx::red_async(ptx::op_add, ptx::mapa(ptx::space_cluster, &sum, other), (uint64_t)threadIdx.x, remote);
  wait(&bar, 0);
  if (s[4 * 5 + 3] != 5 || sum != 2016)
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = s[4 * threadIdx.x];
}
__global__ void storeNotWaitedBad(int *out) {
  __shared__ int s[64];
  __shared__ uint64_t bar;
  begin(&bar, 1);
  const unsigned other = ptx::get_sreg_cluster_ctarank() ^ 1;
  ptx::st_async(ptx::mapa(ptx::space_cluster, s, other) + threadIdx.x, 1, ptx::mapa(ptx::space_cluster, &bar, other)); // expect: bulk-copy
  cg::this_cluster().sync();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // allow: uninitialized-read
  cg::this_cluster().sync();
}
