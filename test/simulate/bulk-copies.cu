// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 2 --block 64 --arch sm_90
#include <cuda/barrier>

using Words = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(Words *b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(n));
}
__device__ void arriveExpect(Words *b, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(b)), "r"(bytes) : "memory");
}
__device__ void arrive(Words *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(b)) : "memory");
}
__device__ void wait(Words *b, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(b)), "r"(parity) : "memory");
}
#define IN(TO, FROM, BYTES, BAR)                                                                   \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared(TO)), \
               "l"(FROM), "r"(int(BYTES)), "r"(shared(BAR)) : "memory")
#define OUT(TO, FROM, BYTES)                                                                       \
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(TO),            \
               "r"(shared(FROM)), "r"(int(BYTES)) : "memory")
#define REDUCE(TO, FROM, BYTES, TYPE)                                                              \
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add." TYPE " [%0], [%1], %2;" ::"l"(TO), \
               "r"(shared(FROM)), "r"(int(BYTES)) : "memory")
#define COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define WAIT_READ(N) asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory")
#define WAIT(N) asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory")
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

__device__ void begin(Words *bars, int n, int count) {
  if (threadIdx.x == 0)
    for (int i = 0; i < n; ++i)
      init(&bars[i], count);
  __syncthreads();
}

__global__ void inOk(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s));
    IN(s, in, sizeof(s), &bar);
  }
  wait(&bar, 0);
  if (s[63 - threadIdx.x] != in[63 - threadIdx.x])
    __trap();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// One thread waits, and tells the others by a barrier of the block.
__global__ void oneWaitsOk(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s));
    IN(s, in, sizeof(s), &bar);
  }
  if (threadIdx.x == 63)
    wait(&bar, 0);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void inNotWaitedBad(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s));
    IN(s, in, sizeof(s), &bar); // expect: bulk-copy
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; // allow: uninitialized-read
}
// The issuing thread has to wait, too.
__global__ void issuerReadsBad(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s));
    IN(s, in, sizeof(s), &bar); // expect: bulk-copy
    out[blockIdx.x] = s[1];
  }
  wait(&bar, 0);
}
// Without the bytes the phase ends with the arrival.
__global__ void notExpectedBad(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arrive(&bar);
    IN(s, in, sizeof(s), &bar); // expect: bulk-copy
  }
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void tooManyBytesBad(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, 2 * sizeof(s));
    IN(s, in, sizeof(s), &bar);
  }
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void tooFewBytesBad(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, sizeof(s) / 2);
    IN(s, in, sizeof(s), &bar);
  }
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void wrongStageBad(const int *in, int *out) {
  __shared__ __align__(128) int s[2][64];
  __shared__ Words bar[2];
  begin(bar, 2, 1);
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      arriveExpect(&bar[i], sizeof(s[i]));
      IN(s[i], in + 64 * i, sizeof(s[i]), &bar[i]); // expect: bulk-copy
    }
    wait(&bar[0], 0);
  }
  wait(&bar[1], 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[0][63 - threadIdx.x];
}
// A ring of stages: one thread of a warp produces, and the other warp consumes.
template <bool Empties> __device__ void ring(const int *in, int *out, int turns) {
  constexpr int Stages = 3;
  __shared__ __align__(128) int s[Stages][32];
  __shared__ Words full[Stages], empty[Stages];
  begin(full, Stages, 1);
  begin(empty, Stages, 32);
  for (int i = 0; i < turns; ++i) {
    int stage = i % Stages, parity = i / Stages % 2;
    if (threadIdx.x == 0) {
      if (Empties)
        wait(&empty[stage], parity ^ 1);
      arriveExpect(&full[stage], sizeof(s[stage]));
      IN(s[stage], in + 32 * i, sizeof(s[stage]), &full[stage]);
    } else if (threadIdx.x >= 32) {
      int t = threadIdx.x - 32;
      wait(&full[stage], parity);
      if (Empties && s[stage][31 - t] != in[32 * i + 31 - t])
        __trap();
      out[blockIdx.x * 32 + t] = s[stage][31 - t];
      arrive(&empty[stage]);
    }
  }
}
__global__ void ringOk(const int *in, int *out) { ring<true>(in, out, 14); }
__global__ void ringNotEmptiedBad(const int *in, int *out) { ring<false>(in, out, 14); } // expect: bulk-copy, allow: mbarrier-phase deadlock

__global__ void outOk(int *out) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s, sizeof(s));
    COMMIT();
    WAIT(0);
    if (out[64 * blockIdx.x + 63] != 63)
      __trap();
  }
}
__global__ void issuerFencesOk(int *out) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    FENCE();
    OUT(out + 64 * blockIdx.x, s, sizeof(s));
    COMMIT();
    WAIT_READ(0);
  }
}
__global__ void notFencedBad(int *out) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = threadIdx.x; // expect: bulk-copy
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s, sizeof(s));
    COMMIT();
    WAIT_READ(0);
  }
}
// Only some of the threads fence what they have written.
__global__ void someFenceBad(int *out) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = threadIdx.x; // expect: bulk-copy
  if (threadIdx.x < 32)
    FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s, sizeof(s));
    COMMIT();
    WAIT_READ(0);
  }
}
__global__ void fencedBeforeBad(int *out) {
  __shared__ __align__(128) int s[64];
  FENCE();
  s[threadIdx.x] = threadIdx.x; // expect: bulk-copy
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s, sizeof(s));
    COMMIT();
    WAIT_READ(0);
  }
}
__global__ void notOrderedBad(int *out) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = threadIdx.x; // expect: bulk-copy
  FENCE();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s, sizeof(s)); // allow: uninitialized-read
    COMMIT();
    WAIT_READ(0);
  }
}
__global__ void sourceWrittenBad(int *out) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s, sizeof(s));
    COMMIT();
  }
  __syncthreads();
  s[threadIdx.x] = 0; // expect: bulk-copy
  if (threadIdx.x == 0)
    WAIT_READ(0);
}
__global__ void sourceReadOk(int *out) {
  __shared__ __align__(128) int s[64];
  for (int i = 0; i < 3; ++i) {
    s[threadIdx.x] = i;
    FENCE();
    __syncthreads();
    if (threadIdx.x == 0) {
      OUT(out + 64 * blockIdx.x, s, sizeof(s));
      COMMIT();
      WAIT(0);
    }
    __syncthreads();
  }
}
// Reading the source is not writing the target.
__global__ void targetReadBad(int *out) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s, sizeof(s)); // expect: bulk-copy
    COMMIT();
    WAIT_READ(0);
  }
  __syncthreads();
  s[threadIdx.x] = out[64 * blockIdx.x + threadIdx.x];
}
__global__ void groupsBad(int *out) {
  __shared__ __align__(128) int s[2][64];
  s[0][threadIdx.x] = s[1][threadIdx.x] = 1;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s[0], 256);
    COMMIT();
    OUT(out + 128 + 64 * blockIdx.x, s[1], 256);
    COMMIT();
    WAIT_READ(1);
    s[0][0] = 2;
    s[1][0] = 2; // expect: bulk-copy
    WAIT_READ(0);
  }
}
__global__ void endsEarlyBad(int *out) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s, sizeof(s)); // expect-warning: bulk-copy
    COMMIT();
  }
}
__global__ void notCommittedBad(int *out) {
  __shared__ __align__(128) int s[64];
  s[threadIdx.x] = threadIdx.x;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    OUT(out + 64 * blockIdx.x, s, sizeof(s)); // expect: bulk-copy
    WAIT_READ(0);
  }
}
__global__ void sizeBad(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, 100);
    IN(s, in, 100, &bar); // expect: bulk-copy
  }
  wait(&bar, 0);
}
__global__ void alignmentBad(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  __shared__ Words bar;
  begin(&bar, 1, 1);
  if (threadIdx.x == 0) {
    arriveExpect(&bar, 64);
    IN(s + 1, in, 64, &bar); // expect: misaligned-address
  }
  wait(&bar, 0);
}
// All blocks add to one place.
__global__ void reduceOk(unsigned *sum) {
  __shared__ __align__(128) unsigned s[64];
  s[threadIdx.x] = 1;
  FENCE();
  __syncthreads();
  if (threadIdx.x == 0) {
    REDUCE(sum, s, sizeof(s), "u32");
    COMMIT();
    WAIT_READ(0);
  }
}
__global__ void functionsOk(const int *in, int *out) {
  __shared__ __align__(128) int s[64];
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(sizeof(s)), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(s));
  } else {
    token = bar.arrive();
  }
  bar.wait(static_cast<Barrier::arrival_token &&>(token));
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
