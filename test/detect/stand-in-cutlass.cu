// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// Numbers, arrays, barriers, copies and fences of CUTLASS and CuTe, whose headers are not there.
#include <cute/arch/cluster_sm90.hpp>
#include <cute/arch/copy_sm90_tma.hpp>
#include <cute/numeric/integral_constant.hpp>
#include <cutlass/arch/barrier.h>
#include <cutlass/arch/memory_sm80.h>
#include <cutlass/arch/reg_reconfig.h>
#include <cutlass/array.h>
#include <cutlass/cutlass.h>
#include <cutlass/fast_math.h>
#include <cutlass/functional.h>
#include <cutlass/numeric_conversion.h>
#include <cutlass/numeric_types.h>
#include <cutlass/pipeline/pipeline.hpp>

using cutlass::arch::ClusterBarrier;
using cutlass::arch::ClusterTransactionBarrier;
using cutlass::arch::NamedBarrier;
using cutlass::arch::ReservedNamedBarriers;
using Numbers = cutlass::Array<cutlass::half_t, 8>;
using Floats = cutlass::Array<float, 8>;

// Eight numbers for each thread; with Share 2 they are those of the next one, too.
template <int Share> CUTLASS_DEVICE void scaleEach(const cutlass::half_t *in, cutlass::half_t *out, float scale) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Numbers v;
  cutlass::arch::global_load<Numbers, sizeof(Numbers)>(v, in + 8 * i, true);
  Floats f = cutlass::NumericArrayConverter<float, cutlass::half_t, 8>()(v);
  CUTLASS_PRAGMA_UNROLL
  for (int k = 0; k < 8; ++k)
    f[k] = cutlass::fast_max(f[k], 0.f);
  f = cutlass::multiplies<Floats>()(f, scale) + f;
  v = cutlass::NumericArrayConverter<cutlass::half_t, float, 8>()(f);
  cutlass::arch::global_store<Numbers, sizeof(Numbers)>(v, out + 8 * (i / Share), true); // allow: intra-warp-race
}
__global__ void scaleOk(const cutlass::half_t *in, cutlass::half_t *out, float scale) { scaleEach<1>(in, out, scale); }
__global__ void scaleBad(const cutlass::half_t *in, cutlass::half_t *out, float scale) { scaleEach<2>(in, out, scale); } // expect-error: intra-warp-race

// Two numbers of 16 bits share a word: who writes one writes the other again.
__global__ void sharedWordBad(const cutlass::half_t *in, cutlass::half_t *out) {
  __shared__ cutlass::Array<cutlass::half_t, 256> s;
  s[threadIdx.x] = in[threadIdx.x]; // expect: intra-warp-race
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x].get();
}
__global__ void wordsOk(const float *in, float *out) {
  __shared__ cutlass::AlignedArray<float, 256> s;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}

// Numbered barriers: those of programs come behind the eight that CUTLASS uses itself.
__global__ void halvesOk(int *out) {
  __shared__ int s[256];
  const int half = cutlass::canonical_warp_group_idx(), first = half * 128;
  s[threadIdx.x] = threadIdx.x;
  NamedBarrier::sync(128, half);
  out[blockIdx.x * 256 + threadIdx.x] = s[first + 127 - threadIdx.x % 128];
}
__global__ void oneForBothBad(int *out) {
  __shared__ int s[256];
  const int half = threadIdx.x / 128;
  s[threadIdx.x] = threadIdx.x; // expect: shared-race
  NamedBarrier(128, half).arrive_and_wait();
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void tooManyBad() {
  NamedBarrier::sync(256, 8); // expect: named-barrier
}
// User barrier 0 is number 8, the reserved one of this name number 1: nobody waits for those who arrive.
__global__ void otherNumberBad() {
  if (threadIdx.x < 128)
    NamedBarrier::arrive(256, 1); // allow: named-barrier
  else
    NamedBarrier::sync(256, ReservedNamedBarriers::EpilogueBarrier); // expect: named-barrier
}
__global__ void producersUnknown(const int *in, int *out) { // verdict: unknown
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    s[threadIdx.x] = in[threadIdx.x];
    NamedBarrier::arrive(256, ReservedNamedBarriers::FirstUserBarrier);
  } else {
    NamedBarrier::sync(256, 0);
    out[blockIdx.x * 128 + threadIdx.x - 128] = s[255 - threadIdx.x];
  }
}
__global__ void arrivesTooEarlyBad(const int *in, int *out) {
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    NamedBarrier::arrive(256, 0);
    s[threadIdx.x] = in[threadIdx.x]; // expect-error: shared-race
  } else {
    NamedBarrier::sync(256, 0);
    out[blockIdx.x * 128 + threadIdx.x - 128] = s[255 - threadIdx.x];
  }
}
__global__ void wrongCountBad(const int *in, int *out) {
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    s[threadIdx.x] = in[threadIdx.x]; // allow: shared-race
    NamedBarrier::arrive(128, 0); // allow: named-barrier
  } else {
    NamedBarrier::sync(128, 0); // allow: named-barrier
    out[blockIdx.x * 128 + threadIdx.x - 128] = s[255 - threadIdx.x]; // allow: shared-race
  }
}

// Barriers in memory, and what bulk copies bring.
__global__ void copyOk(const int *in, int *out) {
  __shared__ alignas(128) int s[256];
  __shared__ ClusterTransactionBarrier bar;
  if (threadIdx.x == 0) {
    bar.init(1);
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    bar.arrive_and_expect_tx(sizeof(s));
    cute::SM90_BULK_COPY_G2S::copy(in + blockIdx.x * 256, reinterpret_cast<uint64_t *>(&bar), s, sizeof(s));
  }
  bar.wait(0);
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void copyNotAwaitedBad(const int *in, int *out) {
  __shared__ alignas(128) int s[256];
  __shared__ ClusterTransactionBarrier bar;
  if (threadIdx.x == 0)
    bar.init(1);
  __syncthreads();
  if (threadIdx.x == 0) {
    bar.arrive_and_expect_tx(sizeof(s));
    cute::SM90_BULK_COPY_G2S::copy(in + blockIdx.x * 256, reinterpret_cast<uint64_t *>(&bar), s, sizeof(s)); // allow: bulk-copy
  }
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x]; // expect: bulk-copy
}
template <bool Empties> CUTLASS_DEVICE void ring(const int *in, int *out) {
  __shared__ alignas(128) int stage[2][128];
  __shared__ ClusterTransactionBarrier full[2];
  __shared__ ClusterBarrier empty[2];
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; ++s) {
      full[s].init(1);
      empty[s].init(128);
    }
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();
  if (threadIdx.x == 128) {
    cutlass::PipelineState<2> next(0, 1, 0);
    for (int i = 0; i < 6; ++i, ++next) {
      const int s = next.index();
      if (Empties)
        empty[s].wait(next.phase());
      full[s].arrive_and_expect_tx(sizeof(stage[0]));
      cute::SM90_BULK_COPY_G2S::copy(in + i * 128, reinterpret_cast<uint64_t *>(&full[s]), stage[s], sizeof(stage[0])); // allow: bulk-copy
    }
  } else if (threadIdx.x < 128) {
    int sum = 0;
    cutlass::PipelineState<2> next;
    for (int i = 0; i < 6; ++i, ++next) {
      full[next.index()].wait(next.phase()); // allow: mbarrier-phase
      sum += stage[next.index()][127 - threadIdx.x]; // allow: shared-race bulk-copy
      empty[next.index()].arrive();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
  }
}
__global__ void ringUnknown(const int *in, int *out) { ring<true>(in, out); } // verdict: unknown
__global__ void ringNotEmptyBad(const int *in, int *out) { ring<false>(in, out); } // expect: bulk-copy mbarrier-phase

// What threads have written is copied out behind a fence.
template <bool Fences> CUTLASS_DEVICE void storeOut(int *out) {
  __shared__ alignas(128) int s[256];
  s[threadIdx.x] = threadIdx.x; // allow: bulk-copy
  if (Fences)
    cute::tma_store_fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    cute::SM90_BULK_COPY_S2G::copy(s, out + blockIdx.x * 256, sizeof(s)); // allow: bulk-copy
    cute::tma_store_arrive();
    cute::tma_store_wait<0>();
  }
}
__global__ void storeUnknown(int *out) { storeOut<true>(out); } // verdict: unknown
__global__ void storeNoFenceBad(int *out) { storeOut<false>(out); } // expect: bulk-copy
__global__ void tensorUnknown(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out) { // verdict: unknown
  __shared__ alignas(128) float s[256];
  __shared__ ClusterTransactionBarrier bar;
  if (cutlass::canonical_warp_idx_sync() == 0 && cute::elect_one_sync()) {
    cute::prefetch_tma_descriptor(&in);
    bar.init(1);
    cutlass::arch::fence_barrier_init();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    bar.arrive_and_expect_tx(sizeof(s));
    cute::SM90_TMA_LOAD_2D::copy(&in, reinterpret_cast<uint64_t *>(&bar), uint64_t(cute::TMA::CacheHintSm90::EVICT_FIRST), s, 0, int(blockIdx.x));
  }
  bar.wait(0);
  s[threadIdx.x] *= 2;
  cutlass::arch::fence_view_async_shared();
  __syncthreads();
  if (threadIdx.x == 0) {
    cute::SM90_TMA_STORE_2D::copy(&out, s, 0, int(blockIdx.x));
    cute::tma_store_arrive();
    cute::tma_store_wait<0>();
  }
}

// Asynchronous copies of single threads.
template <int Open> CUTLASS_DEVICE void copyEach(const int4 *in, int4 *out) {
  __shared__ int4 s[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  cutlass::arch::cp_async<16>(&s[threadIdx.x], in + i);
  cutlass::arch::cp_async_fence();
  cutlass::arch::cp_async_wait<Open>();
  __syncthreads();
  out[i] = s[255 - threadIdx.x]; // allow: shared-race async-copy
}
__global__ void copyEachOk(const int4 *in, int4 *out) { copyEach<0>(in, out); }
__global__ void copyEachBad(const int4 *in, int4 *out) { copyEach<1>(in, out); }

// Blocks of a cluster.
__global__ void clusterUnknown(int *out) { // verdict: unknown
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  cute::cluster_sync();
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x] + cute::block_rank_in_cluster();
}

void run(cutlass::half_t *in, cutlass::half_t *out, const int *from, int *to, const CUtensorMap &map) {
  scaleOk<<<8, 256>>>(in, out, 2);
  scaleBad<<<8, 256>>>(in, out, 2);
  sharedWordBad<<<8, 256>>>(in, out);
  wordsOk<<<8, 256>>>((const float *)from, (float *)to);
  halvesOk<<<8, 256>>>(to);
  oneForBothBad<<<8, 256>>>(to);
  tooManyBad<<<8, 256>>>();
  otherNumberBad<<<8, 256>>>();
  producersUnknown<<<8, 256>>>(from, to);
  arrivesTooEarlyBad<<<8, 256>>>(from, to);
  wrongCountBad<<<8, 256>>>(from, to);
  copyOk<<<8, 256>>>(from, to);
  copyNotAwaitedBad<<<8, 256>>>(from, to);
  ringUnknown<<<8, 256>>>(from, to);
  ringNotEmptyBad<<<8, 256>>>(from, to);
  storeUnknown<<<8, 256>>>(to);
  storeNoFenceBad<<<8, 256>>>(to);
  tensorUnknown<<<8, 256>>>(map, map);
  copyEachOk<<<8, 256>>>((const int4 *)from, (int4 *)to);
  copyEachBad<<<8, 256>>>((const int4 *)from, (int4 *)to);
  cutlass::ClusterLaunchParams two{dim3(8), dim3(256), dim3(2)};
  cutlass::launch_kernel_on_cluster(two, reinterpret_cast<const void *>(clusterUnknown), to);
}
