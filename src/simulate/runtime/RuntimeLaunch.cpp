// SPDX-License-Identifier: Apache-2.0
//
// Launches, and queries about kernels before launches.
#include "simulate/runtime/RuntimeCalls.h"
#include <cstring>

namespace cudafix::simulate {
namespace {

using namespace api;

constexpr int ThreadsPerProcessor = 2048, BlocksPerProcessor = 32;
constexpr uint64_t SharedPerProcessor = 164 << 10, SharedOptIn = 163 << 10;

/// The effect of <<<...>>> before the arguments are evaluated. Returns 0 if the launch proceeds.
unsigned push(unsigned Gx, unsigned Gy, unsigned Gz, unsigned Bx, unsigned By, unsigned Bz,
              size_t Shared, void *Stream) {
  Locked()->Pushed.push_back({{Gx, Gy, Gz}, {Bx, By, Bz}, Shared, Stream});
  return 0;
}

cudaError_t pop(dim3 *Grid, dim3 *Block, size_t *Shared, void *Stream) {
  Locked R;
  if (R->Pushed.empty())
    return R->fail(cudaErrorMissingConfiguration);
  PushedLaunch P = R->Pushed.back();
  R->Pushed.pop_back();
  *Grid = P.Grid;
  *Block = P.Block;
  *Shared = P.Shared;
  std::memcpy(Stream, &P.Stream, sizeof(P.Stream));
  return cudaSuccess;
}

cudaError_t launch(const void *Stub, dim3 Grid, dim3 Block, void **Arguments, size_t Shared,
                   cudaStream_t S) {
  return launchOn(S, Stub, Grid, Block, Arguments, Shared, LaunchTogether());
}

cudaError_t launchCooperative(const void *Stub, dim3 Grid, dim3 Block, void **Arguments,
                              size_t Shared, cudaStream_t S) {
  return launchOn(S, Stub, Grid, Block, Arguments, Shared, {.Cooperative = true});
}

cudaError_t launchConfigured(const cudaLaunchConfig_t *C, const void *Stub, void **Arguments) {
  LaunchTogether Together;
  for (unsigned I = 0; I < C->numAttrs; ++I) {
    const cudaLaunchAttribute &A = C->attrs[I];
    Together.Cooperative |= A.id == cudaLaunchAttributeCooperative && A.val.cooperative;
    if (A.id == cudaLaunchAttributeClusterDimension)
      Together.Cluster = {A.val.clusterDim.x, A.val.clusterDim.y, A.val.clusterDim.z};
  }
  return launchOn(C->stream, Stub, C->gridDim, C->blockDim, Arguments, C->dynamicSmemBytes,
                  Together);
}

cudaError_t setAttribute(const void *Stub, cudaFuncAttribute A, int Value) {
  Locked R;
  DeviceKernel *K = R->kernel(Stub);
  if (!K)
    return R->fail(cudaErrorInvalidDeviceFunction);
  if (A == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    if (Value < 0 || uint64_t(Value) > SharedOptIn)
      return R->fail(cudaErrorInvalidValue);
    K->DynamicSharedLimit = Value;
  }
  return R->fail(R->Sticky);
}

cudaError_t getAttributes(cudaFuncAttributes *A, const void *Stub) {
  Locked R;
  DeviceKernel *K = R->kernel(Stub);
  const CompiledKernel *Code = K ? R->D.code(*K) : nullptr;
  if (!Code)
    return R->fail(cudaErrorInvalidDeviceFunction);
  std::memset(A, 0, sizeof(*A));
  A->sharedSizeBytes = Code->SharedBytes;
  A->maxThreadsPerBlock = 1024;
  A->numRegs = 32;
  A->ptxVersion = A->binaryVersion = 80;
  A->maxDynamicSharedSizeBytes = K->DynamicSharedLimit;
  return R->fail(R->Sticky);
}

/// The number of blocks that the threads and the shared memory of a multiprocessor allow.
cudaError_t occupancy(int *Blocks, const void *Stub, int Threads, size_t Shared) {
  Locked R;
  DeviceKernel *K = R->kernel(Stub);
  const CompiledKernel *Code = K ? R->D.code(*K) : nullptr;
  if (!Code || Threads <= 0)
    return R->fail(Code ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
  uint64_t Bytes = std::max<uint64_t>(Shared + Code->SharedBytes, 1);
  *Blocks = std::min<uint64_t>(
      {uint64_t(ThreadsPerProcessor / Threads), BlocksPerProcessor, SharedPerProcessor / Bytes});
  return R->fail(R->Sticky);
}

cudaError_t blockSize(int *Grid, int *Block) {
  *Grid = 32;
  *Block = 1024;
  return cudaSuccess;
}

} // namespace

void addLaunchFunctions(RuntimeFunctions &To) {
  To.insert(
      To.end(),
      {
          {"__cudafix_push", addressOf(push)},
          {"__cudaPopCallConfiguration", addressOf(pop)},
          {"cudaLaunchKernel", addressOf(launch)},
          {"cudaLaunchCooperativeKernel", addressOf(launchCooperative)},
          {"cudaLaunchKernelExC", addressOf(launchConfigured)},
          {"cudaFuncSetAttribute", addressOf(setAttribute)},
          {"cudaFuncGetAttributes", addressOf(getAttributes)},
          {"cudaFuncSetCacheConfig", addressOf(succeed<const void *, cudaFuncCache>)},
          {"cudaFuncSetSharedMemConfig", addressOf(succeed<const void *, cudaSharedMemConfig>)},
          {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", addressOf(occupancy)},
          {"__cudafix_block_size", addressOf(blockSize)},
      });
}

} // namespace cudafix::simulate
