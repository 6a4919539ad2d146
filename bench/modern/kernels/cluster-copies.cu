// SPDX-License-Identifier: Apache-2.0
#include "sync.h"

// Copies and stores to the shared memory of other blocks of a cluster.
#if STYLE == 1
#include <cooperative_groups.h>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
#define HANDLE(BAR) ((uint64_t *)cuda::device::barrier_native_handle(BAR))
#define RANK() cg::this_cluster().block_rank()
#define MEET_CLUSTER() cg::this_cluster().sync()
#define INIT_SEEN() ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster)
#define EXPECT(BAR, BYTES)                                                                         \
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, HANDLE(BAR), BYTES)
#define STORE(TO, OF, VALUE, BAR)                                                                  \
  ptx::st_async(cg::this_cluster().map_shared_rank(TO, OF), VALUE,                                 \
                cg::this_cluster().map_shared_rank(HANDLE(BAR), OF))
#define STORE_APART(TO, OF, VALUE, BAR, OF_BAR)                                                    \
  ptx::st_async(cg::this_cluster().map_shared_rank(TO, OF), VALUE,                                 \
                cg::this_cluster().map_shared_rank(HANDLE(BAR), OF_BAR))
#define ADD(TO, OF, VALUE, BAR)                                                                    \
  ptx::red_async(ptx::op_add, cg::this_cluster().map_shared_rank(TO, OF), VALUE,                   \
                 cg::this_cluster().map_shared_rank(HANDLE(BAR), OF))
#define TO_ALL(TO, FROM, BYTES, BAR, MASK)                                                         \
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, TO, FROM, BYTES, HANDLE(BAR), MASK)
#else
__device__ inline uint32_t rankInCluster() {
  uint32_t r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
__device__ inline uint32_t addressIn(const void *p, uint32_t rank) {
  uint32_t to;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(address(p)), "r"(rank));
  return to;
}
#define RANK() rankInCluster()
#define INIT_SEEN() asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory")
#if STYLE == 0
#define MEET_CLUSTER()                                                                             \
  do {                                                                                             \
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");                          \
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");                            \
  } while (false)
#define EXPECT(BAR, BYTES)                                                                         \
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(&(BAR))),    \
               "r"(int(BYTES))                                                                     \
               : "memory")
#define STORE_APART(TO, OF, VALUE, BAR, OF_BAR)                                                    \
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"( \
                   addressIn(TO, OF)),                                                             \
               "r"(VALUE), "r"(addressIn(&(BAR), OF_BAR))                                          \
               : "memory")
#define ADD(TO, OF, VALUE, BAR)                                                                    \
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"( \
                   addressIn(TO, OF)),                                                             \
               "r"(VALUE), "r"(addressIn(&(BAR), OF))                                              \
               : "memory")
#define TO_ALL(TO, FROM, BYTES, BAR, MASK)                                                         \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"( \
                   address(TO)),                                                                   \
               "l"(FROM), "r"(int(BYTES)), "r"(address(&(BAR))), "h"((short)(MASK))                \
               : "memory")
#else
struct Remote {
  uint32_t to, bar;
  __device__ void store(uint32_t value) const {
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(to),
                 "r"(value), "r"(bar)
                 : "memory");
  }
  __device__ void add(uint32_t value) const {
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(
                     to),
                 "r"(value), "r"(bar)
                 : "memory");
  }
};
__device__ inline void arriveInCluster() { asm volatile("barrier.cluster.arrive;" ::: "memory"); }
__device__ inline void waitInCluster() { asm volatile("barrier.cluster.wait;" ::: "memory"); }
__device__ inline void expectBytes(Phases &bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(&bar.word)), "r"(bytes)
               : "memory");
}
template <class T>
__device__ void toAll(T *to, const T *from, uint32_t bytes, Phases &bar, uint16_t mask) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
                   address(to)),
               "l"(from), "r"(bytes), "r"(address(&bar.word)), "h"(mask)
               : "memory");
}
#define MEET_CLUSTER() (arriveInCluster(), waitInCluster())
#define EXPECT(BAR, BYTES) expectBytes(BAR, BYTES)
#define STORE_APART(TO, OF, VALUE, BAR, OF_BAR)                                                    \
  Remote{addressIn(TO, OF), addressIn(&(BAR), OF_BAR)}.store(VALUE)
#define ADD(TO, OF, VALUE, BAR) Remote{addressIn(TO, OF), addressIn(&(BAR), OF)}.add(VALUE)
#define TO_ALL(TO, FROM, BYTES, BAR, MASK) toAll(TO, FROM, BYTES, BAR, MASK)
#endif
#define STORE(TO, OF, VALUE, BAR) STORE_APART(TO, OF, VALUE, BAR, OF)
#endif

#define BEGIN(BAR)                                                                                 \
  do {                                                                                             \
    if (threadIdx.x == 0) {                                                                        \
      INIT(BAR, 1);                                                                                \
      INIT_SEEN();                                                                                 \
    }                                                                                              \
    MEET_CLUSTER();                                                                                \
  } while (false)

__global__ void __cluster_dims__(2) exchangeOk(unsigned *out) {
  PHASES bar;
  __shared__ unsigned words[64];
  BEGIN(bar);
  if (threadIdx.x == 0)
    EXPECT(bar, sizeof(words));
  MEET_CLUSTER();
  STORE(&words[threadIdx.x], RANK() ^ 1, threadIdx.x, bar);
  AWAIT(bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = words[63 - threadIdx.x];
}
__global__ void __cluster_dims__(2) exchangeNotWaitedBad(unsigned *out) {
  PHASES bar;
  __shared__ unsigned words[64];
  BEGIN(bar);
  if (threadIdx.x == 0)
    EXPECT(bar, sizeof(words));
  MEET_CLUSTER();
  STORE(&words[threadIdx.x], RANK() ^ 1, threadIdx.x, bar);
  MEET_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] = words[63 - threadIdx.x]; // bug: bulk-copy
}
__global__ void __cluster_dims__(2) exchangeTooManyBytesBad(unsigned *out) {
  PHASES bar;
  __shared__ unsigned words[64];
  BEGIN(bar);
  if (threadIdx.x == 0)
    EXPECT(bar, 2 * sizeof(words));
  MEET_CLUSTER();
  STORE(&words[threadIdx.x], RANK() ^ 1, threadIdx.x, bar);
  AWAIT(bar, 0); // bug: mbarrier-phase
  out[blockIdx.x * 64 + threadIdx.x] = words[63 - threadIdx.x];
}
__global__ void __cluster_dims__(2) exchangeOwnBarrierBad(unsigned *out) {
  PHASES bar;
  __shared__ unsigned words[64];
  BEGIN(bar);
  if (threadIdx.x == 0)
    EXPECT(bar, sizeof(words));
  MEET_CLUSTER();
  STORE_APART(&words[threadIdx.x], RANK() ^ 1, threadIdx.x, bar, RANK());
  AWAIT(bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = words[63 - threadIdx.x]; // bug: bulk-copy
  MEET_CLUSTER();
}
__global__ void __cluster_dims__(2) sumOk(unsigned *out) {
  PHASES bar;
  __shared__ unsigned sum;
  if (threadIdx.x == 0)
    sum = 0;
  BEGIN(bar);
  if (threadIdx.x == 0)
    EXPECT(bar, 64 * sizeof(sum));
  MEET_CLUSTER();
  ADD(&sum, RANK() ^ 1, threadIdx.x, bar);
  AWAIT(bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void __cluster_dims__(2) sumNotWaitedBad(unsigned *out) {
  PHASES bar;
  __shared__ unsigned sum;
  if (threadIdx.x == 0)
    sum = 0;
  BEGIN(bar);
  if (threadIdx.x == 0)
    EXPECT(bar, 64 * sizeof(sum));
  MEET_CLUSTER();
  ADD(&sum, RANK() ^ 1, threadIdx.x, bar);
  MEET_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] = sum; // bug: bulk-copy
}
__global__ void __cluster_dims__(2) multicastOk(const int *in, int *out) {
  PHASES bar;
  __shared__ alignas(128) int tile[64];
  BEGIN(bar);
  if (threadIdx.x == 0) {
    EXPECT(bar, sizeof(tile));
    TO_ALL(tile + 32 * RANK(), in + 32 * RANK(), sizeof(tile) / 2, bar, 3);
  }
  AWAIT(bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void __cluster_dims__(2) multicastNotExpectedBad(const int *in, int *out) {
  PHASES bar;
  __shared__ alignas(128) int tile[64];
  BEGIN(bar);
  if (threadIdx.x == 0 && RANK() == 0) {
    EXPECT(bar, sizeof(tile));
    TO_ALL(tile, in, sizeof(tile), bar, 3);
  }
  AWAIT(bar, 0); // bug: mbarrier-phase
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void __cluster_dims__(2) multicastOwnMaskBad(const int *in, int *out) {
  PHASES bar;
  __shared__ alignas(128) int tile[64];
  BEGIN(bar);
  if (threadIdx.x == 0) {
    EXPECT(bar, sizeof(tile));
    TO_ALL(tile + 32 * RANK(), in + 32 * RANK(), sizeof(tile) / 2, bar, 1 << RANK());
  }
  AWAIT(bar, 0); // bug: mbarrier-phase
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

void launches(const int *in, int *out, unsigned *words) {
  exchangeOk<<<2, 64>>>(words);
  exchangeNotWaitedBad<<<2, 64>>>(words);
  exchangeTooManyBytesBad<<<2, 64>>>(words);
  exchangeOwnBarrierBad<<<2, 64>>>(words);
  sumOk<<<2, 64>>>(words);
  sumNotWaitedBad<<<2, 64>>>(words);
  multicastOk<<<2, 64>>>(in, out);
  multicastNotExpectedBad<<<2, 64>>>(in, out);
  multicastOwnMaskBad<<<2, 64>>>(in, out);
}
