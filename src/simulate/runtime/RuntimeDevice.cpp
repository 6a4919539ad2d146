// SPDX-License-Identifier: Apache-2.0
//
// Devices, errors, streams and events. There is one device; its streams do everything immediately,
// and its events measure this computer's time.
#include "simulate/runtime/RuntimeCalls.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace cudafix::simulate {
namespace {

using namespace api;

//===-- Errors --------------------------------------------------------------------------===//

struct ErrorText {
  cudaError_t Code;
  const char *Name, *Text;
};

#define CUDAFIX_ERROR(NAME, TEXT) {NAME, #NAME, TEXT}
constexpr ErrorText Errors[] = {
    CUDAFIX_ERROR(cudaSuccess, "no error"),
    CUDAFIX_ERROR(cudaErrorInvalidValue, "invalid argument"),
    CUDAFIX_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    CUDAFIX_ERROR(cudaErrorInitializationError, "initialization error"),
    CUDAFIX_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    CUDAFIX_ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    CUDAFIX_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    CUDAFIX_ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    CUDAFIX_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    CUDAFIX_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    CUDAFIX_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    CUDAFIX_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    CUDAFIX_ERROR(cudaErrorNoKernelImageForDevice,
                  "no kernel image is available for execution on the device"),
    CUDAFIX_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    CUDAFIX_ERROR(cudaErrorNotReady, "device not ready"),
    CUDAFIX_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    CUDAFIX_ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    CUDAFIX_ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    CUDAFIX_ERROR(cudaErrorAssert, "device-side assert triggered"),
    CUDAFIX_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    CUDAFIX_ERROR(cudaErrorNotPermitted, "operation not permitted"),
    CUDAFIX_ERROR(cudaErrorNotSupported, "operation not supported"),
};
#undef CUDAFIX_ERROR

const ErrorText *textOf(cudaError_t Code) {
  for (const ErrorText &E : Errors)
    if (E.Code == Code)
      return &E;
  return nullptr;
}
const char *errorText(cudaError_t Code) {
  const ErrorText *E = textOf(Code);
  return E ? E->Text : "unrecognized error code";
}
const char *errorName(cudaError_t Code) {
  const ErrorText *E = textOf(Code);
  return E ? E->Name : "cudaErrorUnknown";
}
cudaError_t lastError() {
  Locked R;
  cudaError_t E = R->Last;
  R->Last = R->Sticky;
  return E;
}
cudaError_t peekError() { return Locked()->Last; }

cudaError_t synchronize() {
  Locked R;
  return R->fail(R->Sticky);
}

//===-- Devices -------------------------------------------------------------------------===//

/// Limits of a current architecture.
constexpr int Major = 8, Minor = 0, Processors = 16, ThreadsPerProcessor = 2048;
constexpr int SharedPerBlock = 48 << 10, SharedOptIn = 163 << 10, SharedPerProcessor = 164 << 10;

cudaError_t deviceCount(int *N) {
  *N = 1;
  return cudaSuccess;
}
cudaError_t currentDevice(int *N) {
  *N = 0;
  return cudaSuccess;
}
cudaError_t setDevice(int N) {
  return Locked()->fail(N == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t chooseDevice(int *N, const cudaDeviceProp *) { return currentDevice(N); }

cudaError_t properties(cudaDeviceProp *P, int N) {
  Locked R;
  if (N != 0)
    return R->fail(cudaErrorInvalidDevice);
  std::memset(P, 0, sizeof(*P));
  std::strcpy(P->name, "cuda-fix simulator");
  P->totalGlobalMem = R->D.memory().size();
  P->sharedMemPerBlock = SharedPerBlock;
  P->sharedMemPerBlockOptin = SharedOptIn;
  P->sharedMemPerMultiprocessor = SharedPerProcessor;
  P->reservedSharedMemPerBlock = 1024;
  P->regsPerBlock = P->regsPerMultiprocessor = 65536;
  P->warpSize = 32;
  P->memPitch = INT32_MAX;
  P->maxThreadsPerBlock = 1024;
  P->maxThreadsDim[0] = P->maxThreadsDim[1] = 1024;
  P->maxThreadsDim[2] = 64;
  P->maxGridSize[0] = INT32_MAX;
  P->maxGridSize[1] = P->maxGridSize[2] = 65535;
  P->clockRate = 1'000'000;
  P->memoryClockRate = 1'000'000;
  P->memoryBusWidth = 256;
  P->totalConstMem = 64 << 10;
  P->major = Major;
  P->minor = Minor;
  P->textureAlignment = 512;
  P->texturePitchAlignment = 32;
  P->multiProcessorCount = Processors;
  P->maxThreadsPerMultiProcessor = ThreadsPerProcessor;
  P->maxBlocksPerMultiProcessor = 32;
  P->l2CacheSize = 4 << 20;
  P->asyncEngineCount = 1;
  P->deviceOverlap = P->concurrentKernels = P->canMapHostMemory = P->unifiedAddressing = 1;
  P->managedMemory = P->concurrentManagedAccess = P->cooperativeLaunch = 1;
  P->memoryPoolsSupported = P->streamPrioritiesSupported = 1;
  P->maxTexture1D = P->maxTexture2D[0] = P->maxTexture2D[1] = 65536;
  P->maxTexture1DLinear = 1 << 27;
  return R->fail(R->Sticky);
}

cudaError_t attribute(int *Value, cudaDeviceAttr A, int N) {
  cudaDeviceProp P;
  if (cudaError_t E = properties(&P, N); E != cudaSuccess)
    return E;
  switch (A) {
  case cudaDevAttrMaxThreadsPerBlock:
    *Value = P.maxThreadsPerBlock;
    break;
  case cudaDevAttrMaxBlockDimX:
  case cudaDevAttrMaxBlockDimY:
  case cudaDevAttrMaxBlockDimZ:
    *Value = P.maxThreadsDim[A - cudaDevAttrMaxBlockDimX];
    break;
  case cudaDevAttrMaxGridDimX:
  case cudaDevAttrMaxGridDimY:
  case cudaDevAttrMaxGridDimZ:
    *Value = P.maxGridSize[A - cudaDevAttrMaxGridDimX];
    break;
  case cudaDevAttrMaxSharedMemoryPerBlock:
    *Value = SharedPerBlock;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *Value = SharedOptIn;
    break;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    *Value = SharedPerProcessor;
    break;
  case cudaDevAttrWarpSize:
    *Value = 32;
    break;
  case cudaDevAttrMaxRegistersPerBlock:
  case cudaDevAttrMaxRegistersPerMultiprocessor:
    *Value = P.regsPerBlock;
    break;
  case cudaDevAttrClockRate:
    *Value = P.clockRate;
    break;
  case cudaDevAttrMemoryClockRate:
    *Value = P.memoryClockRate;
    break;
  case cudaDevAttrGlobalMemoryBusWidth:
    *Value = P.memoryBusWidth;
    break;
  case cudaDevAttrMultiProcessorCount:
    *Value = Processors;
    break;
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    *Value = ThreadsPerProcessor;
    break;
  case cudaDevAttrMaxBlocksPerMultiprocessor:
    *Value = P.maxBlocksPerMultiProcessor;
    break;
  case cudaDevAttrL2CacheSize:
    *Value = P.l2CacheSize;
    break;
  case cudaDevAttrTotalConstantMemory:
    *Value = P.totalConstMem;
    break;
  case cudaDevAttrComputeCapabilityMajor:
    *Value = Major;
    break;
  case cudaDevAttrComputeCapabilityMinor:
    *Value = Minor;
    break;
  case cudaDevAttrCooperativeLaunch:
  case cudaDevAttrManagedMemory:
  case cudaDevAttrConcurrentManagedAccess:
  case cudaDevAttrConcurrentKernels:
  case cudaDevAttrUnifiedAddressing:
  case cudaDevAttrCanMapHostMemory:
  case cudaDevAttrMemoryPoolsSupported:
    *Value = 1;
    break;
  default:
    *Value = 0;
  }
  return cudaSuccess;
}

cudaError_t version(int *V) {
  *V = 12080;
  return cudaSuccess;
}
cudaError_t limit(size_t *Bytes, cudaLimit L) {
  *Bytes = L == cudaLimitStackSize ? 1024 : L == cudaLimitMallocHeapSize ? 8 << 20 : 1 << 20;
  return cudaSuccess;
}
cudaError_t noPeers(int *Can, int, int) {
  *Can = 0;
  return cudaSuccess;
}
cudaError_t priorities(int *Least, int *Greatest) {
  *Least = *Greatest = 0;
  return cudaSuccess;
}
template <typename T> cudaError_t zero(T *Value) {
  *Value = T();
  return cudaSuccess;
}
cudaError_t pool(cudaMemPool_t *P, int) {
  *P = nullptr;
  return cudaSuccess;
}

//===-- Streams and events --------------------------------------------------------------===//

template <typename T> cudaError_t create(T **Handle) {
  *Handle = reinterpret_cast<T *>(new char);
  return Locked()->fail(Locked()->Sticky);
}
template <typename T, typename... Ts> cudaError_t createWith(T **Handle, Ts...) {
  return create(Handle);
}
cudaError_t destroyStream(cudaStream_t S) {
  if (S != cudaStreamLegacy && S != cudaStreamPerThread)
    delete reinterpret_cast<char *>(S);
  return Locked()->fail(Locked()->Sticky);
}
cudaError_t destroyEvent(cudaEvent_t E) {
  Locked()->Events.erase(E);
  Locked()->Graphs.Events.erase(E);
  delete reinterpret_cast<char *>(E);
  return Locked()->fail(Locked()->Sticky);
}
template <typename T> cudaError_t synchronizeWith(T) { return synchronize(); }

} // namespace

cudaError_t recordNow(cudaEvent_t E) {
  Locked R;
  R->Events[E] = std::chrono::steady_clock::now();
  return R->fail(R->Sticky);
}

namespace {

/// Waiting for an event of a captured stream brings other streams into the graph.
cudaError_t record(cudaEvent_t E, cudaStream_t S) {
  Locked R;
  auto Into = R->Graphs.Streams.find(S);
  if (Into == R->Graphs.Streams.end())
    return recordNow(E);
  R->Graphs.Events[E] = Into->second;
  return R->fail(R->Sticky);
}
cudaError_t wait(cudaStream_t S, cudaEvent_t E, unsigned) {
  Locked R;
  auto Into = R->Graphs.Events.find(E);
  if (Into != R->Graphs.Events.end())
    R->Graphs.Streams.try_emplace(S, Into->second);
  return R->fail(R->Sticky);
}
cudaError_t recordFlags(cudaEvent_t E, cudaStream_t S, unsigned) { return record(E, S); }

/// Never zero, because programs divide by it.
cudaError_t elapsed(float *Milliseconds, cudaEvent_t From, cudaEvent_t To) {
  Locked R;
  auto A = R->Events.find(From), B = R->Events.find(To);
  if (A == R->Events.end() || B == R->Events.end())
    return R->fail(cudaErrorInvalidResourceHandle);
  std::chrono::duration<float, std::milli> Time = B->second - A->second;
  *Milliseconds = std::max(Time.count(), 0.001f);
  return R->fail(R->Sticky);
}

cudaError_t callHost(cudaStream_t S, cudaHostFn_t F, void *Data) {
  return enqueue(S, cudaGraphNodeTypeHost, [=] {
    F(Data);
    return synchronize();
  });
}
cudaError_t callBack(cudaStream_t S, cudaStreamCallback_t F, void *Data, unsigned) {
  F(S, cudaSuccess, Data);
  return synchronize();
}

} // namespace

void addDeviceFunctions(RuntimeFunctions &To) {
  To.insert(To.end(),
            {
                {"cudaGetErrorString", addressOf(errorText)},
                {"_Z18cudaGetErrorString9cudaError", addressOf(errorText)},
                {"cudaGetErrorName", addressOf(errorName)},
                {"_Z16cudaGetErrorName9cudaError", addressOf(errorName)},
                {"cudaGetLastError", addressOf(lastError)},
                {"cudaPeekAtLastError", addressOf(peekError)},
                {"cudaDeviceSynchronize", addressOf(synchronize)},
                {"cudaThreadSynchronize", addressOf(synchronize)},
                {"cudaDeviceReset", addressOf(succeed<>)},
                {"cudaThreadExit", addressOf(succeed<>)},
                {"cudaProfilerStart", addressOf(succeed<>)},
                {"cudaProfilerStop", addressOf(succeed<>)},
                {"cudaGetDeviceCount", addressOf(deviceCount)},
                {"cudaGetDevice", addressOf(currentDevice)},
                {"cudaSetDevice", addressOf(setDevice)},
                {"cudaInitDevice", addressOf(succeed<int, unsigned, unsigned>)},
                {"cudaChooseDevice", addressOf(chooseDevice)},
                {"cudaSetValidDevices", addressOf(succeed<int *, int>)},
                {"cudaSetDeviceFlags", addressOf(succeed<unsigned>)},
                {"cudaGetDeviceFlags", addressOf(zero<unsigned>)},
                {"cudaGetDeviceProperties", addressOf(properties)},
                {"cudaDeviceGetAttribute", addressOf(attribute)},
                {"cudaDriverGetVersion", addressOf(version)},
                {"cudaRuntimeGetVersion", addressOf(version)},
                {"cudaDeviceGetLimit", addressOf(limit)},
                {"cudaDeviceSetLimit", addressOf(succeed<cudaLimit, size_t>)},
                {"cudaThreadSetLimit", addressOf(succeed<cudaLimit, size_t>)},
                {"cudaDeviceSetCacheConfig", addressOf(succeed<cudaFuncCache>)},
                {"cudaThreadSetCacheConfig", addressOf(succeed<cudaFuncCache>)},
                {"cudaDeviceGetCacheConfig", addressOf(zero<cudaFuncCache>)},
                {"cudaDeviceSetSharedMemConfig", addressOf(succeed<cudaSharedMemConfig>)},
                {"cudaDeviceGetSharedMemConfig", addressOf(zero<cudaSharedMemConfig>)},
                {"cudaDeviceGetStreamPriorityRange", addressOf(priorities)},
                {"cudaDeviceCanAccessPeer", addressOf(noPeers)},
                {"cudaDeviceEnablePeerAccess", addressOf(succeed<int, unsigned>)},
                {"cudaDeviceDisablePeerAccess", addressOf(succeed<int>)},
                {"cudaDeviceGetDefaultMemPool", addressOf(pool)},
                {"cudaDeviceGetMemPool", addressOf(pool)},
                {"cudaStreamCreate", addressOf(create<CUstream_st>)},
                {"cudaStreamCreateWithFlags", addressOf(createWith<CUstream_st, unsigned>)},
                {"cudaStreamCreateWithPriority", addressOf(createWith<CUstream_st, unsigned, int>)},
                {"cudaStreamDestroy", addressOf(destroyStream)},
                {"cudaStreamSynchronize", addressOf(synchronizeWith<cudaStream_t>)},
                {"cudaStreamQuery", addressOf(synchronizeWith<cudaStream_t>)},
                {"cudaStreamWaitEvent", addressOf(wait)},
                {"cudaStreamSetAttribute",
                 addressOf(succeed<cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *>)},
                {"cudaLaunchHostFunc", addressOf(callHost)},
                {"cudaStreamAddCallback", addressOf(callBack)},
                {"cudaEventCreate", addressOf(createWith<CUevent_st, unsigned>)},
                {"cudaEventCreateWithFlags", addressOf(createWith<CUevent_st, unsigned>)},
                {"cudaEventDestroy", addressOf(destroyEvent)},
                {"cudaEventRecord", addressOf(record)},
                {"cudaEventRecordWithFlags", addressOf(recordFlags)},
                {"cudaEventSynchronize", addressOf(synchronizeWith<cudaEvent_t>)},
                {"cudaEventQuery", addressOf(synchronizeWith<cudaEvent_t>)},
                {"cudaEventElapsedTime", addressOf(elapsed)},
            });
}

} // namespace cudafix::simulate
