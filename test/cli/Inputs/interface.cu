// Parts of CUDA's interface that programs use beyond allocations, copies and launches.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__managed__ int counter;

__global__ void fill(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void pack(const __nv_bfloat162 *in, __nv_fp8x4_e4m3 *out, double *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __nv_fp8x4_e4m3(in[2 * i], in[2 * i + 1]);
  sum[i] = double(__nv_fp8_e5m2(in[i].x));
}

__global__ void blockScaled(const float2 *in, __nv_fp4x2_e2m1 *out, __nv_fp8_e8m0 *scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __nv_fp8_e8m0 by;
  by.__x = __nv_cvt_float_to_e8m0(in[i].x, __NV_SATFINITE, cudaRoundPosInf);
  __nv_bfloat16 half(__nv_cvt_e8m0_to_bf16raw(by.__x));
  out[i].__x = __nv_cvt_float2_to_fp4x2(make_float2(in[i].x / __bfloat162float(half), in[i].y), __NV_E2M1, cudaRoundNearest);
  scale[i] = __nv_fp8_e8m0(float(__nv_fp6_e3m2(in[i].y)));
  scale[i].__x ^= __nv_cvt_bfloat16raw_to_fp6(half, __NV_E3M2, cudaRoundNearest);
}

__global__ void groups(int *out) {
  __shared__ cg::block_tile_memory<128> memory;
  auto block = cg::this_thread_block(memory);
  out[blockIdx.x * blockDim.x + threadIdx.x] = block.thread_rank();
}

__device__ void handles(Barrier &b) {
  cuda::device::barrier_expect_tx(b, 16);
  *cuda::device::barrier_native_handle(b) = 0;
}

static void share(cudaEvent_t event) {
  cudaIpcEventHandle_t handle;
  cudaIpcGetEventHandle(&handle, event);
  cudaIpcOpenEventHandle(&event, handle);
  cudaEventRecordWithFlags(event, 0, cudaEventRecordDefault);
  cudaExternalMemoryHandleDesc from = {};
  from.type = cudaExternalMemoryHandleTypeOpaqueFd;
  from.handle.fd = 3;
  cudaExternalMemory_t memory;
  cudaImportExternalMemory(&memory, &from);
  void *p;
  cudaExternalMemoryBufferDesc part = {};
  cudaExternalMemoryGetMappedBuffer(&p, memory, &part);
  cudaDestroyExternalMemory(memory);
}

static void graphs(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t node) {
  cudaKernelNodeParams params = {};
  cudaGraphKernelNodeGetParams(node, &params);
  cudaGraphExecKernelNodeSetParams(exec, node, &params);
  cudaGraph_t copy;
  cudaGraphClone(&copy, graph);
}

int main() {
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributeProgrammaticEvent;
  attributes[0].val.programmaticEvent.triggerAtBlockStart = 1;
  attributes[1].id = cudaLaunchAttributePreferredClusterDimension;
  attributes[1].val.preferredClusterDim.x = 2;
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 128;
  config.attrs = attributes;
  config.numAttrs = 2;
  int *out;
  cudaMalloc(&out, 512 * sizeof(int));
  cudaLaunchKernelEx(&config, fill, out);
  groups<<<4, 128>>>(out);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess);
  share(event);
  graphs(0, 0, 0);
  cudaCtxResetPersistingL2Cache();
  return counter;
}
