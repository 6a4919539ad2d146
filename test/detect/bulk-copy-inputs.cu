// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// What host code keeps consistent is no bug of the kernel: runs make it up.
#include <cstdint>

__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void proxyFence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void copyOut(void *to, const void *from, uint32_t bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
               "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::"l"(to), "r"(shared(from)), "r"(bytes)
               : "memory");
}
__device__ void init(uint64_t *bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(bar)), "r"(count));
}
__device__ void arrive(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(bar)) : "memory");
}
__device__ void expect(uint64_t *bar, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(bar)), "r"(bytes) : "memory");
}
__device__ void copyIn(void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared(to)),
               "l"(from), "r"(bytes), "r"(shared(bar))
               : "memory");
}
__device__ void wait(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n.reg .pred done;\nAGAIN%=:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@done bra DONE%=;\nbra AGAIN%=;\nDONE%=:\n}" ::"r"(shared(bar)), "r"(parity)
               : "memory");
}

// Rows of a pitch that holds them.
__global__ void pitchedUnknown(float *out, const float *in, int pitch) { // verdict: unknown
  __shared__ alignas(128) float tile[512];
  tile[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  tile[threadIdx.x + 256] = 0;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(out + size_t(blockIdx.x) * pitch, tile, sizeof(tile));
}
// Segments that a table names.
__global__ void segmentsUnknown(float *out, const float *in, const int *begin) { // verdict: unknown
  __shared__ alignas(128) float tile[256];
  tile[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(out + begin[blockIdx.x], tile, sizeof(tile));
}
// As many arrivals as the block has threads.
__global__ void countedUnknown(float *out, int count) { // verdict: unknown
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    init(&bar, count);
  __syncthreads();
  arrive(&bar);
  wait(&bar, 0);
  out[threadIdx.x] = 1;
}
// As many bytes as all rows have.
__global__ void rowsUnknown(float *out, const float *in, int rows, int width, int bytes) { // verdict: unknown
  extern __shared__ float dynamic[];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&bar, bytes);
    for (int r = 0; r < rows; ++r)
      copyIn(dynamic + r * width, in + r * width, width * 4, &bar);
  }
  wait(&bar, 0);
  out[threadIdx.x] = dynamic[threadIdx.x];
}
// Lengths that a table gives: multiples of four.
__global__ void lengthsUnknown(float *out, const float *in, const int *length) { // verdict: unknown
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  int n = length[blockIdx.x];
  if (threadIdx.x == 0) {
    expect(&bar, n * 4);
    copyIn(tile, in + blockIdx.x * 256, n * 4, &bar);
  }
  wait(&bar, 0);
  if (threadIdx.x < n)
    out[blockIdx.x * 256 + threadIdx.x] = tile[threadIdx.x];
}
// Whatever the pitch is, what is copied is written after its fence.
__global__ void pitchedBad(float *out, const float *in, int pitch) {
  __shared__ alignas(128) float tile[256];
  proxyFence();
  tile[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x]; // expect: bulk-copy
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(out + size_t(blockIdx.x) * pitch, tile, sizeof(tile));
}
void run(float *out, const float *in, const int *table, int p, int rows, int width, int bytes, int count) {
  pitchedUnknown<<<8, 256>>>(out, in, p);
  segmentsUnknown<<<8, 256>>>(out, in, table);
  countedUnknown<<<1, 256>>>(out, count);
  rowsUnknown<<<1, 256, bytes>>>(out, in, rows, width, bytes);
  lengthsUnknown<<<8, 256>>>(out, in, table);
  pitchedBad<<<8, 256>>>(out, in, p);
}
