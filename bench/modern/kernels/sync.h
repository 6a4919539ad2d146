// SPDX-License-Identifier: Apache-2.0
//
// What the kernels synchronize with, in the ways that people write it: STYLE 0 is PTX in place, 1
// the functions and classes of CUDA, 2 wrappers of one's own.
#pragma once
#include <cstdint>

__device__ inline uint32_t address(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

// Numbered barriers.
#if STYLE == 0
#define SYNC(NUMBER, COUNT)                                                                        \
  asm volatile("bar.sync %0, %1;" ::"r"(int(NUMBER)), "r"(int(COUNT)) : "memory")
#define ARRIVE(NUMBER, COUNT)                                                                      \
  asm volatile("bar.arrive %0, %1;" ::"r"(int(NUMBER)), "r"(int(COUNT)) : "memory")
#elif STYLE == 1
#define SYNC(NUMBER, COUNT) __barrier_sync_count(NUMBER, COUNT)
#define ARRIVE(NUMBER, COUNT)                                                                      \
  asm volatile("barrier.cta.arrive %0, %1;" ::"r"(int(NUMBER)), "r"(int(COUNT)) : "memory")
#else
class NumberedBarrier {
public:
  __device__ NumberedBarrier(uint32_t number, uint32_t threads)
      : number(number), threads(threads) {}
  __device__ void sync() const { sync(number, threads); }
  __device__ void arrive() const {
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
  }

private:
  __device__ static void sync(uint32_t number, uint32_t threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
  }
  uint32_t const number, threads;
};
#define SYNC(NUMBER, COUNT) NumberedBarrier(NUMBER, COUNT).sync()
#define ARRIVE(NUMBER, COUNT) NumberedBarrier(NUMBER, COUNT).arrive()
#endif

// Barriers in memory.
#if STYLE == 1
#include <cuda/barrier>
using Phases = cuda::barrier<cuda::thread_scope_block>;
#define PHASES __shared__ Phases
#define INIT(BAR, COUNT) init(&(BAR), COUNT)
#define MEET(BAR, PARITY) (BAR).arrive_and_wait()
#define COME(BAR) (void)(BAR).arrive()
#define AWAIT(BAR, PARITY) (BAR).wait_parity(PARITY)
#elif STYLE == 0
#define PHASES __shared__ uint64_t
#define INIT(BAR, COUNT)                                                                           \
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(&(BAR))), "r"(int(COUNT)))
#define COME(BAR)                                                                                  \
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(&(BAR))) : "memory")
#define AWAIT(BAR, PARITY)                                                                         \
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\n"                                                   \
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"                        \
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(address(&(BAR))),               \
               "r"(uint32_t(PARITY))                                                               \
               : "memory")
#define MEET(BAR, PARITY)                                                                          \
  do {                                                                                             \
    COME(BAR);                                                                                     \
    AWAIT(BAR, PARITY);                                                                            \
  } while (false)
#else
struct Phases {
  uint64_t word;
  __device__ void init(uint32_t count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(&word)), "r"(count));
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(&word)) : "memory");
  }
  __device__ bool tryWait(uint32_t parity) {
    uint32_t done;
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p;\n}"
                 : "=r"(done)
                 : "r"(address(&word)), "r"(parity)
                 : "memory");
    return done;
  }
  __device__ void wait(uint32_t parity) {
    while (!tryWait(parity)) {
    }
  }
};
#define PHASES __shared__ Phases
#define INIT(BAR, COUNT) (BAR).init(COUNT)
#define COME(BAR) (BAR).arrive()
#define AWAIT(BAR, PARITY) (BAR).wait(PARITY)
#define MEET(BAR, PARITY) ((BAR).arrive(), (BAR).wait(PARITY))
#endif
