// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// One percent sign or two, as nvcc takes them.
template <int Signs> __device__ unsigned lane() {
  unsigned l;
  if (Signs == 1)
    asm("mov.u32 %0, %laneid;" : "=r"(l));
  else
    asm("mov.u32 %0, %%laneid;" : "=r"(l));
  return l;
}

template <int Signs> __global__ void firstLaneOk(int *out) {
  if (lane<Signs>() == 0)
    out[blockIdx.x * 32 + threadIdx.x / 32] = threadIdx.x;
}
template __global__ void firstLaneOk<1>(int *);
template __global__ void firstLaneOk<2>(int *);

// Each lane waits for itself only.
template <int Signs> __global__ void ownMaskBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x]; // expect: intra-warp-race
  __syncwarp(1u << lane<Signs>());
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // allow: intra-warp-race
}
template __global__ void ownMaskBad<1>(int *);
template __global__ void ownMaskBad<2>(int *);

// Pairs of lanes.
__global__ void pairMaskOk(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  __syncwarp(3u << (lane<2>() & ~1u));
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void indicesOk(int *out) {
  unsigned t, b, n;
  asm("mov.u32 %0, %%tid.x;\n\tmov.u32 %1, %%ctaid.x; mov.u32 %2, %%ntid.x;"
      : "=r"(t), "=r"(b), "=r"(n));
  out[b * n + t] = t;
}

// Lanes are numbered over rows: the first of one row is the lane behind the last of the row before.
// cuda-fix: launch block=(16, 16)
__global__ void rowsBad(int *out) {
  if (lane<2>() == threadIdx.x)
    out[blockIdx.x * 16 + threadIdx.x] = threadIdx.y; // expect: global-race
}
// cuda-fix: launch block=(16, 2)
__global__ void rowsOk(int *out) {
  if (lane<2>() == threadIdx.x)
    out[blockIdx.x * 16 + threadIdx.x] = threadIdx.y;
}

// The bits below the own one are the ranks of the lanes.
__global__ void masksOk(int *out) {
  unsigned below, own, from;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(own));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(from));
  if (below == 0 && own == 1 && from == ~0u)
    out[blockIdx.x * 32 + threadIdx.x / 32] = threadIdx.x;
}

__global__ void masksBad(int *out) {
  unsigned to;
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(to));
  if (to & 1)
    out[blockIdx.x * 32 + threadIdx.x / 32] = threadIdx.x; // expect: intra-warp-race
}

// Computed in the text, from the same registers.
__global__ void computedOk(int *out) {
  unsigned first;
  asm("{ .reg .u32 l; .reg .pred p;\n\t"
      "mov.u32 l, %%laneid; and.b32 l, l, 31;\n\t"
      "setp.eq.u32 p, l, 0;\n\t"
      "selp.u32 %0, 1, 0, p; }"
      : "=r"(first));
  if (first)
    out[blockIdx.x * 32 + threadIdx.x / 32] = threadIdx.x;
}

// One lane of a warp, always the same.
__device__ bool elected(unsigned mask) {
  int yes = 0;
  asm volatile("{ .reg .b32 %%rx; .reg .pred %%px;\n elect.sync %%rx|%%px, %1;\n @%%px mov.s32 %0, 1; }"
               : "+r"(yes)
               : "r"(mask));
  return yes;
}
__global__ void electedOk(int *out) {
  int *own = out + blockIdx.x * 32 + threadIdx.x / 32;
  if (elected(~0u))
    *own = threadIdx.x;
  if (elected(~0u))
    *own += 1;
}
__global__ void electedOfWarpsBad(int *out) {
  if (elected(~0u))
    out[blockIdx.x] = threadIdx.x; // expect: global-race
}
__global__ void otherElectedBad(int *out) {
  int *own = out + blockIdx.x * 32 + threadIdx.x / 32;
  if (elected(0xffff))
    *own = threadIdx.x; // expect: intra-warp-race
  if (elected(~0u))
    *own += 1; // allow: intra-warp-race
}

// The manual does not say that warps are numbered as their threads are, nor for how long.
__global__ void warpNumberUnknown(int *out) {
  unsigned warp;
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  if (lane<2>() == 0 && blockIdx.x == 0)
    out[warp] = threadIdx.x;
}

// Blocks on one multiprocessor read one number.
__global__ void multiprocessorUnknown(int *out) {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
    out[sm] = blockIdx.x;
}

// What all threads of the block read decides nothing among them.
__global__ void uniformOk(int *out) {
  __shared__ int s[1024];
  unsigned rank, sizes;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(sizes));
  if (rank == 0 || sizes > 1024) {
    s[threadIdx.x] = out[blockIdx.x * 1024 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 1024 + threadIdx.x] = s[1023 - threadIdx.x];
  }
}

__global__ void clockBad(int *out) {
  long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  if (now & 1)
    __syncthreads(); // expect: barrier-divergence
}
