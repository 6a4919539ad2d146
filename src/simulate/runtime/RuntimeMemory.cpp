// SPDX-License-Identifier: Apache-2.0
//
// Memory, copies, arrays and symbols. Host variables that represent device variables have the
// device variables' addresses, so a symbol is a pointer.
#include "simulate/runtime/RuntimeCalls.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

namespace cudafix::simulate {
namespace {

using namespace api;

/// The alignment of rows in cudaMallocPitch, and of every allocation.
constexpr size_t PitchBytes = 512;

cudaError_t allocate(void **P, size_t Bytes) { return Locked()->allocate(P, Bytes); }
cudaError_t allocateFlags(void **P, size_t Bytes, unsigned) { return Locked()->allocate(P, Bytes); }
/// In a graph, the address is the same in every launch.
cudaError_t allocateAsync(void **P, size_t Bytes, cudaStream_t S) {
  if (!isCaptured(S))
    return Locked()->allocate(P, Bytes);
  enqueue(S, cudaGraphNodeTypeMemAlloc, nullptr);
  return allocateForGraph(P, Bytes);
}
cudaError_t allocateFromPool(void **P, size_t Bytes, cudaMemPool_t, cudaStream_t S) {
  return allocateAsync(P, Bytes, S);
}
cudaError_t release(void *P) { return Locked()->release(P); }
cudaError_t releaseAsync(void *P, cudaStream_t S) {
  if (!isCaptured(S))
    return Locked()->release(P);
  return enqueue(S, cudaGraphNodeTypeMemFree, nullptr);
}

cudaError_t allocatePitch(void **P, size_t *Pitch, size_t Width, size_t Height) {
  *Pitch = llvm::alignTo(Width, PitchBytes);
  return Locked()->allocate(P, *Pitch * Height);
}

cudaError_t allocate3D(cudaPitchedPtr *P, cudaExtent E) {
  P->pitch = llvm::alignTo(E.width, PitchBytes);
  P->xsize = E.width;
  P->ysize = E.height;
  return Locked()->allocate(&P->ptr, P->pitch * E.height * E.depth);
}

cudaError_t copy(void *To, const void *From, size_t Bytes, cudaMemcpyKind) {
  return Locked()->copy(To, From, Bytes);
}
cudaError_t copyAsync(void *To, const void *From, size_t Bytes, cudaMemcpyKind, cudaStream_t S) {
  return enqueue(S, cudaGraphNodeTypeMemcpy, [=] { return Locked()->copy(To, From, Bytes); });
}
cudaError_t copyPeer(void *To, int, const void *From, int, size_t Bytes) {
  return Locked()->copy(To, From, Bytes);
}
cudaError_t copyPeerAsync(void *To, int, const void *From, int, size_t Bytes, cudaStream_t S) {
  return copyAsync(To, From, Bytes, cudaMemcpyDeviceToDevice, S);
}

/// A box of rows.
struct Box {
  char *Start;
  size_t Pitch, SlicePitch;
  char *row(size_t Y, size_t Z) const { return Start + Z * SlicePitch + Y * Pitch; }
};

cudaError_t copyBox(Box To, Box From, size_t Width, size_t Height, size_t Depth) {
  Locked R;
  for (size_t Z = 0; Z < Depth; ++Z)
    for (size_t Y = 0; Y < Height; ++Y)
      if (cudaError_t E = R->copy(To.row(Y, Z), From.row(Y, Z), Width); E != cudaSuccess)
        return E;
  return R->fail(R->Sticky);
}

Box rows(const void *P, size_t Pitch) {
  return {static_cast<char *>(const_cast<void *>(P)), Pitch, 0};
}

cudaError_t copy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width,
                   size_t Height, cudaMemcpyKind) {
  if (Width > ToPitch || Width > FromPitch)
    return Locked()->fail(cudaErrorInvalidPitchValue);
  return copyBox(rows(To, ToPitch), rows(From, FromPitch), Width, Height, 1);
}
cudaError_t copy2DAsync(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width,
                        size_t Height, cudaMemcpyKind Kind, cudaStream_t S) {
  return enqueue(S, cudaGraphNodeTypeMemcpy,
                 [=] { return copy2D(To, ToPitch, From, FromPitch, Width, Height, Kind); });
}

ArrayObject *arrayOf(const void *Handle) { return Locked()->array(Handle); }

Box boxOf(const ArrayObject &A, cudaPos At) {
  size_t Slice = A.rowBytes() * A.rows();
  return {A.Data + At.z * Slice + At.y * A.rowBytes() + At.x * A.TexelBytes, A.rowBytes(), Slice};
}

Box boxOf(const cudaPitchedPtr &P, cudaPos At) {
  size_t Slice = P.pitch * std::max<size_t>(P.ysize, 1);
  return {static_cast<char *>(P.ptr) + At.z * Slice + At.y * P.pitch + At.x, P.pitch, Slice};
}

} // namespace

cudaError_t copy3D(const cudaMemcpy3DParms *P) {
  ArrayObject *From = arrayOf(P->srcArray), *To = arrayOf(P->dstArray);
  size_t Texel = From ? From->TexelBytes : To ? To->TexelBytes : 1;
  return copyBox(To ? boxOf(*To, P->dstPos) : boxOf(P->dstPtr, P->dstPos),
                 From ? boxOf(*From, P->srcPos) : boxOf(P->srcPtr, P->srcPos),
                 P->extent.width * Texel, P->extent.height, P->extent.depth);
}

namespace {

cudaError_t copy3DAsync(const cudaMemcpy3DParms *P, cudaStream_t S) {
  return enqueue(S, cudaGraphNodeTypeMemcpy, [Kept = *P] { return copy3D(&Kept); });
}

cudaError_t fill(void *To, int Byte, size_t Bytes) { return Locked()->fill(To, Byte, Bytes); }
cudaError_t fillAsync(void *To, int Byte, size_t Bytes, cudaStream_t S) {
  return enqueue(S, cudaGraphNodeTypeMemset, [=] { return Locked()->fill(To, Byte, Bytes); });
}
cudaError_t fillBox(Box To, int Byte, size_t Width, size_t Height, size_t Depth) {
  Locked R;
  for (size_t Z = 0; Z < Depth; ++Z)
    for (size_t Y = 0; Y < Height; ++Y)
      if (cudaError_t E = R->fill(To.row(Y, Z), Byte, Width); E != cudaSuccess)
        return E;
  return R->fail(R->Sticky);
}
cudaError_t fill2D(void *To, size_t Pitch, int Byte, size_t Width, size_t Height) {
  return fillBox(rows(To, Pitch), Byte, Width, Height, 1);
}
cudaError_t fill2DAsync(void *To, size_t Pitch, int Byte, size_t Width, size_t Height,
                        cudaStream_t S) {
  return enqueue(S, cudaGraphNodeTypeMemset,
                 [=] { return fill2D(To, Pitch, Byte, Width, Height); });
}
cudaError_t fill3D(cudaPitchedPtr P, int Byte, cudaExtent E) {
  return fillBox(boxOf(P, {0, 0, 0}), Byte, E.width, E.height, E.depth);
}
cudaError_t fill3DAsync(cudaPitchedPtr P, int Byte, cudaExtent E, cudaStream_t S) {
  return enqueue(S, cudaGraphNodeTypeMemset, [=] { return fill3D(P, Byte, E); });
}

//===-- Arrays --------------------------------------------------------------------------===//

cudaError_t allocate3DArray(cudaArray_t *A, const cudaChannelFormatDesc *Format, cudaExtent Extent,
                            unsigned Flags) {
  Locked R;
  auto New = std::make_unique<ArrayObject>();
  New->Format = *Format;
  New->Extent = Extent;
  New->Flags = Flags;
  New->TexelBytes = (Format->x + Format->y + Format->z + Format->w) / 8;
  void *Data = nullptr;
  size_t Bytes = New->rowBytes() * New->rows() * std::max<size_t>(Extent.depth, 1);
  if (cudaError_t E = R->allocate(&Data, Bytes); E != cudaSuccess)
    return E;
  New->Data = static_cast<char *>(Data);
  *A = reinterpret_cast<cudaArray_t>(New.get());
  R->Arrays[New.get()] = std::move(New);
  return cudaSuccess;
}
cudaError_t allocateArray(cudaArray_t *A, const cudaChannelFormatDesc *Format, size_t Width,
                          size_t Height, unsigned Flags) {
  return allocate3DArray(A, Format, {Width, Height, 0}, Flags);
}
cudaError_t releaseArray(cudaArray_t Handle) {
  Locked R;
  if (ArrayObject *A = arrayOf(Handle))
    R->release(A->Data);
  R->Arrays.erase(Handle);
  return R->fail(R->Sticky);
}
cudaError_t arrayInfo(cudaChannelFormatDesc *Format, cudaExtent *Extent, unsigned *Flags,
                      cudaArray_t Handle) {
  ArrayObject *A = arrayOf(Handle);
  if (!A)
    return Locked()->fail(cudaErrorInvalidResourceHandle);
  if (Format)
    *Format = A->Format;
  if (Extent)
    *Extent = A->Extent;
  if (Flags)
    *Flags = A->Flags;
  return cudaSuccess;
}
cudaError_t channelOf(cudaChannelFormatDesc *Format, cudaArray_const_t Handle) {
  return arrayInfo(Format, nullptr, nullptr, const_cast<cudaArray_t>(Handle));
}
cudaChannelFormatDesc makeChannel(int X, int Y, int Z, int W, cudaChannelFormatKind Kind) {
  return {X, Y, Z, W, Kind};
}

/// Copies linear bytes into or out of an array, row by row from a position on.
cudaError_t copyLinear(cudaArray_const_t Handle, size_t X, size_t Y, char *Linear, size_t Bytes,
                       bool Into) {
  ArrayObject *A = arrayOf(Handle);
  if (!A)
    return Locked()->fail(cudaErrorInvalidResourceHandle);
  char *At = A->Data + Y * A->rowBytes() + X;
  return Into ? Locked()->copy(At, Linear, Bytes) : Locked()->copy(Linear, At, Bytes);
}
cudaError_t copyToArray(cudaArray_t A, size_t X, size_t Y, const void *From, size_t Bytes,
                        cudaMemcpyKind) {
  return copyLinear(A, X, Y, static_cast<char *>(const_cast<void *>(From)), Bytes, true);
}
cudaError_t copyToArrayAsync(cudaArray_t A, size_t X, size_t Y, const void *From, size_t Bytes,
                             cudaMemcpyKind Kind, cudaStream_t S) {
  return enqueue(S, cudaGraphNodeTypeMemcpy,
                 [=] { return copyToArray(A, X, Y, From, Bytes, Kind); });
}
cudaError_t copyFromArray(void *To, cudaArray_const_t A, size_t X, size_t Y, size_t Bytes,
                          cudaMemcpyKind) {
  return copyLinear(A, X, Y, static_cast<char *>(To), Bytes, false);
}
cudaError_t copy2DToArray(cudaArray_t Handle, size_t X, size_t Y, const void *From, size_t Pitch,
                          size_t Width, size_t Height, cudaMemcpyKind) {
  ArrayObject *A = arrayOf(Handle);
  if (!A)
    return Locked()->fail(cudaErrorInvalidResourceHandle);
  return copyBox(rows(A->Data + Y * A->rowBytes() + X, A->rowBytes()), rows(From, Pitch), Width,
                 Height, 1);
}
cudaError_t copy2DFromArray(void *To, size_t Pitch, cudaArray_const_t Handle, size_t X, size_t Y,
                            size_t Width, size_t Height, cudaMemcpyKind) {
  ArrayObject *A = arrayOf(Handle);
  if (!A)
    return Locked()->fail(cudaErrorInvalidResourceHandle);
  return copyBox(rows(To, Pitch), rows(A->Data + Y * A->rowBytes() + X, A->rowBytes()), Width,
                 Height, 1);
}

//===-- Symbols and questions -----------------------------------------------------------===//

/// The address of a variable, which in old toolkits may also be named by a string; null: there is
/// none.
char *addressOfSymbol(const void *Symbol) {
  Locked R;
  if (R->D.object(Symbol, 1) || !Symbol)
    return static_cast<char *>(const_cast<void *>(Symbol));
  constexpr size_t MaxName = 256;
  auto *Name = static_cast<const char *>(Symbol);
  size_t Length = 0;
  while (Length < MaxName && (llvm::isAlnum(Name[Length]) || Name[Length] == '_'))
    ++Length;
  return Name[Length] ? nullptr : R->D.variableOfSource({Name, Length});
}

cudaError_t copyToSymbol(const void *Symbol, const void *From, size_t Bytes, size_t Offset,
                         cudaMemcpyKind) {
  char *To = addressOfSymbol(Symbol);
  return To ? Locked()->copy(To + Offset, From, Bytes) : Locked()->fail(cudaErrorInvalidSymbol);
}
cudaError_t copyToSymbolAsync(const void *Symbol, const void *From, size_t Bytes, size_t Offset,
                              cudaMemcpyKind Kind, cudaStream_t S) {
  return enqueue(S, cudaGraphNodeTypeMemcpy,
                 [=] { return copyToSymbol(Symbol, From, Bytes, Offset, Kind); });
}
cudaError_t copyFromSymbol(void *To, const void *Symbol, size_t Bytes, size_t Offset,
                           cudaMemcpyKind) {
  const char *From = addressOfSymbol(Symbol);
  return From ? Locked()->copy(To, From + Offset, Bytes) : Locked()->fail(cudaErrorInvalidSymbol);
}
cudaError_t copyFromSymbolAsync(void *To, const void *Symbol, size_t Bytes, size_t Offset,
                                cudaMemcpyKind Kind, cudaStream_t S) {
  return enqueue(S, cudaGraphNodeTypeMemcpy,
                 [=] { return copyFromSymbol(To, Symbol, Bytes, Offset, Kind); });
}
cudaError_t symbolAddress(void **P, const void *Symbol) {
  *P = addressOfSymbol(Symbol);
  return Locked()->fail(*P ? Locked()->Sticky : cudaErrorInvalidSymbol);
}
cudaError_t symbolSize(size_t *Bytes, const void *Symbol) {
  Locked R;
  const Object *O = R->D.object(addressOfSymbol(Symbol), 1);
  if (!O)
    return R->fail(cudaErrorInvalidSymbol);
  *Bytes = O->End - O->Begin;
  return R->fail(R->Sticky);
}

cudaError_t memoryInfo(size_t *Free, size_t *Total) {
  Locked R;
  *Total = R->D.memory().size();
  *Free = *Total - R->D.memory().mark();
  return R->fail(R->Sticky);
}
cudaError_t devicePointer(void **P, void *Host, unsigned) {
  *P = Host;
  return cudaSuccess;
}
cudaError_t flagsOf(unsigned *Flags, void *) {
  *Flags = 0;
  return cudaSuccess;
}
cudaError_t attributesOf(cudaPointerAttributes *A, const void *P) {
  Locked R;
  bool OnDevice = R->D.memory().contains(reinterpret_cast<uintptr_t>(P));
  bool Registered = R->D.memory().registered(reinterpret_cast<uintptr_t>(P));
  std::memset(A, 0, sizeof(*A));
  A->type = A->memoryType = OnDevice     ? cudaMemoryTypeDevice
                            : Registered ? cudaMemoryTypeHost
                                         : cudaMemoryTypeUnregistered;
  A->device = OnDevice || Registered ? 0 : -2;
  A->devicePointer = OnDevice || Registered ? const_cast<void *>(P) : nullptr;
  A->hostPointer = A->devicePointer;
  return R->fail(R->Sticky);
}

/// Kernels access registered host memory in place.
cudaError_t registerHost(void *P, size_t Bytes, unsigned) {
  Locked R;
  if (!P || !Bytes)
    return R->fail(cudaErrorInvalidValue);
  Memory &Mem = R->D.memory();
  if (Mem.registered(reinterpret_cast<uintptr_t>(P)))
    return R->fail(cudaErrorHostMemoryAlreadyRegistered);
  void *Cells = nullptr;
  if (cudaError_t E = R->allocate(&Cells, Bytes); E != cudaSuccess)
    return E;
  Mem.registerHost(P, Bytes, static_cast<char *>(Cells));
  return R->fail(R->Sticky);
}
cudaError_t unregisterHost(void *P) {
  Locked R;
  char *Cells = R->D.memory().unregisterHost(P);
  return Cells ? R->release(Cells) : R->fail(cudaErrorHostMemoryNotRegistered);
}

} // namespace

void addMemoryFunctions(RuntimeFunctions &To) {
  To.insert(
      To.end(),
      {
          {"cudaMalloc", addressOf(allocate)},
          {"cudaMallocHost", addressOf(allocateFlags)},
          {"cudaHostAlloc", addressOf(allocateFlags)},
          {"cudaMallocManaged", addressOf(allocateFlags)},
          {"cudaMallocAsync", addressOf(allocateAsync)},
          {"cudaMallocFromPoolAsync", addressOf(allocateFromPool)},
          {"cudaMallocPitch", addressOf(allocatePitch)},
          {"cudaMalloc3D", addressOf(allocate3D)},
          {"cudaFree", addressOf(release)},
          {"cudaFreeHost", addressOf(release)},
          {"cudaFreeAsync", addressOf(releaseAsync)},
          {"cudaMemcpy", addressOf(copy)},
          {"cudaMemcpyAsync", addressOf(copyAsync)},
          {"cudaMemcpyPeer", addressOf(copyPeer)},
          {"cudaMemcpyPeerAsync", addressOf(copyPeerAsync)},
          {"cudaMemcpy2D", addressOf(copy2D)},
          {"cudaMemcpy2DAsync", addressOf(copy2DAsync)},
          {"cudaMemcpy3D", addressOf(copy3D)},
          {"cudaMemcpy3DAsync", addressOf(copy3DAsync)},
          {"cudaMemset", addressOf(fill)},
          {"cudaMemsetAsync", addressOf(fillAsync)},
          {"cudaMemset2D", addressOf(fill2D)},
          {"cudaMemset2DAsync", addressOf(fill2DAsync)},
          {"cudaMemset3D", addressOf(fill3D)},
          {"cudaMemset3DAsync", addressOf(fill3DAsync)},
          {"cudaMallocArray", addressOf(allocateArray)},
          {"cudaMalloc3DArray", addressOf(allocate3DArray)},
          {"cudaFreeArray", addressOf(releaseArray)},
          {"cudaArrayGetInfo", addressOf(arrayInfo)},
          {"cudaGetChannelDesc", addressOf(channelOf)},
          {"_Z21cudaCreateChannelDesciiii21cudaChannelFormatKind", addressOf(makeChannel)},
          {"cudaCreateChannelDesc", addressOf(makeChannel)},
          {"cudaMemcpyToArray", addressOf(copyToArray)},
          {"cudaMemcpyToArrayAsync", addressOf(copyToArrayAsync)},
          {"cudaMemcpyFromArray", addressOf(copyFromArray)},
          {"cudaMemcpy2DToArray", addressOf(copy2DToArray)},
          {"cudaMemcpy2DFromArray", addressOf(copy2DFromArray)},
          {"cudaMemcpyToSymbol", addressOf(copyToSymbol)},
          {"cudaMemcpyToSymbolAsync", addressOf(copyToSymbolAsync)},
          {"cudaMemcpyFromSymbol", addressOf(copyFromSymbol)},
          {"cudaMemcpyFromSymbolAsync", addressOf(copyFromSymbolAsync)},
          {"cudaGetSymbolAddress", addressOf(symbolAddress)},
          {"cudaGetSymbolSize", addressOf(symbolSize)},
          {"cudaMemGetInfo", addressOf(memoryInfo)},
          {"cudaHostGetDevicePointer", addressOf(devicePointer)},
          {"cudaHostGetFlags", addressOf(flagsOf)},
          {"cudaPointerGetAttributes", addressOf(attributesOf)},
          {"cudaHostRegister", addressOf(registerHost)},
          {"cudaHostUnregister", addressOf(unregisterHost)},
          {"cudaMemAdvise", addressOf(succeed<const void *, size_t, cudaMemoryAdvise, int>)},
          {"cudaStreamAttachMemAsync", addressOf(succeed<cudaStream_t, void *, size_t, unsigned>)},
          {"cudaMemPoolSetAttribute", addressOf(succeed<cudaMemPool_t, cudaMemPoolAttr, void *>)},
          {"cudaMemPoolTrimTo", addressOf(succeed<cudaMemPool_t, size_t>)},
          {"cudaMemPoolDestroy", addressOf(succeed<cudaMemPool_t>)},
      });
}

} // namespace cudafix::simulate
