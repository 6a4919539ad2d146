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
__device__ void copyIn(void *to, const void *from, uint32_t bytes, Mbarrier &full) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(shared(to)), "l"(from), "r"(bytes), "r"(shared(&full.word))
               : "memory");
}
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

// As the copies write it.
constexpr int Row = 128;
__global__ void bytesOfRows(const int *in, int *out) {
  __shared__ Mbarrier full;
  __shared__ alignas(128) int tile[2][Row];
  if (threadIdx.x == 0)
    full.init(1);
  __syncthreads();
  if (threadIdx.x == 0) {
    full.expect(Row);
    copyIn(tile[0], in, Row * sizeof(int), full);
    copyIn(tile[1], in + Row, Row * sizeof(int), full);
  }
  full.wait(0);
  out[threadIdx.x] = tile[0][threadIdx.x] + tile[1][threadIdx.x];
}
__device__ void meet(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
__device__ void come(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
__global__ void countsHalf(const int *in, int *out, int n) {
  __shared__ int s[2][Row];
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < Row) {
      if (i > 1)
        meet(3 + i % 2, 2 * Row);
      s[i % 2][threadIdx.x] = in[i * Row + threadIdx.x];
      come(1 + i % 2, Row);
    } else {
      meet(1 + i % 2, 2 * Row);
      out[i * Row + threadIdx.x - Row] = s[i % 2][2 * Row - 1 - threadIdx.x];
      if (i + 2 < n)
        come(3 + i % 2, 2 * Row);
    }
  }
}

void launches(const int *in, int *out) {
  tooMany<<<1, 128>>>(out);
  someArrive<<<1, 128>>>(out);
  tooFew<<<1, 128>>>(out);
  tooManyBytes<<<1, 128>>>(in, out);
  fewCome<<<1, 128>>>(out);
  noSuchNumber<<<1, 128>>>(out);
  bytesOfRows<<<1, 128>>>(in, out);
  countsHalf<<<1, 256>>>(in, out, 4);
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
// CHECK-LABEL: void bytesOfRows(
// CHECK:         full.expect(Row * sizeof(int) + Row * sizeof(int));
// CHECK-LABEL: void countsHalf(
// CHECK:         come(1 + i % 2, 2 * Row);
