// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s 2>&1 | FileCheck %s
// CHECK-NOT: analysed in part
// CHECK: 1 kernel: 1 free of races and divergence
// Structures of the driver API, laid out as in CUDA 13.0, and functions with the arguments of CUDA 12 and 13.
#include <cuda.h>
#include <cstddef>
#include <cstdint>

struct line { int number; }; // the header has no such name

static_assert(sizeof(CUmemcpyAttributes) == 24 && sizeof(CUmemcpy3DOperand) == 40 && sizeof(CUDA_MEMCPY3D_BATCH_OP) == 112);
static_assert(sizeof(CUgraphEdgeData) == 8 && sizeof(CUgraphNodeParams) == 256);
static_assert(sizeof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC) == 104 && sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS) == 144);
static_assert(sizeof(CUdevResource) == 144 && offsetof(CUdevResource, sm) == 96 && sizeof(CUarrayMapInfo) == 96);
static_assert(CU_EVENT_DEFAULT == 0 && CU_STREAM_DEFAULT == 0 && CU_DEV_RESOURCE_TYPE_MAX == 2);

__global__ void fill(int *p) { p[threadIdx.x] = 1; }

void copies(CUdeviceptr *to, CUdeviceptr *from, size_t *bytes, size_t n, CUmemLocation where, CUstream s) {
  CUmemcpyAttributes how = {CU_MEMCPY_SRC_ACCESS_ORDER_STREAM, where, where, CU_MEMCPY_FLAG_DEFAULT};
  size_t first = 0, failed = 0;
  cuMemcpyBatchAsync(to, from, bytes, n, &how, &first, 1, s);
  cuMemcpyBatchAsync(to, from, bytes, n, &how, &first, 1, &failed, s);
  cuMemPrefetchAsync(*to, *bytes, 0, s);
  cuMemPrefetchAsync(*to, *bytes, where, 0, s);
}

CUresult graphs(CUgraph g, CUgraphNode a, CUgraphNode b, CUstream s) {
  CUgraphEdgeData edge = {};
  CUgraphNodeParams what = {};
  what.type = CU_GRAPH_NODE_TYPE_KERNEL;
  what.kernel.gridDimX = 1;
  CUgraphExec all;
  CUstreamCaptureStatus status;
  uint64_t id = 0;
  cuGraphAddDependencies(g, &a, &b, 1);
  cuGraphAddDependencies(g, &a, &b, &edge, 1);
  cuGraphAddNode(&a, g, &b, &edge, 1, &what);
  cuStreamGetCaptureInfo(s, &status, &id, nullptr, nullptr, nullptr);
  cuGraphInstantiate(&all, g, nullptr, nullptr, 0);
  return cuGraphInstantiate(&all, g, 0);
}

void run(int *p) { fill<<<1, 32>>>(p); }
