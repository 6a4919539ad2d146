// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair fix-count %s --unsafe --source-only --undecided --arch sm_90 | FileCheck %s
#include <cuda/barrier>

__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

struct Mbarrier {
  uint64_t word;
  __device__ void init(int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(&word)), "r"(arrivals));
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(&word)) : "memory");
  }
  __device__ void expect(uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(&word)), "r"(bytes)
                 : "memory");
  }
  __device__ void wait(uint32_t parity) {
    asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra AGAIN;\n}"
                 ::"r"(shared(&word)), "r"(parity)
                 : "memory");
  }
};
class Numbered {
public:
  __device__ Numbered(int number, int threads) : number(number), threads(threads) {}
  __device__ void sync() const { sync(number, threads); }

private:
  __device__ static void sync(int number, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
  }
  int number, threads;
};

__global__ void tooMany(int *out) {
  __shared__ Mbarrier bar;
  if (threadIdx.x == 0)
    bar.init(129);
  __syncthreads();
  bar.arrive();
  bar.wait(0);
  out[threadIdx.x] = 1;
}
__global__ void someArrive(int *out) {
  __shared__ Mbarrier bar;
  if (threadIdx.x == 0)
    bar.init(blockDim.x);
  __syncthreads();
  if (threadIdx.x % 2)
    bar.arrive();
  bar.wait(0);
  out[threadIdx.x] = 1;
}
__global__ void tooFew(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x / 2);
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    (void)bar.arrive();
    bar.wait_parity(i & 1);
    out[i * 128 + threadIdx.x] = i;
  }
}
__global__ void tooManyBytes(const int *in, int *out) {
  __shared__ Mbarrier full;
  __shared__ alignas(128) int tile[128];
  if (threadIdx.x == 0)
    full.init(1);
  __syncthreads();
  if (threadIdx.x == 0) {
    full.expect(2 * sizeof(tile));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 ::"r"(shared(tile)), "l"(in), "r"(512), "r"(shared(&full.word))
                 : "memory");
  }
  full.wait(0);
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void fewCome(int *out) {
  if (threadIdx.x < 96)
    Numbered(1, 128).sync();
  out[threadIdx.x] = 1;
}
__global__ void noSuchNumber(int *out) {
  asm volatile("bar.sync %0, %1;" ::"r"(16), "r"(128) : "memory");
  out[threadIdx.x] = 1;
}

void launches(const int *in, int *out) {
  tooMany<<<1, 128>>>(out);
  someArrive<<<1, 128>>>(out);
  tooFew<<<1, 128>>>(out);
  tooManyBytes<<<1, 128>>>(in, out);
  fewCome<<<1, 128>>>(out);
  noSuchNumber<<<1, 128>>>(out);
}

// CHECK-LABEL: void tooMany(
// CHECK:         bar.init(128);
// CHECK-LABEL: void someArrive(
// CHECK:         bar.init(64);
// CHECK-LABEL: void tooFew(
// CHECK:         init(&bar, blockDim.x);
// CHECK-LABEL: void tooManyBytes(
// CHECK:         full.expect(512);
// CHECK-LABEL: void fewCome(
// CHECK:         Numbered(1, 96).sync();
// CHECK-LABEL: void noSuchNumber(
// CHECK:         "r"(1), "r"(128)
