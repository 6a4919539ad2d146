// SPDX-License-Identifier: Apache-2.0
#include "sync.h"

// Shared memory of other blocks of a cluster.
#if STYLE == 1
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define RANK() cg::this_cluster().block_rank()
#define MEET_CLUSTER() cg::this_cluster().sync()
#define ARRIVE_CLUSTER() auto come = cg::this_cluster().barrier_arrive()
#define AWAIT_CLUSTER() cg::this_cluster().barrier_wait(static_cast<decltype(come) &&>(come))
#define READ(FROM, OF) (*cg::this_cluster().map_shared_rank(FROM, OF))
#define WRITE(TO, OF, VALUE) (*cg::this_cluster().map_shared_rank(TO, OF) = (VALUE))
#define ADD(TO, OF, VALUE) atomicAdd(cg::this_cluster().map_shared_rank(TO, OF), VALUE)
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
__device__ inline int readFrom(uint32_t from) {
  int v;
  asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(from) : "memory");
  return v;
}
#define RANK() rankInCluster()
#if STYLE == 0
#define ARRIVE_CLUSTER() asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory")
#define AWAIT_CLUSTER() asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory")
#define READ(FROM, OF) readFrom(addressIn(FROM, OF))
#define WRITE(TO, OF, VALUE)                                                                       \
  asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(addressIn(TO, OF)), "r"(int(VALUE)) : "memory")
#define ADD(TO, OF, VALUE)                                                                         \
  asm volatile("red.relaxed.cluster.shared::cluster.add.s32 [%0], %1;" ::"r"(addressIn(TO, OF)),   \
               "r"(int(VALUE))                                                                     \
               : "memory")
#else
struct Neighbour {
  uint32_t rank;
  __device__ int read(const int *from) const { return readFrom(addressIn(from, rank)); }
  __device__ void write(const int *to, int value) const {
    asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(addressIn(to, rank)), "r"(value) : "memory");
  }
  __device__ void add(const int *to, int value) const {
    asm volatile("red.relaxed.cluster.shared::cluster.add.s32 [%0], %1;" ::"r"(addressIn(to, rank)),
                 "r"(value)
                 : "memory");
  }
};
__device__ inline void arriveInCluster() { asm volatile("barrier.cluster.arrive;" ::: "memory"); }
__device__ inline void waitInCluster() { asm volatile("barrier.cluster.wait;" ::: "memory"); }
#define ARRIVE_CLUSTER() arriveInCluster()
#define AWAIT_CLUSTER() waitInCluster()
#define READ(FROM, OF) Neighbour{OF}.read(FROM)
#define WRITE(TO, OF, VALUE) Neighbour{OF}.write(TO, VALUE)
#define ADD(TO, OF, VALUE) Neighbour{uint32_t(OF)}.add(TO, VALUE)
#endif
#define MEET_CLUSTER()                                                                             \
  do {                                                                                             \
    ARRIVE_CLUSTER();                                                                              \
    AWAIT_CLUSTER();                                                                               \
  } while (false)
#endif

__global__ void __cluster_dims__(2) readOk(const int *in, int *out) {
  __shared__ int words[64];
  words[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  MEET_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] = READ(&words[63 - threadIdx.x], RANK() ^ 1);
  MEET_CLUSTER();
}
// The neighbour may have left.
__global__ void __cluster_dims__(2) readLeavesBad(const int *in, int *out) {
  __shared__ int words[64];
  words[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  MEET_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] = READ(&words[63 - threadIdx.x], RANK() ^ 1); // bug: cluster-memory
}
// The neighbour may not have begun.
__global__ void __cluster_dims__(2) readEarlyBad(const int *in, int *out) {
  __shared__ int words[64];
  words[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = READ(&words[63 - threadIdx.x], RANK() ^ 1); // bug: cluster-memory
  MEET_CLUSTER();
}
// It has begun, and may not have written.
__global__ void __cluster_dims__(2) readNotSyncedBad(const int *in, int *out) {
  __shared__ int words[64];
  MEET_CLUSTER();
  words[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x]; // bug: inter-block-race
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = READ(&words[63 - threadIdx.x], RANK() ^ 1);
  MEET_CLUSTER();
}
__global__ void __cluster_dims__(2) inPartsOk(const int *in, int *out) {
  __shared__ int words[64];
  words[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  {
    ARRIVE_CLUSTER();
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    AWAIT_CLUSTER();
  }
  int v = READ(&words[63 - threadIdx.x], RANK() ^ 1);
  ARRIVE_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] += v;
  AWAIT_CLUSTER();
}
// What is read stands between the two parts.
__global__ void __cluster_dims__(2) inPartsEarlyBad(const int *in, int *out) {
  __shared__ int words[64];
  MEET_CLUSTER();
  words[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x]; // bug: inter-block-race
  ARRIVE_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] = READ(&words[63 - threadIdx.x], RANK() ^ 1);
  AWAIT_CLUSTER();
  MEET_CLUSTER();
}
__global__ void __cluster_dims__(2) writeOk(const int *in, int *out) {
  __shared__ int words[64];
  MEET_CLUSTER();
  WRITE(&words[threadIdx.x], RANK() ^ 1, in[blockIdx.x * 64 + threadIdx.x]);
  MEET_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] = words[63 - threadIdx.x];
}
__global__ void __cluster_dims__(2) writeEarlyBad(const int *in, int *out) {
  __shared__ int words[64];
  WRITE(&words[threadIdx.x], RANK() ^ 1, in[blockIdx.x * 64 + threadIdx.x]); // bug: cluster-memory
  MEET_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] = words[63 - threadIdx.x];
}
// A barrier of the block does not wait for the neighbour.
__global__ void __cluster_dims__(2) writeNotSyncedBad(const int *in, int *out) {
  __shared__ int words[64];
  MEET_CLUSTER();
  WRITE(&words[threadIdx.x], RANK() ^ 1, in[blockIdx.x * 64 + threadIdx.x]);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = words[63 - threadIdx.x]; // bug: inter-block-race
  MEET_CLUSTER();
}
// The neighbour may still read what it got in the turn before.
__global__ void __cluster_dims__(2) turnsBad(const int *in, int *out) {
  __shared__ int words[64];
  MEET_CLUSTER();
  for (int i = 0; i < 4; ++i) {
    WRITE(&words[threadIdx.x], RANK() ^ 1, in[i * 64 + threadIdx.x]);
    MEET_CLUSTER();
    out[(blockIdx.x * 4 + i) * 64 + threadIdx.x] = words[63 - threadIdx.x]; // bug: inter-block-race
  }
}
__global__ void __cluster_dims__(2) turnsOk(const int *in, int *out) {
  __shared__ int words[64];
  MEET_CLUSTER();
  for (int i = 0; i < 4; ++i) {
    WRITE(&words[threadIdx.x], RANK() ^ 1, in[i * 64 + threadIdx.x]);
    MEET_CLUSTER();
    out[(blockIdx.x * 4 + i) * 64 + threadIdx.x] = words[63 - threadIdx.x];
    MEET_CLUSTER();
  }
}
// Bins of a histogram that the blocks of the cluster share.
__global__ void __cluster_dims__(2) histogramOk(const int *in, int *out) {
  __shared__ int bins[64];
  bins[threadIdx.x] = 0;
  MEET_CLUSTER();
  const int bin = in[blockIdx.x * 64 + threadIdx.x] & 127;
  ADD(&bins[bin % 64], bin / 64, 1);
  MEET_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] = bins[threadIdx.x];
}
__global__ void __cluster_dims__(2) histogramNotReadyBad(const int *in, int *out) {
  __shared__ int bins[64];
  MEET_CLUSTER();
  bins[threadIdx.x] = 0; // bug: inter-block-race
  __syncthreads();
  ADD(&bins[63 - threadIdx.x], RANK() ^ 1, in[threadIdx.x]);
  MEET_CLUSTER();
  out[blockIdx.x * 64 + threadIdx.x] = bins[threadIdx.x];
}
// The first block sums up what the others have.
__global__ void __cluster_dims__(4) gatherOk(const int *in, int *out) {
  __shared__ int part;
  if (threadIdx.x == 0)
    part = in[blockIdx.x];
  MEET_CLUSTER();
  if (RANK() == 0 && threadIdx.x < 4)
    out[blockIdx.x + threadIdx.x] = READ(&part, threadIdx.x);
  MEET_CLUSTER();
}
__global__ void __cluster_dims__(4) gatherLeavesBad(const int *in, int *out) {
  __shared__ int part;
  if (threadIdx.x == 0)
    part = in[blockIdx.x];
  MEET_CLUSTER();
  if (RANK() == 0 && threadIdx.x < 4)
    out[blockIdx.x + threadIdx.x] = READ(&part, threadIdx.x); // bug: cluster-memory
}

void launches(const int *in, int *out) {
  readOk<<<4, 64>>>(in, out);
  readLeavesBad<<<4, 64>>>(in, out);
  readEarlyBad<<<4, 64>>>(in, out);
  readNotSyncedBad<<<4, 64>>>(in, out);
  inPartsOk<<<4, 64>>>(in, out);
  inPartsEarlyBad<<<4, 64>>>(in, out);
  writeOk<<<4, 64>>>(in, out);
  writeEarlyBad<<<4, 64>>>(in, out);
  writeNotSyncedBad<<<4, 64>>>(in, out);
  turnsOk<<<4, 64>>>(in, out);
  turnsBad<<<4, 64>>>(in, out);
  histogramOk<<<4, 64>>>(in, out);
  histogramNotReadyBad<<<4, 64>>>(in, out);
  gatherOk<<<4, 64>>>(in, out);
  gatherLeavesBad<<<4, 64>>>(in, out);
}
