// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --no-repair %s 2>&1 | FileCheck %s
// The model does not know for what a cuda::barrier waits; runs know.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK-NOT: error: {{.*}}(tile, in + i * 256
__global__ void waitedUnknown(const float *in, float *out) { // verdict: unknown
  __shared__ Barrier bar;
  __shared__ alignas(16) float tile[256];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  for (int i = 0; i < 4; ++i) {
    cuda::memcpy_async(block, tile, in + i * 256, sizeof(tile), bar); // allow: shared-race
    bar.arrive_and_wait();
    out[i * 256 + threadIdx.x] = tile[255 - threadIdx.x]; // allow: shared-race
    block.sync();
  }
}
__global__ void waitedAloneUnknown(const float *in, float *out) { // verdict: unknown
  __shared__ Barrier bar;
  __shared__ float tile[256];
  if (threadIdx.x == 0)
    init(&bar, 256);
  __syncthreads();
  cuda::memcpy_async(tile + threadIdx.x, in + threadIdx.x, 4, bar);
  bar.arrive_and_wait();
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
// CHECK: error: race on shared memory 'tile'{{.*}}, in, sizeof(tile), bar){{.*}} [shared-race, confirmed]
__global__ void notWaitedBad(const float *in, float *out) {
  __shared__ Barrier bar;
  __shared__ alignas(16) float tile[256];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof(tile), bar);
  block.sync();
  out[threadIdx.x] = tile[255 - threadIdx.x]; // expect-error: shared-race
  bar.arrive_and_wait();
}
// The next turn's copy begins before all have read.
__global__ void overwrittenBad(const float *in, float *out) {
  __shared__ Barrier bar;
  __shared__ alignas(16) float tile[256];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  for (int i = 0; i < 4; ++i) {
    cuda::memcpy_async(block, tile, in + i * 256, sizeof(tile), bar);
    bar.arrive_and_wait();
    out[i * 256 + threadIdx.x] = tile[255 - threadIdx.x]; // expect-error: shared-race
  }
}
void run(const float *in, float *out) {
  waitedUnknown<<<1, 256>>>(in, out);
  waitedAloneUnknown<<<1, 256>>>(in, out);
  notWaitedBad<<<1, 256>>>(in, out);
  overwrittenBad<<<1, 256>>>(in, out);
}
