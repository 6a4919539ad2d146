// SPDX-License-Identifier: Apache-2.0
//
// The runtime API of the host, with the legacy names of older toolkits. Declarations only.
#ifndef __CUDAFIX_API_H
#define __CUDAFIX_API_H
// Include guards of the toolkit's headers, which programs test.
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#include <__cudafix_api_types.h>

#define __CUDAFIX_DEFAULT(X) = X
#include <__cudafix_push.h>

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
// A launch by a kernel: its arguments are written to a buffer.
extern "C" {
__attribute__((device)) void __cudafix_launch(void *arguments);
__attribute__((device)) void *cudaGetParameterBuffer(size_t alignment, size_t size);
__attribute__((device, always_inline)) inline cudaError_t
cudaLaunchDevice(void *, void *arguments, dim3, dim3, unsigned = 0, cudaStream_t = 0) {
  __cudafix_launch(arguments);
  return cudaSuccess;
}
}

#define __CUDAFIX_API(NAME, ...) __attribute__((host)) cudaError_t NAME(__VA_ARGS__)
#define __CUDAFIX_API_HD(NAME, ...) __attribute__((host, device)) cudaError_t NAME(__VA_ARGS__)
extern "C" {
// memory
__CUDAFIX_API_HD(cudaMalloc, void **, size_t);
__CUDAFIX_API_HD(cudaFree, void *);
__CUDAFIX_API(cudaMallocHost, void **, size_t, unsigned = 0);
__CUDAFIX_API(cudaFreeHost, void *);
__CUDAFIX_API(cudaHostAlloc, void **, size_t, unsigned);
__CUDAFIX_API(cudaMallocManaged, void **, size_t, unsigned = cudaMemAttachGlobal);
__CUDAFIX_API(cudaMallocPitch, void **, size_t *, size_t, size_t);
__CUDAFIX_API(cudaMalloc3D, cudaPitchedPtr *, cudaExtent);
__CUDAFIX_API(cudaMallocArray, cudaArray_t *, const cudaChannelFormatDesc *, size_t, size_t = 0, unsigned = 0);
__CUDAFIX_API(cudaMalloc3DArray, cudaArray_t *, const cudaChannelFormatDesc *, cudaExtent, unsigned = 0);
__CUDAFIX_API(cudaMallocMipmappedArray, cudaMipmappedArray_t *, const cudaChannelFormatDesc *, cudaExtent, unsigned, unsigned = 0);
__CUDAFIX_API(cudaGetMipmappedArrayLevel, cudaArray_t *, cudaMipmappedArray_const_t, unsigned);
__CUDAFIX_API(cudaFreeArray, cudaArray_t);
__CUDAFIX_API(cudaFreeMipmappedArray, cudaMipmappedArray_t);
__CUDAFIX_API(cudaMallocAsync, void **, size_t, cudaStream_t);
__CUDAFIX_API(cudaMallocFromPoolAsync, void **, size_t, cudaMemPool_t, cudaStream_t);
__CUDAFIX_API(cudaFreeAsync, void *, cudaStream_t);
__CUDAFIX_API(cudaMemcpy, void *, const void *, size_t, cudaMemcpyKind);
__CUDAFIX_API_HD(cudaMemcpyAsync, void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpy2D, void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaMemcpy2DAsync, void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpy3D, const cudaMemcpy3DParms *);
__CUDAFIX_API(cudaMemcpy3DAsync, const cudaMemcpy3DParms *, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpyToArray, cudaArray_t, size_t, size_t, const void *, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaMemcpyToArrayAsync, cudaArray_t, size_t, size_t, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpyFromArray, void *, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaMemcpy2DToArray, cudaArray_t, size_t, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaMemcpy2DFromArray, void *, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaMemcpyArrayToArray, cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind = cudaMemcpyDeviceToDevice);
__CUDAFIX_API(cudaMemcpyPeer, void *, int, const void *, int, size_t);
__CUDAFIX_API(cudaMemcpyPeerAsync, void *, int, const void *, int, size_t, cudaStream_t = 0);
__CUDAFIX_API(cudaMemset, void *, int, size_t);
__CUDAFIX_API_HD(cudaMemsetAsync, void *, int, size_t, cudaStream_t = 0);
__CUDAFIX_API(cudaMemset2D, void *, size_t, int, size_t, size_t);
__CUDAFIX_API(cudaMemset2DAsync, void *, size_t, int, size_t, size_t, cudaStream_t = 0);
__CUDAFIX_API(cudaMemset3D, cudaPitchedPtr, int, cudaExtent);
__CUDAFIX_API(cudaMemset3DAsync, cudaPitchedPtr, int, cudaExtent, cudaStream_t = 0);
__CUDAFIX_API(cudaMemGetInfo, size_t *, size_t *);
__CUDAFIX_API(cudaMemAdvise, const void *, size_t, cudaMemoryAdvise, int);
__CUDAFIX_API(cudaHostRegister, void *, size_t, unsigned);
__CUDAFIX_API(cudaHostUnregister, void *);
__CUDAFIX_API(cudaHostGetDevicePointer, void **, void *, unsigned);
__CUDAFIX_API(cudaHostGetFlags, unsigned *, void *);
__CUDAFIX_API(cudaPointerGetAttributes, cudaPointerAttributes *, const void *);
__CUDAFIX_API(cudaMemPoolSetAttribute, cudaMemPool_t, cudaMemPoolAttr, void *);
__CUDAFIX_API(cudaMemPoolGetAttribute, cudaMemPool_t, cudaMemPoolAttr, void *);
__CUDAFIX_API(cudaMemPoolTrimTo, cudaMemPool_t, size_t);
__CUDAFIX_API(cudaMemPoolCreate, cudaMemPool_t *, const cudaMemPoolProps *);
__CUDAFIX_API(cudaMemPoolDestroy, cudaMemPool_t);
__CUDAFIX_API(cudaArrayGetInfo, cudaChannelFormatDesc *, cudaExtent *, unsigned *, cudaArray_t);
__CUDAFIX_API(cudaIpcGetMemHandle, cudaIpcMemHandle_t *, void *);
__CUDAFIX_API(cudaIpcOpenMemHandle, void **, cudaIpcMemHandle_t, unsigned);
__CUDAFIX_API(cudaIpcCloseMemHandle, void *);
__CUDAFIX_API(cudaIpcGetEventHandle, cudaIpcEventHandle_t *, cudaEvent_t);
__CUDAFIX_API(cudaIpcOpenEventHandle, cudaEvent_t *, cudaIpcEventHandle_t);
__CUDAFIX_API(cudaImportExternalMemory, cudaExternalMemory_t *, const cudaExternalMemoryHandleDesc *);
__CUDAFIX_API(cudaExternalMemoryGetMappedBuffer, void **, cudaExternalMemory_t, const cudaExternalMemoryBufferDesc *);
__CUDAFIX_API(cudaDestroyExternalMemory, cudaExternalMemory_t);
__CUDAFIX_API(cudaImportExternalSemaphore, cudaExternalSemaphore_t *, const cudaExternalSemaphoreHandleDesc *);
__CUDAFIX_API(cudaSignalExternalSemaphoresAsync, const cudaExternalSemaphore_t *, const cudaExternalSemaphoreSignalParams *, unsigned, cudaStream_t = 0);
__CUDAFIX_API(cudaWaitExternalSemaphoresAsync, const cudaExternalSemaphore_t *, const cudaExternalSemaphoreWaitParams *, unsigned, cudaStream_t = 0);
__CUDAFIX_API(cudaDestroyExternalSemaphore, cudaExternalSemaphore_t);
__CUDAFIX_API(cudaGetDriverEntryPoint, const char *, void **, unsigned long long, cudaDriverEntryPointQueryResult * = nullptr);
// devices
__CUDAFIX_API_HD(cudaDeviceSynchronize, void);
__CUDAFIX_API(cudaDeviceReset, void);
__CUDAFIX_API(cudaThreadSynchronize, void);
__CUDAFIX_API(cudaThreadExit, void);
__CUDAFIX_API(cudaThreadSetCacheConfig, cudaFuncCache);
__CUDAFIX_API(cudaThreadSetLimit, cudaLimit, size_t);
__CUDAFIX_API(cudaInitDevice, int, unsigned, unsigned);
__CUDAFIX_API(cudaSetDevice, int);
__CUDAFIX_API_HD(cudaGetDevice, int *);
__CUDAFIX_API_HD(cudaGetDeviceCount, int *);
__CUDAFIX_API(cudaGetDeviceProperties, cudaDeviceProp *, int);
__CUDAFIX_API_HD(cudaDeviceGetAttribute, int *, cudaDeviceAttr, int);
__CUDAFIX_API(cudaChooseDevice, int *, const cudaDeviceProp *);
__CUDAFIX_API(cudaSetDeviceFlags, unsigned);
__CUDAFIX_API(cudaGetDeviceFlags, unsigned *);
__CUDAFIX_API(cudaSetValidDevices, int *, int);
__CUDAFIX_API(cudaDeviceSetLimit, cudaLimit, size_t);
__CUDAFIX_API_HD(cudaDeviceGetLimit, size_t *, cudaLimit);
__CUDAFIX_API(cudaDeviceSetCacheConfig, cudaFuncCache);
__CUDAFIX_API_HD(cudaDeviceGetCacheConfig, cudaFuncCache *);
__CUDAFIX_API(cudaDeviceSetSharedMemConfig, cudaSharedMemConfig);
__CUDAFIX_API_HD(cudaDeviceGetSharedMemConfig, cudaSharedMemConfig *);
__CUDAFIX_API(cudaDeviceGetPCIBusId, char *, int, int);
__CUDAFIX_API(cudaDeviceGetByPCIBusId, int *, const char *);
__CUDAFIX_API(cudaDeviceGetStreamPriorityRange, int *, int *);
__CUDAFIX_API(cudaDeviceCanAccessPeer, int *, int, int);
__CUDAFIX_API(cudaDeviceEnablePeerAccess, int, unsigned);
__CUDAFIX_API(cudaDeviceDisablePeerAccess, int);
__CUDAFIX_API(cudaDeviceGetP2PAttribute, int *, int, int, int);
__CUDAFIX_API(cudaDriverGetVersion, int *);
__CUDAFIX_API(cudaRuntimeGetVersion, int *);
__CUDAFIX_API(cudaDeviceGetDefaultMemPool, cudaMemPool_t *, int);
__CUDAFIX_API(cudaDeviceGetMemPool, cudaMemPool_t *, int);
__CUDAFIX_API(cudaDeviceSetMemPool, int, cudaMemPool_t);
__CUDAFIX_API_HD(cudaGetLastError, void);
__CUDAFIX_API_HD(cudaPeekAtLastError, void);
__attribute__((host, device)) const char *cudaGetErrorString(cudaError_t);
__attribute__((host, device)) const char *cudaGetErrorName(cudaError_t);
// streams, events, graphs
__CUDAFIX_API(cudaStreamCreate, cudaStream_t *);
__CUDAFIX_API_HD(cudaStreamCreateWithFlags, cudaStream_t *, unsigned);
__CUDAFIX_API(cudaStreamCreateWithPriority, cudaStream_t *, unsigned, int);
__CUDAFIX_API(cudaStreamGetPriority, cudaStream_t, int *);
__CUDAFIX_API(cudaStreamGetFlags, cudaStream_t, unsigned *);
__CUDAFIX_API_HD(cudaStreamDestroy, cudaStream_t);
__CUDAFIX_API(cudaStreamSynchronize, cudaStream_t);
__CUDAFIX_API(cudaStreamQuery, cudaStream_t);
__CUDAFIX_API_HD(cudaStreamWaitEvent, cudaStream_t, cudaEvent_t, unsigned = 0);
__CUDAFIX_API(cudaStreamAttachMemAsync, cudaStream_t, void *, size_t = 0, unsigned = cudaMemAttachSingle);
__CUDAFIX_API(cudaStreamBeginCapture, cudaStream_t, cudaStreamCaptureMode);
__CUDAFIX_API(cudaStreamEndCapture, cudaStream_t, cudaGraph_t *);
__CUDAFIX_API(cudaStreamIsCapturing, cudaStream_t, cudaStreamCaptureStatus *);
__CUDAFIX_API(cudaStreamGetCaptureInfo, cudaStream_t, cudaStreamCaptureStatus *, unsigned long long * = nullptr, cudaGraph_t * = nullptr, const cudaGraphNode_t ** = nullptr, size_t * = nullptr);
__CUDAFIX_API(cudaStreamGetAttribute, cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue *);
__CUDAFIX_API(cudaStreamCopyAttributes, cudaStream_t, cudaStream_t);
__CUDAFIX_API(cudaStreamSetAttribute, cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *);
__CUDAFIX_API(cudaGraphCreate, cudaGraph_t *, unsigned);
__CUDAFIX_API(cudaCtxResetPersistingL2Cache, void);
__CUDAFIX_API(cudaGraphClone, cudaGraph_t *, cudaGraph_t);
__CUDAFIX_API(cudaGraphKernelNodeSetParams, cudaGraphNode_t, const cudaKernelNodeParams *);
__CUDAFIX_API(cudaGraphKernelNodeGetParams, cudaGraphNode_t, cudaKernelNodeParams *);
__CUDAFIX_API(cudaGraphExecKernelNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaKernelNodeParams *);
__CUDAFIX_API(cudaGraphExecMemcpyNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaMemcpy3DParms *);
__CUDAFIX_API(cudaGraphExecMemcpyNodeSetParams1D, cudaGraphExec_t, cudaGraphNode_t, void *, const void *, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaGraphExecMemsetNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaMemsetParams *);
__CUDAFIX_API(cudaGraphExecHostNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaHostNodeParams *);
__CUDAFIX_API(cudaGraphNodeGetType, cudaGraphNode_t, cudaGraphNodeType *);
__CUDAFIX_API(cudaGraphGetRootNodes, cudaGraph_t, cudaGraphNode_t *, size_t *);
__CUDAFIX_API(cudaGraphAddEmptyNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t);
__CUDAFIX_API(cudaGraphAddChildGraphNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaGraph_t);
__CUDAFIX_API(cudaGraphAddEventRecordNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaEvent_t);
__CUDAFIX_API(cudaGraphAddEventWaitNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaEvent_t);
__CUDAFIX_API(cudaGraphAddMemAllocNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, cudaMemAllocNodeParams *);
__CUDAFIX_API(cudaGraphAddMemFreeNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, void *);
__CUDAFIX_API(cudaGraphLaunch, cudaGraphExec_t, cudaStream_t);
__CUDAFIX_API(cudaGraphUpload, cudaGraphExec_t, cudaStream_t);
__CUDAFIX_API(cudaGraphDestroy, cudaGraph_t);
__CUDAFIX_API(cudaGraphExecDestroy, cudaGraphExec_t);
__CUDAFIX_API(cudaGraphInstantiateWithFlags, cudaGraphExec_t *, cudaGraph_t, unsigned long long = 0);
__CUDAFIX_API(cudaGraphAddKernelNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaKernelNodeParams *);
__CUDAFIX_API(cudaGraphAddMemcpyNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaMemcpy3DParms *);
__CUDAFIX_API(cudaGraphAddMemcpyNode1D, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, void *, const void *, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaGraphAddMemsetNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaMemsetParams *);
__CUDAFIX_API(cudaGraphAddHostNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaHostNodeParams *);
__CUDAFIX_API(cudaGraphAddDependencies, cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, size_t);
__CUDAFIX_API(cudaGraphGetNodes, cudaGraph_t, cudaGraphNode_t *, size_t *);
__CUDAFIX_API(cudaLaunchHostFunc, cudaStream_t, cudaHostFn_t, void *);
__CUDAFIX_API(cudaStreamAddCallback, cudaStream_t, cudaStreamCallback_t, void *, unsigned);
__CUDAFIX_API(cudaEventCreate, cudaEvent_t *, unsigned = 0);
__CUDAFIX_API_HD(cudaEventCreateWithFlags, cudaEvent_t *, unsigned);
__CUDAFIX_API_HD(cudaEventDestroy, cudaEvent_t);
__CUDAFIX_API_HD(cudaEventRecord, cudaEvent_t, cudaStream_t = 0);
__CUDAFIX_API_HD(cudaEventRecordWithFlags, cudaEvent_t, cudaStream_t = 0, unsigned = 0);
__CUDAFIX_API(cudaEventSynchronize, cudaEvent_t);
__CUDAFIX_API(cudaEventElapsedTime, float *, cudaEvent_t, cudaEvent_t);
__CUDAFIX_API(cudaEventQuery, cudaEvent_t);
// textures and surfaces
__CUDAFIX_API(cudaBindTexture, size_t *, const textureReference *, const void *, const cudaChannelFormatDesc *, size_t = 0xffffffff);
__CUDAFIX_API(cudaBindTexture2D, size_t *, const textureReference *, const void *, const cudaChannelFormatDesc *, size_t, size_t, size_t);
__CUDAFIX_API(cudaBindTextureToArray, const textureReference *, cudaArray_const_t, const cudaChannelFormatDesc *);
__CUDAFIX_API(cudaUnbindTexture, const textureReference *);
__CUDAFIX_API(cudaBindSurfaceToArray, const surfaceReference *, cudaArray_const_t, const cudaChannelFormatDesc *);
__CUDAFIX_API(cudaGetTextureReference, const textureReference **, const void *);
__CUDAFIX_API(cudaGetTextureAlignmentOffset, size_t *, const textureReference *);
__CUDAFIX_API(cudaGetChannelDesc, cudaChannelFormatDesc *, cudaArray_const_t);
cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int, cudaChannelFormatKind);
__CUDAFIX_API(cudaCreateTextureObject, cudaTextureObject_t *, const cudaResourceDesc *, const cudaTextureDesc *, const cudaResourceViewDesc *);
__CUDAFIX_API(cudaDestroyTextureObject, cudaTextureObject_t);
__CUDAFIX_API(cudaCreateSurfaceObject, cudaSurfaceObject_t *, const cudaResourceDesc *);
__CUDAFIX_API(cudaDestroySurfaceObject, cudaSurfaceObject_t);
__CUDAFIX_API(cudaProfilerStart, void);
__CUDAFIX_API(cudaProfilerStop, void);
// launches and functions
__CUDAFIX_API(cudaConfigureCall, dim3, dim3, size_t = 0, cudaStream_t = 0);
__CUDAFIX_API(cudaSetupArgument, const void *, size_t, size_t);
__CUDAFIX_API(cudaLaunch, const void *);
__CUDAFIX_API(cudaLaunchKernel, const void *, dim3, dim3, void **, size_t, cudaStream_t);
__CUDAFIX_API(cudaLaunchKernelExC, const cudaLaunchConfig_t *, const void *, void **);
__CUDAFIX_API(cudaLaunchCooperativeKernel, const void *, dim3, dim3, void **, size_t, cudaStream_t);
__CUDAFIX_API(cudaFuncSetCacheConfig, const void *, cudaFuncCache);
__CUDAFIX_API(cudaFuncSetSharedMemConfig, const void *, cudaSharedMemConfig);
__CUDAFIX_API(cudaFuncSetAttribute, const void *, cudaFuncAttribute, int);
__CUDAFIX_API(cudaFuncGetAttributes, cudaFuncAttributes *, const void *);
__CUDAFIX_API(cudaMemcpyToSymbol, const void *, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice);
__CUDAFIX_API(cudaMemcpyFromSymbol, void *, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost);
__CUDAFIX_API(cudaMemcpyToSymbolAsync, const void *, const void *, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpyFromSymbolAsync, void *, const void *, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
__CUDAFIX_API(cudaGetSymbolAddress, void **, const void *);
__CUDAFIX_API(cudaGetSymbolSize, size_t *, const void *);
__CUDAFIX_API(cudaOccupancyMaxActiveBlocksPerMultiprocessor, int *, const void *, int, size_t);
// nodes of graphs, libraries, interoperation, and the rest
__CUDAFIX_API(cudaArrayGetMemoryRequirements, cudaArrayMemoryRequirements *, cudaArray_t, int);
__CUDAFIX_API(cudaArrayGetPlane, cudaArray_t *, cudaArray_t, unsigned);
__CUDAFIX_API(cudaDeviceFlushGPUDirectRDMAWrites, cudaFlushGPUDirectRDMAWritesTarget, cudaFlushGPUDirectRDMAWritesScope);
__CUDAFIX_API(cudaDeviceGetGraphMemAttribute, int, cudaGraphMemAttributeType, void *);
__CUDAFIX_API(cudaDeviceGetTexture1DLinearMaxWidth, size_t *, const cudaChannelFormatDesc *, int);
__CUDAFIX_API(cudaDeviceGraphMemTrim, int);
__CUDAFIX_API(cudaDeviceRegisterAsyncNotification, int, cudaAsyncCallback, void *, cudaAsyncCallbackHandle_t *);
__CUDAFIX_API(cudaDeviceSetGraphMemAttribute, int, cudaGraphMemAttributeType, void *);
__CUDAFIX_API(cudaDeviceUnregisterAsyncNotification, int, cudaAsyncCallbackHandle_t);
__CUDAFIX_API(cudaExternalMemoryGetMappedMipmappedArray, cudaMipmappedArray_t *, cudaExternalMemory_t, const cudaExternalMemoryMipmappedArrayDesc *);
__CUDAFIX_API(cudaFuncGetName, const char **, const void *);
__CUDAFIX_API(cudaFuncGetParamInfo, const void *, size_t, size_t *, size_t *);
__CUDAFIX_API(cudaGetDriverEntryPointByVersion, const char *, void **, unsigned, unsigned long long, cudaDriverEntryPointQueryResult *);
__CUDAFIX_API(cudaGetFuncBySymbol, cudaFunction_t *, const void *);
__CUDAFIX_API(cudaGetKernel, cudaKernel_t *, const void *);
__CUDAFIX_API(cudaGetSurfaceObjectResourceDesc, cudaResourceDesc *, cudaSurfaceObject_t);
__CUDAFIX_API(cudaGetTextureObjectResourceDesc, cudaResourceDesc *, cudaTextureObject_t);
__CUDAFIX_API(cudaGetTextureObjectResourceViewDesc, cudaResourceViewDesc *, cudaTextureObject_t);
__CUDAFIX_API(cudaGetTextureObjectTextureDesc, cudaTextureDesc *, cudaTextureObject_t);
__CUDAFIX_API(cudaGraphAddExternalSemaphoresSignalNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaExternalSemaphoreSignalNodeParams *);
__CUDAFIX_API(cudaGraphAddExternalSemaphoresWaitNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const cudaExternalSemaphoreWaitNodeParams *);
__CUDAFIX_API(cudaGraphAddMemcpyNodeFromSymbol, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, void *, const void *, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaGraphAddMemcpyNodeToSymbol, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t, const void *, const void *, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaGraphAddNode, cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, const cudaGraphEdgeData *, size_t, cudaGraphNodeParams *);
__CUDAFIX_API(cudaGraphChildGraphNodeGetGraph, cudaGraphNode_t, cudaGraph_t *);
__CUDAFIX_API(cudaGraphConditionalHandleCreate, cudaGraphConditionalHandle *, cudaGraph_t, unsigned, unsigned);
__CUDAFIX_API(cudaGraphDebugDotPrint, cudaGraph_t, const char *, unsigned);
__CUDAFIX_API(cudaGraphDestroyNode, cudaGraphNode_t);
__CUDAFIX_API(cudaGraphEventRecordNodeGetEvent, cudaGraphNode_t, cudaEvent_t *);
__CUDAFIX_API(cudaGraphEventRecordNodeSetEvent, cudaGraphNode_t, cudaEvent_t);
__CUDAFIX_API(cudaGraphEventWaitNodeGetEvent, cudaGraphNode_t, cudaEvent_t *);
__CUDAFIX_API(cudaGraphEventWaitNodeSetEvent, cudaGraphNode_t, cudaEvent_t);
__CUDAFIX_API(cudaGraphExecChildGraphNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, cudaGraph_t);
__CUDAFIX_API(cudaGraphExecEventRecordNodeSetEvent, cudaGraphExec_t, cudaGraphNode_t, cudaEvent_t);
__CUDAFIX_API(cudaGraphExecEventWaitNodeSetEvent, cudaGraphExec_t, cudaGraphNode_t, cudaEvent_t);
__CUDAFIX_API(cudaGraphExecExternalSemaphoresSignalNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaExternalSemaphoreSignalNodeParams *);
__CUDAFIX_API(cudaGraphExecExternalSemaphoresWaitNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, const cudaExternalSemaphoreWaitNodeParams *);
__CUDAFIX_API(cudaGraphExecGetFlags, cudaGraphExec_t, unsigned long long *);
__CUDAFIX_API(cudaGraphExecMemcpyNodeSetParamsFromSymbol, cudaGraphExec_t, cudaGraphNode_t, void *, const void *, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaGraphExecMemcpyNodeSetParamsToSymbol, cudaGraphExec_t, cudaGraphNode_t, const void *, const void *, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaGraphExecNodeSetParams, cudaGraphExec_t, cudaGraphNode_t, cudaGraphNodeParams *);
__CUDAFIX_API(cudaGraphExternalSemaphoresSignalNodeGetParams, cudaGraphNode_t, cudaExternalSemaphoreSignalNodeParams *);
__CUDAFIX_API(cudaGraphExternalSemaphoresSignalNodeSetParams, cudaGraphNode_t, const cudaExternalSemaphoreSignalNodeParams *);
__CUDAFIX_API(cudaGraphExternalSemaphoresWaitNodeGetParams, cudaGraphNode_t, cudaExternalSemaphoreWaitNodeParams *);
__CUDAFIX_API(cudaGraphExternalSemaphoresWaitNodeSetParams, cudaGraphNode_t, const cudaExternalSemaphoreWaitNodeParams *);
__CUDAFIX_API(cudaGraphGetEdges, cudaGraph_t, cudaGraphNode_t *, cudaGraphNode_t *, cudaGraphEdgeData *, size_t *);
__CUDAFIX_API(cudaGraphHostNodeGetParams, cudaGraphNode_t, cudaHostNodeParams *);
__CUDAFIX_API(cudaGraphHostNodeSetParams, cudaGraphNode_t, const cudaHostNodeParams *);
__CUDAFIX_API(cudaGraphInstantiateWithParams, cudaGraphExec_t *, cudaGraph_t, cudaGraphInstantiateParams *);
__CUDAFIX_API(cudaGraphKernelNodeCopyAttributes, cudaGraphNode_t, cudaGraphNode_t);
__CUDAFIX_API(cudaGraphKernelNodeGetAttribute, cudaGraphNode_t, cudaLaunchAttributeID, cudaLaunchAttributeValue *);
__CUDAFIX_API(cudaGraphKernelNodeSetAttribute, cudaGraphNode_t, cudaLaunchAttributeID, const cudaLaunchAttributeValue *);
__CUDAFIX_API(cudaGraphMemAllocNodeGetParams, cudaGraphNode_t, cudaMemAllocNodeParams *);
__CUDAFIX_API(cudaGraphMemFreeNodeGetParams, cudaGraphNode_t, void *);
__CUDAFIX_API(cudaGraphMemcpyNodeGetParams, cudaGraphNode_t, cudaMemcpy3DParms *);
__CUDAFIX_API(cudaGraphMemcpyNodeSetParams, cudaGraphNode_t, const cudaMemcpy3DParms *);
__CUDAFIX_API(cudaGraphMemcpyNodeSetParams1D, cudaGraphNode_t, void *, const void *, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaGraphMemcpyNodeSetParamsFromSymbol, cudaGraphNode_t, void *, const void *, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaGraphMemcpyNodeSetParamsToSymbol, cudaGraphNode_t, const void *, const void *, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaGraphMemsetNodeGetParams, cudaGraphNode_t, cudaMemsetParams *);
__CUDAFIX_API(cudaGraphMemsetNodeSetParams, cudaGraphNode_t, const cudaMemsetParams *);
__CUDAFIX_API(cudaGraphNodeFindInClone, cudaGraphNode_t *, cudaGraphNode_t, cudaGraph_t);
__CUDAFIX_API(cudaGraphNodeGetDependencies, cudaGraphNode_t, cudaGraphNode_t *, cudaGraphEdgeData *, size_t *);
__CUDAFIX_API(cudaGraphNodeGetDependentNodes, cudaGraphNode_t, cudaGraphNode_t *, cudaGraphEdgeData *, size_t *);
__CUDAFIX_API(cudaGraphNodeGetEnabled, cudaGraphExec_t, cudaGraphNode_t, unsigned *);
__CUDAFIX_API(cudaGraphNodeSetEnabled, cudaGraphExec_t, cudaGraphNode_t, unsigned);
__CUDAFIX_API(cudaGraphNodeSetParams, cudaGraphNode_t, cudaGraphNodeParams *);
__CUDAFIX_API(cudaGraphReleaseUserObject, cudaGraph_t, cudaUserObject_t, unsigned);
__CUDAFIX_API(cudaGraphRemoveDependencies, cudaGraph_t, const cudaGraphNode_t *, const cudaGraphNode_t *, const cudaGraphEdgeData *, size_t);
__CUDAFIX_API(cudaGraphRetainUserObject, cudaGraph_t, cudaUserObject_t, unsigned, unsigned);
__CUDAFIX_API(cudaGraphicsMapResources, int, cudaGraphicsResource_t *, cudaStream_t = 0);
__CUDAFIX_API(cudaGraphicsResourceGetMappedMipmappedArray, cudaMipmappedArray_t *, cudaGraphicsResource_t);
__CUDAFIX_API(cudaGraphicsResourceGetMappedPointer, void **, size_t *, cudaGraphicsResource_t);
__CUDAFIX_API(cudaGraphicsResourceSetMapFlags, cudaGraphicsResource_t, unsigned);
__CUDAFIX_API(cudaGraphicsSubResourceGetMappedArray, cudaArray_t *, cudaGraphicsResource_t, unsigned, unsigned);
__CUDAFIX_API(cudaGraphicsUnmapResources, int, cudaGraphicsResource_t *, cudaStream_t = 0);
__CUDAFIX_API(cudaGraphicsUnregisterResource, cudaGraphicsResource_t);
__CUDAFIX_API(cudaKernelSetAttributeForDevice, cudaKernel_t, cudaFuncAttribute, int, int);
__CUDAFIX_API(cudaLibraryEnumerateKernels, cudaKernel_t *, unsigned, cudaLibrary_t);
__CUDAFIX_API(cudaLibraryGetGlobal, void **, size_t *, cudaLibrary_t, const char *);
__CUDAFIX_API(cudaLibraryGetKernel, cudaKernel_t *, cudaLibrary_t, const char *);
__CUDAFIX_API(cudaLibraryGetKernelCount, unsigned *, cudaLibrary_t);
__CUDAFIX_API(cudaLibraryGetManaged, void **, size_t *, cudaLibrary_t, const char *);
__CUDAFIX_API(cudaLibraryGetUnifiedFunction, void **, cudaLibrary_t, const char *);
__CUDAFIX_API(cudaLibraryLoadData, cudaLibrary_t *, const void *, cudaJitOption *, void **, unsigned, cudaLibraryOption *, void **, unsigned);
__CUDAFIX_API(cudaLibraryLoadFromFile, cudaLibrary_t *, const char *, cudaJitOption *, void **, unsigned, cudaLibraryOption *, void **, unsigned);
__CUDAFIX_API(cudaLibraryUnload, cudaLibrary_t);
__CUDAFIX_API(cudaMemGetDefaultMemPool, cudaMemPool_t *, cudaMemLocation *, cudaMemAllocationType);
__CUDAFIX_API(cudaMemGetMemPool, cudaMemPool_t *, cudaMemLocation *, cudaMemAllocationType);
__CUDAFIX_API(cudaMemPoolExportPointer, cudaMemPoolPtrExportData *, void *);
__CUDAFIX_API(cudaMemPoolExportToShareableHandle, void *, cudaMemPool_t, cudaMemAllocationHandleType, unsigned);
__CUDAFIX_API(cudaMemPoolGetAccess, cudaMemAccessFlags *, cudaMemPool_t, cudaMemLocation *);
__CUDAFIX_API(cudaMemPoolImportFromShareableHandle, cudaMemPool_t *, void *, cudaMemAllocationHandleType, unsigned);
__CUDAFIX_API(cudaMemPoolImportPointer, void **, cudaMemPool_t, cudaMemPoolPtrExportData *);
__CUDAFIX_API(cudaMemPoolSetAccess, cudaMemPool_t, const cudaMemAccessDesc *, size_t);
__CUDAFIX_API(cudaMemRangeGetAttribute, void *, size_t, cudaMemRangeAttribute, const void *, size_t);
__CUDAFIX_API(cudaMemRangeGetAttributes, void **, size_t *, cudaMemRangeAttribute *, size_t, const void *, size_t);
__CUDAFIX_API(cudaMemSetMemPool, cudaMemLocation *, cudaMemAllocationType, cudaMemPool_t);
__CUDAFIX_API(cudaMemcpy2DArrayToArray, cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind);
__CUDAFIX_API(cudaMemcpy2DFromArrayAsync, void *, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpy2DToArrayAsync, cudaArray_t, size_t, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpy3DBatchAsync, size_t, cudaMemcpy3DBatchOp *, unsigned long long, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpy3DPeer, const cudaMemcpy3DPeerParms *);
__CUDAFIX_API(cudaMemcpy3DPeerAsync, const cudaMemcpy3DPeerParms *, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpyBatchAsync, void *const *, const void *const *, const size_t *, size_t, cudaMemcpyAttributes *, size_t *, size_t, cudaStream_t = 0);
__CUDAFIX_API(cudaMemcpyFromArrayAsync, void *, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
__CUDAFIX_API(cudaMipmappedArrayGetMemoryRequirements, cudaArrayMemoryRequirements *, cudaMipmappedArray_t, int);
__CUDAFIX_API(cudaOccupancyAvailableDynamicSMemPerBlock, size_t *, const void *, int, int);
__CUDAFIX_API(cudaOccupancyMaxActiveClusters, int *, const void *, const cudaLaunchConfig_t *);
__CUDAFIX_API(cudaOccupancyMaxPotentialClusterSize, int *, const void *, const cudaLaunchConfig_t *);
__CUDAFIX_API(cudaStreamBeginCaptureToGraph, cudaStream_t, cudaGraph_t, const cudaGraphNode_t *, const cudaGraphEdgeData *, size_t, cudaStreamCaptureMode);
__CUDAFIX_API(cudaStreamGetDevice, cudaStream_t, int *);
__CUDAFIX_API(cudaStreamGetId, cudaStream_t, unsigned long long *);
__CUDAFIX_API(cudaStreamUpdateCaptureDependencies, cudaStream_t, cudaGraphNode_t *, const cudaGraphEdgeData *, size_t, unsigned);
__CUDAFIX_API(cudaThreadExchangeStreamCaptureMode, cudaStreamCaptureMode *);
__CUDAFIX_API(cudaUserObjectCreate, cudaUserObject_t *, void *, cudaHostFn_t, unsigned, unsigned);
__CUDAFIX_API(cudaUserObjectRelease, cudaUserObject_t, unsigned);
__CUDAFIX_API(cudaUserObjectRetain, cudaUserObject_t, unsigned);
}

__CUDAFIX_H cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0) { return cudaSuccess; }
__CUDAFIX_H cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned, cudaStream_t = 0) { return cudaSuccess; }
__CUDAFIX_H cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }
__CUDAFIX_H cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, cudaGraphNode_t *, char *, size_t) { return cudaGraphInstantiateWithFlags(e, g); }
__CUDAFIX_H cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long f = 0) { return cudaGraphInstantiateWithFlags(e, g, f); }
extern "C" cudaError_t __cudafix_graph_update(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo *);
__CUDAFIX_H cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphExecUpdateResultInfo *i) { return __cudafix_graph_update(e, g, i); }
__CUDAFIX_H cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphNode_t *n, cudaGraphExecUpdateResult *r) {
  cudaGraphExecUpdateResultInfo i;
  cudaError_t s = __cudafix_graph_update(e, g, &i);
  *n = i.errorNode;
  *r = i.result;
  return s;
}
__CUDAFIX_H cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) { return {w, h, d}; }
__CUDAFIX_H cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
__CUDAFIX_H cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t d, size_t x, size_t y) { return {p, d, x, y}; }

// The typed forms of cuda_runtime.h.
#define __CUDAFIX_TYPED(RESULT_ARGS, NAME, CALL_ARGS)                                              \
  template <class T> __CUDAFIX_H cudaError_t NAME RESULT_ARGS { return ::NAME CALL_ARGS; }
__CUDAFIX_TYPED((T **p, size_t n), cudaMalloc, ((void **)(void *)p, n))
__CUDAFIX_TYPED((T **p, size_t n, unsigned f = 0), cudaMallocHost, ((void **)(void *)p, n, f))
__CUDAFIX_TYPED((T **p, size_t n, unsigned f), cudaHostAlloc, ((void **)(void *)p, n, f))
__CUDAFIX_TYPED((T **p, size_t n, unsigned f = cudaMemAttachGlobal), cudaMallocManaged, ((void **)(void *)p, n, f))
__CUDAFIX_TYPED((T **p, size_t n, cudaStream_t s), cudaMallocAsync, ((void **)(void *)p, n, s))
__CUDAFIX_TYPED((T **p, size_t *q, size_t w, size_t h), cudaMallocPitch, ((void **)(void *)p, q, w, h))
__CUDAFIX_TYPED((T **p, void *h, unsigned f), cudaHostGetDevicePointer, ((void **)(void *)p, h, f))
__CUDAFIX_TYPED((void **p, const T &s), cudaGetSymbolAddress, (p, (const void *)&s))
__CUDAFIX_TYPED((size_t *p, const T &s), cudaGetSymbolSize, (p, (const void *)&s))
__CUDAFIX_TYPED((const T &s, const void *p, size_t n, size_t o = 0, cudaMemcpyKind k = cudaMemcpyHostToDevice), cudaMemcpyToSymbol, ((const void *)&s, p, n, o, k))
__CUDAFIX_TYPED((const T &s, const void *p, size_t n, size_t o = 0, cudaMemcpyKind k = cudaMemcpyHostToDevice, cudaStream_t st = 0), cudaMemcpyToSymbolAsync, ((const void *)&s, p, n, o, k, st))
__CUDAFIX_TYPED((void *d, const T &s, size_t n, size_t o = 0, cudaMemcpyKind k = cudaMemcpyDeviceToHost), cudaMemcpyFromSymbol, (d, (const void *)&s, n, o, k))
__CUDAFIX_TYPED((void *d, const T &s, size_t n, size_t o = 0, cudaMemcpyKind k = cudaMemcpyDeviceToHost, cudaStream_t st = 0), cudaMemcpyFromSymbolAsync, (d, (const void *)&s, n, o, k, st))
__CUDAFIX_TYPED((T *f, cudaFuncCache c), cudaFuncSetCacheConfig, ((const void *)f, c))
__CUDAFIX_TYPED((T *f, cudaSharedMemConfig c), cudaFuncSetSharedMemConfig, ((const void *)f, c))
__CUDAFIX_TYPED((T *f, cudaFuncAttribute a, int v), cudaFuncSetAttribute, ((const void *)f, a, v))
__CUDAFIX_TYPED((cudaFuncAttributes *a, T *f), cudaFuncGetAttributes, (a, (const void *)f))
__CUDAFIX_TYPED((T *f, dim3 g, dim3 b, void **a, size_t s = 0, cudaStream_t st = 0), cudaLaunchKernel, ((const void *)f, g, b, a, s, st))
__CUDAFIX_TYPED((T *f, dim3 g, dim3 b, void **a, size_t s = 0, cudaStream_t st = 0), cudaLaunchCooperativeKernel, ((const void *)f, g, b, a, s, st))
__CUDAFIX_TYPED((int *n, T f, int b, size_t s), cudaOccupancyMaxActiveBlocksPerMultiprocessor, (n, (const void *)f, b, s))
#undef __CUDAFIX_TYPED
template <class T> __CUDAFIX_H cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, T f, int b, size_t s, unsigned) { return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, f, b, s); }
template <class T> __CUDAFIX_H cudaError_t cudaSetupArgument(T a, size_t o) { return ::cudaSetupArgument(&a, sizeof(a), o); }
template <class T> __CUDAFIX_H cudaError_t cudaLaunch(T *f) { return ::cudaLaunch((const void *)f); }
extern "C" cudaError_t __cudafix_block_size(int *grid, int *block);
template <class T> __CUDAFIX_H cudaError_t cudaOccupancyMaxPotentialBlockSize(int *g, int *b, T, size_t = 0, int = 0) { return __cudafix_block_size(g, b); }
template <class T> __CUDAFIX_H cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *g, int *b, T, size_t = 0, int = 0, unsigned = 0) { return __cudafix_block_size(g, b); }
template <class T, class F> __CUDAFIX_H cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *g, int *b, T, F, int = 0) { return __cudafix_block_size(g, b); }
template <class T, class F> __CUDAFIX_H cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *g, int *b, T, F, int = 0, unsigned = 0) { return __cudafix_block_size(g, b); }
template <class T> __CUDAFIX_H cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *n, T *f, int blocks, int size) { return ::cudaOccupancyAvailableDynamicSMemPerBlock(n, (const void *)f, blocks, size); }
template <class T> __CUDAFIX_H cudaError_t cudaOccupancyMaxActiveClusters(int *n, T *f, const cudaLaunchConfig_t *c) { return ::cudaOccupancyMaxActiveClusters(n, (const void *)f, c); }
template <class T> __CUDAFIX_H cudaError_t cudaOccupancyMaxPotentialClusterSize(int *n, T *f, const cudaLaunchConfig_t *c) { return ::cudaOccupancyMaxPotentialClusterSize(n, (const void *)f, c); }
__CUDAFIX_H cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
__CUDAFIX_H cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
__CUDAFIX_H cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return {16, 16, 0, 0, cudaChannelFormatKindFloat}; }
__CUDAFIX_H cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return {16, 16, 16, 16, cudaChannelFormatKindFloat}; }
template <class... P, class... A>
__CUDAFIX_H cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*f)(P...), A &&...a) {
  void *args[] = {(void *)&a..., nullptr};
  return ::cudaLaunchKernelExC(c, (const void *)f, args);
}
#endif
