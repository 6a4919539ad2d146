// SPDX-License-Identifier: Apache-2.0
#include "sync.h"

// Style 1 is 2: CUDA's own functions for bulk copies are PTX in a wrapper.
#if STYLE == 0
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define OUT(TO, FROM, BYTES)                                                                       \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(TO),            \
               "r"(address(FROM)), "r"(int(BYTES))                                                 \
               : "memory")
#define COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define WAIT_READ() asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory")
#else
namespace copies {
__device__ inline void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
template <class T> __device__ void out(T *to, const T *from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(address(from)), "r"(bytes)
               : "memory");
}
__device__ inline void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ void waitRead() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}
} // namespace copies
#define FENCE() copies::fence()
#define OUT(TO, FROM, BYTES) copies::out(TO, FROM, BYTES)
#define COMMIT() copies::commit()
#define WAIT_READ() copies::waitRead<0>()
#endif

__global__ void fencedOk(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out, tile, sizeof(tile));
    COMMIT();
    WAIT_READ();
  }
}
__global__ void fencedByIssuerOk(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    FENCE();
    OUT(out, tile, sizeof(tile));
    COMMIT();
    WAIT_READ();
  }
}
__global__ void notFencedBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x; // bug: bulk-copy
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out, tile, sizeof(tile));
    COMMIT();
    WAIT_READ();
  }
}
__global__ void memoryFenceBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x; // bug: bulk-copy
  __threadfence_block();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out, tile, sizeof(tile));
    COMMIT();
    WAIT_READ();
  }
}
__global__ void turnsOk(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[128];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = in[i * 128 + threadIdx.x];
    FENCE();
    __syncthreads();
    if (threadIdx.x == 0) {
      OUT(out + i * 128, tile, sizeof(tile));
      COMMIT();
      WAIT_READ();
    }
    __syncthreads();
  }
}
__global__ void turnsNotFencedBad(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[128];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = in[i * 128 + threadIdx.x]; // bug: bulk-copy
    __syncthreads();
    if (threadIdx.x == 0) {
      OUT(out + i * 128, tile, sizeof(tile));
      COMMIT();
      WAIT_READ();
    }
    __syncthreads();
  }
}
__global__ void turnsNotWaitedBad(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[128];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = in[i * 128 + threadIdx.x]; // bug: bulk-copy
    FENCE();
    __syncthreads();
    if (threadIdx.x == 0) {
      OUT(out + i * 128, tile, sizeof(tile));
      COMMIT();
    }
    __syncthreads();
  }
}
__global__ void reusedBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out, tile, sizeof(tile));
    COMMIT();
  }
  __syncthreads();
  tile[threadIdx.x] = 0; // bug: bulk-copy
}
__global__ void notCommittedBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out, tile, sizeof(tile)); // bug: bulk-copy
    WAIT_READ();
  }
}
__global__ void endsEarlyBad(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out, tile, sizeof(tile)); // bug: bulk-copy
    COMMIT();
  }
}
__global__ void halvesOk(float *out) {
  __shared__ alignas(128) float tile[256];
  tile[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out, tile, 512);
    COMMIT();
  }
  tile[128 + threadIdx.x] = 1;
  if (threadIdx.x == 0)
    WAIT_READ();
}

void launches(const float *in, float *out, int n) {
  fencedOk<<<1, 128>>>(out);
  fencedByIssuerOk<<<1, 128>>>(out);
  notFencedBad<<<1, 128>>>(out);
  memoryFenceBad<<<1, 128>>>(out);
  turnsOk<<<1, 128>>>(in, out, n);
  turnsNotFencedBad<<<1, 128>>>(in, out, n);
  turnsNotWaitedBad<<<1, 128>>>(in, out, n);
  reusedBad<<<1, 128>>>(out);
  notCommittedBad<<<1, 128>>>(out);
  endsEarlyBad<<<1, 128>>>(out);
  halvesOk<<<1, 128>>>(out);
}
