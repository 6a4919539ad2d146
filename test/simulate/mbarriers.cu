// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 2 --block 64 --arch sm_90
#include <cuda/barrier>
#include <cuda_awbarrier.h>

using Words = unsigned long long;
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(Words *b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(n)); // allow: shared-race intra-warp-race
}
__device__ void inval(Words *b) { asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared(b))); }
__device__ void arrive(Words *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(b)) : "memory"); // allow: shared-race intra-warp-race
}
__device__ Words token(Words *b) {
  Words state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(shared(b)) : "memory");
  return state;
}
__device__ void drop(Words *b) {
  asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(shared(b)) : "memory");
}
__device__ void expect(Words *b, int bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(bytes) : "memory");
}
__device__ void complete(Words *b, int bytes) {
  asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(bytes) : "memory");
}
__device__ bool tryWait(Words *b, unsigned parity) {
  unsigned done;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
               "selp.u32 %0, 1, 0, p;\n}"
               : "=r"(done) : "r"(shared(b)), "r"(parity) : "memory");
  return done;
}
__device__ bool testToken(Words *b, Words state) {
  unsigned done;
  asm volatile("{\n.reg .pred p;\nmbarrier.test_wait.shared.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
               : "=r"(done) : "r"(shared(b)), "l"(state) : "memory");
  return done;
}
__device__ void wait(Words *b, unsigned parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(b)), "r"(parity) : "memory");
}

__global__ void meetOk(int *out) {
  __shared__ Words bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  for (int i = 0; i < 5; ++i) {
    s[threadIdx.x] = i + threadIdx.x;
    arrive(&bar);
    wait(&bar, 0 + (i & 1) * 1);
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
  }
}
// A spinning thread gives way, and costs none of the accesses.
// What lanes know of two variables does not add up with every meeting of theirs.
__global__ void meetOftenOk(int *out) {
  __shared__ Words bar[2];
  __shared__ int s[2][64];
  if (threadIdx.x == 0) {
    init(&bar[0], 64);
    init(&bar[1], 64);
  }
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 20; ++i) {
    s[i & 1][threadIdx.x] = i;
    arrive(&bar[i & 1]);
    wait(&bar[i & 1], i >> 1 & 1);
    sum += s[i & 1][63 - threadIdx.x];
    __syncwarp();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void spinOk(int *out) {
  __shared__ Words bar;
  __shared__ int s;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 63) {
    for (int i = 0; i < 10000; ++i)
      s = i;
    arrive(&bar);
  }
  while (!tryWait(&bar, 0)) {
  }
  out[blockIdx.x * 64 + threadIdx.x] = s;
}
__global__ void tokensOk(int *out) {
  __shared__ Words bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  Words mine = token(&bar);
  while (!testToken(&bar, mine)) {
  }
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// Nobody waits between the arrival and the read.
__global__ void notWaitedBad(int *out) {
  __shared__ Words bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x; // expect: shared-race intra-warp-race
  arrive(&bar);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x] + s[threadIdx.x ^ 1];
}
// One try may be in vain.
__global__ void triedOnceBad(int *out) {
  __shared__ Words bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x; // expect: shared-race
  arrive(&bar);
  tryWait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// The phase before the first has ended: nothing is waited for, or the second.
__global__ void wrongParityBad(int *out) {
  __shared__ Words bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x; // expect: shared-race
  arrive(&bar);
  wait(&bar, 1); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void sameParityBad(int *out) {
  __shared__ Words bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  for (int i = 0; i < 2; ++i) {
    arrive(&bar);
    while (!tryWait(&bar, 0)) { // expect: deadlock
    }
    __syncthreads(); // expect: deadlock
  }
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void countTooHighBad(int *out) {
  __shared__ Words bar;
  if (threadIdx.x == 0)
    init(&bar, 65);
  __syncthreads();
  arrive(&bar);
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void countTooLowBad(int *out) {
  __shared__ Words bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 32);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x; // expect: shared-race
  arrive(&bar);
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void tooManyBad(int *out) {
  __shared__ Words bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    expect(&bar, 16);
  }
  __syncthreads();
  arrive(&bar); // expect: mbarrier-phase
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void notInitialisedBad(int *out) {
  __shared__ Words bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  arrive(&bar); // expect: mbarrier-init, allow: shared-race intra-warp-race
  wait(&bar, 0); // allow: shared-race intra-warp-race
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void storageUsedBad(int *out) {
  __shared__ Words bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  arrive(&bar);
  wait(&bar, 0);
  __syncthreads();
  if (threadIdx.x == 0)
    bar = 5 << 20;
  __syncthreads();
  arrive(&bar); // expect: mbarrier-init
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void storageUsedOk(int *out) {
  __shared__ Words bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  arrive(&bar);
  wait(&bar, 0);
  __syncthreads();
  if (threadIdx.x == 0) {
    inval(&bar);
    bar = 7;
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = bar;
  __syncthreads();
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  arrive(&bar);
  wait(&bar, 0);
}
__global__ void bytesOk(int *out) {
  __shared__ Words bar;
  __shared__ int s;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x == 0) {
    s = 1;
    expect(&bar, 64);
  }
  arrive(&bar);
  if (threadIdx.x == 0)
    complete(&bar, 64);
  wait(&bar, 0);
  out[blockIdx.x * 64 + threadIdx.x] = s;
}
__global__ void bytesMissingBad(int *out) {
  __shared__ Words bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x == 0)
    expect(&bar, 64);
  arrive(&bar);
  if (threadIdx.x == 0)
    complete(&bar, 48);
  wait(&bar, 0); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void dropsOk(int *out) {
  __shared__ Words bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x >= 8) {
    drop(&bar);
    return;
  }
  for (int i = 0; i < 3; ++i) {
    arrive(&bar);
    wait(&bar, i & 1);
  }
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
// Stages that one warp fills and the other empties, for any number of turns.
template <int Stages, bool FirstTurn> __device__ void ring(int *out, int turns) {
  __shared__ Words full[Stages], empty[Stages];
  __shared__ int s[Stages][32];
  int t = threadIdx.x % 32;
  if (threadIdx.x == 0)
    for (int i = 0; i < Stages; ++i) {
      init(&full[i], 32);
      init(&empty[i], 32);
    }
  __syncthreads();
  for (int i = 0; i < turns; ++i) {
    int stage = i % Stages, parity = i / Stages % 2;
    if (threadIdx.x < 32) {
      while (!tryWait(&empty[stage], parity ^ FirstTurn)) {
      }
      s[stage][t] = i + t;
      arrive(&full[stage]);
    } else {
      wait(&full[stage], parity);
      out[blockIdx.x * 32 + t] = s[stage][31 - t];
      arrive(&empty[stage]);
    }
  }
}
__global__ void ringOk(int *out) { ring<3, true>(out, 20); }
__global__ void ringFirstTurnBad(int *out) { ring<3, false>(out, 20); } // expect: deadlock

using Barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void classOk(int *out) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    s[threadIdx.x] = i;
    auto mine = bar.arrive();
    while (!bar.try_wait(mine)) {
    }
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
    bar.arrive_and_wait();
  }
}
__global__ void parityOk(int *out) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  (void)bar.arrive();
  bar.wait_parity(false);
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void parityBad(int *out) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x; // expect: shared-race
  (void)bar.arrive();
  bar.wait_parity(true); // expect: deadlock
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void droppedOk(int *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x >= 8) {
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  bar.arrive_and_wait();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
__global__ void primitivesOk(int *out) {
  __shared__ __mbarrier_t bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, 64);
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  auto mine = __mbarrier_arrive(&bar);
  while (!__mbarrier_try_wait(&bar, mine)) {
  }
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// Addresses that are kept as numbers.
__global__ void numbersOk(int *out) {
  __shared__ Words bars[2];
  __shared__ unsigned kept[2];
  if (threadIdx.x == 0) {
    init(&bars[0], 64);
    init(&bars[1], 64);
    kept[0] = shared(&bars[0]);
    kept[1] = shared(&bars[1]);
  }
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(kept[i % 2]) : "memory");
    asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(kept[i % 2]), "r"(i / 2 % 2) : "memory");
  }
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
