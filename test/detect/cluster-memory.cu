// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// Shared memory of another block of the cluster: it has to have begun, and must not have left.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) exchangeUnknown(const int *in, int *out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  cluster.sync();
  const int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[blockIdx.x * 64 + threadIdx.x] = other[63 - threadIdx.x];
  cluster.sync();
}
__global__ void __cluster_dims__(2) notAwaitedBad(const int *in, int *out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  cluster.sync();
  const int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[blockIdx.x * 64 + threadIdx.x] = other[63 - threadIdx.x]; // expect: cluster-memory
}
__global__ void __cluster_dims__(2) tooEarlyBad(const int *in, int *out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  other[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x]; // expect: cluster-memory
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// The owner reads while its neighbour writes.
__global__ void __cluster_dims__(2) racingBad(const int *in, int *out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  cluster.sync();
  int *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  other[threadIdx.x] = 1; // expect: inter-block-race
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  cluster.sync();
}

// In two parts, of a launch that gives the cluster.
__device__ unsigned rank() {
  unsigned r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
__device__ unsigned mapped(const void *p, unsigned r) {
  unsigned to;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"((unsigned)__cvta_generic_to_shared(p)), "r"(r));
  return to;
}
__device__ void arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ void wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__global__ void ringUnknown(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  arrive();
  wait();
  int v;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(mapped(s + threadIdx.x, (rank() + 1) % 4)));
  arrive();
  out[blockIdx.x * 64 + threadIdx.x] = v;
  wait();
}
__global__ void ringLeavesBad(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  arrive();
  wait();
  int v;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(mapped(s + threadIdx.x, (rank() + 1) % 4))); // expect: cluster-memory
  arrive();
  out[blockIdx.x * 64 + threadIdx.x] = v;
}

// A neighbour's mbarrier lets the owner stay until all have read.
__global__ void __cluster_dims__(2) countedUnknown(const int *in, int *out) {
  __shared__ unsigned long long done;
  __shared__ int s[64];
  unsigned bar = (unsigned)__cvta_generic_to_shared(&done);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(bar));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  arrive();
  wait();
  int v;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(mapped(s + threadIdx.x, rank() ^ 1)));
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mapped(&done, rank() ^ 1)) : "memory");
  out[blockIdx.x * 64 + threadIdx.x] = v;
  asm volatile("{\n.reg .pred p;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(bar) : "memory");
}

// A function has the access: the finding is where the kernel calls it.
__device__ int readNext(const int *s) {
  int v;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(mapped(s, rank() ^ 1))); // allow: cluster-memory
  return v;
}
__global__ void __cluster_dims__(2) calledBad(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  arrive();
  wait();
  out[blockIdx.x * 64 + threadIdx.x] = readNext(s + 63 - threadIdx.x); // expect-error: cluster-memory
}

// A histogram over the blocks of a cluster: data says whose counter it is.
template <bool Begins> __device__ void histogram(const int *in, int *out, int n) {
  __shared__ int bins[64];
  bins[threadIdx.x] = 0;
  if (Begins)
    arrive(), wait();
  for (int i = threadIdx.x; i < n; i += 64) {
    unsigned v = in[i] & 127;
    asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(mapped(bins + v % 64, v / 64)) : "memory");
  }
  arrive();
  wait();
  out[blockIdx.x * 64 + threadIdx.x] = bins[threadIdx.x];
}
__global__ void __cluster_dims__(2) histogramUnknown(const int *in, int *out, int n) { histogram<true>(in, out, n); }
__global__ void __cluster_dims__(2) histogramBeginsBad(const int *in, int *out, int n) {
  histogram<false>(in, out, n); // expect-warning: cluster-memory
}

void launch(const int *in, int *out) {
  histogramUnknown<<<4, 64>>>(in, out, 1000);
  histogramBeginsBad<<<4, 64>>>(in, out, 1000);
  exchangeUnknown<<<4, 64>>>(in, out);
  notAwaitedBad<<<4, 64>>>(in, out);
  tooEarlyBad<<<4, 64>>>(in, out);
  racingBad<<<4, 64>>>(in, out);
  countedUnknown<<<4, 64>>>(in, out);
  calledBad<<<4, 64>>>(in, out);
  cudaLaunchConfig_t c = {};
  c.gridDim = 8;
  c.blockDim = 64;
  cudaLaunchAttribute a[1];
  a[0].id = cudaLaunchAttributeClusterDimension;
  a[0].val.clusterDim.x = 4;
  a[0].val.clusterDim.y = 1;
  a[0].val.clusterDim.z = 1;
  c.attrs = a;
  c.numAttrs = 1;
  cudaLaunchKernelEx(&c, ringUnknown, in, out);
  cudaLaunchKernelEx(&c, ringLeavesBad, in, out);
}
