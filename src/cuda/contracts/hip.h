// SPDX-License-Identifier: Apache-2.0
//
// Stands in for a missing HIP: maps its names to those of CUDA, as HIP's own headers do when they
// are compiled for NVIDIA's GPUs. Code for AMD's GPUs alone is left out.
#ifndef __CUDAFIX_CONTRACT_HIP_H
#define __CUDAFIX_CONTRACT_HIP_H
#include <cuda.h>
#include <cuComplex.h>
#include <cuda_fp16.h>
#define __HIPCC__
#define __HIP_PLATFORM_NVIDIA__ 1
#define __HIP_PLATFORM_NVCC__ 1
#ifdef __CUDA_ARCH__
#define __HIP_DEVICE_COMPILE__ 1
#endif
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(X) X
#define HIP_DYNAMIC_SHARED(type, var) extern __shared__ type var[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define hipLaunchKernelGGL(kernel, grid, block, bytes, stream, ...) kernel<<<(grid), (block), (bytes), (stream)>>>(__VA_ARGS__)
#define hipLaunchKernel(kernel, ...) cudaLaunchKernel(kernel, __VA_ARGS__)
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
template <class T> inline cudaError_t hipHostMalloc(T **p, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc((void **)p, bytes, flags);
}
#define hipStream_t cudaStream_t
#define hipError_t cudaError_t
#define hipDeviceProp_t cudaDeviceProp
#define hipEvent_t cudaEvent_t
#define hipMemcpyKind cudaMemcpyKind
#define hipFuncAttributes cudaFuncAttributes
#define hipTextureObject_t cudaTextureObject_t
#define hipPitchedPtr cudaPitchedPtr
#define hipExtent cudaExtent
#define hipMemcpy3DParms cudaMemcpy3DParms
#define hipArray_t cudaArray_t
#define hipPointerAttributes cudaPointerAttributes
#define hipGraph_t cudaGraph_t
#define hipGraphExec_t cudaGraphExec_t
#define hipIpcMemHandle_t cudaIpcMemHandle_t
#define hipMemPool_t cudaMemPool_t
#define hipHostFn_t cudaHostFn_t
#define hipSuccess cudaSuccess
#define hipErrorUnknown cudaErrorUnknown
#define hipErrorMemoryAllocation cudaErrorMemoryAllocation
#define hipErrorInvalidValue cudaErrorInvalidValue
#define hipErrorNotReady cudaErrorNotReady
#define hipErrorPeerAccessAlreadyEnabled cudaErrorPeerAccessAlreadyEnabled
#define hipErrorInvalidDevice cudaErrorInvalidDevice
#define hipErrorNotSupported cudaErrorNotSupported
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipMemcpyHostToHost cudaMemcpyHostToHost
#define hipMemcpyDefault cudaMemcpyDefault
#define hipStreamDefault cudaStreamDefault
#define hipStreamNonBlocking cudaStreamNonBlocking
#define hipEventDefault cudaEventDefault
#define hipEventDisableTiming cudaEventDisableTiming
#define hipEventBlockingSync cudaEventBlockingSync
#define hipHostRegisterDefault cudaHostRegisterDefault
#define hipHostRegisterMapped cudaHostRegisterMapped
#define hipMemAttachGlobal cudaMemAttachGlobal
#define hipFuncCachePreferNone cudaFuncCachePreferNone
#define hipFuncCachePreferL1 cudaFuncCachePreferL1
#define hipFuncCachePreferShared cudaFuncCachePreferShared
#define hipFuncCachePreferEqual cudaFuncCachePreferEqual
#define hipFuncAttributeMaxDynamicSharedMemorySize cudaFuncAttributeMaxDynamicSharedMemorySize
#define hipMemoryTypeHost cudaMemoryTypeHost
#define hipMemoryTypeDevice cudaMemoryTypeDevice
#define hipMemoryTypeManaged cudaMemoryTypeManaged
#define hipMalloc cudaMalloc
#define hipFree cudaFree
#define hipMallocManaged cudaMallocManaged
#define hipMallocAsync cudaMallocAsync
#define hipFreeAsync cudaFreeAsync
#define hipMallocPitch cudaMallocPitch
#define hipMalloc3D cudaMalloc3D
#define hipMallocHost cudaMallocHost
#define hipFreeHost cudaFreeHost
#define hipHostRegister cudaHostRegister
#define hipHostUnregister cudaHostUnregister
#define hipHostGetDevicePointer cudaHostGetDevicePointer
#define hipMemcpy cudaMemcpy
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMemcpy2D cudaMemcpy2D
#define hipMemcpy2DAsync cudaMemcpy2DAsync
#define hipMemcpy3D cudaMemcpy3D
#define hipMemcpyPeer cudaMemcpyPeer
#define hipMemcpyPeerAsync cudaMemcpyPeerAsync
#define hipMemcpyToSymbol cudaMemcpyToSymbol
#define hipMemcpyToSymbolAsync cudaMemcpyToSymbolAsync
#define hipMemcpyFromSymbol cudaMemcpyFromSymbol
#define hipMemcpyFromSymbolAsync cudaMemcpyFromSymbolAsync
#define hipMemset cudaMemset
#define hipMemsetAsync cudaMemsetAsync
#define hipMemset2D cudaMemset2D
#define hipMemset2DAsync cudaMemset2DAsync
#define hipMemGetInfo cudaMemGetInfo
#define hipMemAdvise cudaMemAdvise
#define hipMemPrefetchAsync cudaMemPrefetchAsync
#define hipGetSymbolAddress cudaGetSymbolAddress
#define hipSetDevice cudaSetDevice
#define hipGetDevice cudaGetDevice
#define hipGetDeviceCount cudaGetDeviceCount
#define hipGetDeviceProperties cudaGetDeviceProperties
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipDeviceReset cudaDeviceReset
#define hipDeviceGetAttribute cudaDeviceGetAttribute
#define hipDeviceCanAccessPeer cudaDeviceCanAccessPeer
#define hipDeviceEnablePeerAccess cudaDeviceEnablePeerAccess
#define hipDeviceGetStreamPriorityRange cudaDeviceGetStreamPriorityRange
#define hipDeviceSetCacheConfig cudaDeviceSetCacheConfig
#define hipGetLastError cudaGetLastError
#define hipPeekAtLastError cudaPeekAtLastError
#define hipGetErrorString cudaGetErrorString
#define hipGetErrorName cudaGetErrorName
#define hipDriverGetVersion cudaDriverGetVersion
#define hipRuntimeGetVersion cudaRuntimeGetVersion
#define hipStreamCreate cudaStreamCreate
#define hipStreamCreateWithFlags cudaStreamCreateWithFlags
#define hipStreamCreateWithPriority cudaStreamCreateWithPriority
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStreamWaitEvent cudaStreamWaitEvent
#define hipStreamQuery cudaStreamQuery
#define hipStreamAddCallback cudaStreamAddCallback
#define hipLaunchHostFunc cudaLaunchHostFunc
#define hipEventCreate cudaEventCreate
#define hipEventCreateWithFlags cudaEventCreateWithFlags
#define hipEventDestroy cudaEventDestroy
#define hipEventRecord cudaEventRecord
#define hipEventSynchronize cudaEventSynchronize
#define hipEventElapsedTime cudaEventElapsedTime
#define hipEventQuery cudaEventQuery
#define hipFuncGetAttributes cudaFuncGetAttributes
#define hipFuncSetAttribute cudaFuncSetAttribute
#define hipFuncSetCacheConfig cudaFuncSetCacheConfig
#define hipLaunchCooperativeKernel cudaLaunchCooperativeKernel
#define hipPointerGetAttributes cudaPointerGetAttributes
#define hipOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxActiveBlocksPerMultiprocessor
#define hipOccupancyMaxPotentialBlockSize cudaOccupancyMaxPotentialBlockSize
#define hipCreateTextureObject cudaCreateTextureObject
#define hipDestroyTextureObject cudaDestroyTextureObject
#define hipIpcGetMemHandle cudaIpcGetMemHandle
#define hipIpcOpenMemHandle cudaIpcOpenMemHandle
#define hipIpcCloseMemHandle cudaIpcCloseMemHandle
#define hipProfilerStart cudaProfilerStart
#define hipProfilerStop cudaProfilerStop
#define hipPointerAttribute_t cudaPointerAttributes
#define hipHostFree cudaFreeHost
#define hipHostAlloc cudaHostAlloc
#define hipHostMallocMapped cudaHostAllocMapped
#define hipHostMallocPortable cudaHostAllocPortable
#define hipMemoryType cudaMemoryType
#define hipHostMallocDefault cudaHostAllocDefault
#define hipErrorOutOfMemory cudaErrorMemoryAllocation
#define hipDeviceAttribute_t cudaDeviceAttr
#define hipDeviceAttributeMultiprocessorCount cudaDevAttrMultiProcessorCount
#define hipDeviceAttributeWarpSize cudaDevAttrWarpSize
#define hipDeviceAttributeMaxThreadsPerBlock cudaDevAttrMaxThreadsPerBlock
#define hipDeviceAttributeMaxSharedMemoryPerBlock cudaDevAttrMaxSharedMemoryPerBlock
#define hipDeviceAttributeComputeCapabilityMajor cudaDevAttrComputeCapabilityMajor
#define hipDeviceAttributeComputeCapabilityMinor cudaDevAttrComputeCapabilityMinor
#define hipDeviceAttributeMaxGridDimX cudaDevAttrMaxGridDimX
#define hipDeviceAttributeMaxBlockDimX cudaDevAttrMaxBlockDimX
#define hipDeviceAttributeMaxBlockDimY cudaDevAttrMaxBlockDimY
#define hipDeviceAttributeMaxBlockDimZ cudaDevAttrMaxBlockDimZ
#define hipFunction_t CUfunction
#define hipModule_t CUmodule
#define hipDevice_t CUdevice
#define hipCtx_t CUcontext
#define hipDeviceptr_t CUdeviceptr
#define hipModuleLoadDataEx cuModuleLoadDataEx
#define hipModuleGetFunction cuModuleGetFunction
#define hipModuleLaunchKernel cuLaunchKernel
#define hipModuleUnload cuModuleUnload
#define hipComplex cuComplex
#define hipFloatComplex cuFloatComplex
#define hipDoubleComplex cuDoubleComplex
#endif
