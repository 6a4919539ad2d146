// SPDX-License-Identifier: Apache-2.0
#include "simulate/runtime/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <cstring>

namespace cudafix::simulate {

using namespace api;

/// The functions called by compiled code get no pointer to their runtime.
static Runtime *Active = nullptr;

Runtime::Runtime(Device &D) : D(D) {
  assert(!Active && "one runtime at a time");
  Active = this;
}

Runtime::~Runtime() { Active = nullptr; }

Runtime &Runtime::get() { return *Active; }

DeviceKernel *Runtime::kernel(const void *Stub) const {
  auto At = ByStub.find(Stub);
  return At == ByStub.end() ? nullptr : At->second;
}

std::vector<std::pair<llvm::StringRef, void *>> Runtime::functions() {
  RuntimeFunctions All;
  addMemoryFunctions(All);
  addDeviceFunctions(All);
  addLaunchFunctions(All);
  addTextureFunctions(All);
  addGraphFunctions(All);
  return All;
}

cudaError_t Runtime::allocate(void **P, size_t Bytes) {
  if (!P)
    return fail(cudaErrorInvalidValue);
  *P = nullptr;
  if (!Bytes)
    return fail(Sticky);
  std::string Name =
      "allocation " + std::to_string(++Allocations) + " (" + std::to_string(Bytes) + " bytes)";
  *P = D.memory().allocate(Bytes, ObjectKind::Argument, Name);
  return fail(*P ? Sticky : cudaErrorMemoryAllocation);
}

cudaError_t Runtime::release(void *P) {
  if (Graphs.Memory.count(P))
    return fail(Sticky);
  if (!P || D.memory().free(static_cast<char *>(P)))
    return fail(Sticky);
  return fail(cudaErrorInvalidValue);
}

/// A range that begins in device memory must end in the same object.
bool Runtime::isOutside(const void *P, size_t Bytes, const char *What) {
  if (!D.memory().contains(reinterpret_cast<uintptr_t>(P)) || D.object(P, Bytes))
    return false;
  const Object *O = D.object(P, 1);
  D.note(std::string(What) + " of " + std::to_string(Bytes) +
         " bytes: " + (O ? "reaches beyond '" + O->Name + "'" : "no such device memory"));
  return true;
}

cudaError_t Runtime::copy(void *To, const void *From, size_t Bytes) {
  if (!Bytes)
    return fail(Sticky);
  if (!To || !From || isOutside(To, Bytes, "a copy") || isOutside(From, Bytes, "a copy"))
    return fail(cudaErrorInvalidValue);
  std::memmove(To, From, Bytes);
  return fail(Sticky);
}

cudaError_t Runtime::fill(void *To, int Byte, size_t Bytes) {
  if (!Bytes)
    return fail(Sticky);
  auto At = reinterpret_cast<uintptr_t>(To);
  if (!(D.memory().contains(At) || D.memory().registered(At)) || isOutside(To, Bytes, "a memset"))
    return fail(cudaErrorInvalidValue);
  std::memset(To, Byte, Bytes);
  return fail(Sticky);
}

ArrayObject *Runtime::array(const void *Handle) {
  auto At = Arrays.find(Handle);
  return At == Arrays.end() ? nullptr : At->second.get();
}

uint64_t Runtime::addTexture(const Texture &T) {
  D.textures()[++LastTexture] = T;
  return LastTexture;
}

cudaError_t Runtime::bind(const void *Reference, const Texture *T) {
  auto At = References.find(Reference);
  if (At == References.end())
    return fail(Sticky); // no kernel reads it
  uint64_t Handle;
  std::memcpy(&Handle, At->second, sizeof(Handle));
  D.textures().erase(Handle);
  Handle = T ? addTexture(*T) : 0;
  std::memcpy(At->second, &Handle, sizeof(Handle));
  return fail(Sticky);
}

cudaError_t Runtime::launch(const void *Stub, dim3 Grid, dim3 Block, void **Arguments,
                            size_t Shared, const LaunchTogether &Together) {
  DeviceKernel *K = kernel(Stub);
  if (!K)
    return fail(cudaErrorInvalidDeviceFunction);
  if (Sticky != cudaSuccess)
    return fail(Sticky);
  LaunchRequest Request;
  Request.Grid = {Grid.x, Grid.y, Grid.z};
  Request.Block = {Block.x, Block.y, Block.z};
  Request.DynamicShared = Shared;
  Request.Together = Together;
  Request.Arguments = Arguments;
  LaunchResult R = D.launch(*K, Request);
  if (AfterLaunch)
    AfterLaunch();
  switch (R) {
  case LaunchResult::Done:
    return cudaSuccess;
  case LaunchResult::BadConfiguration:
    return fail(cudaErrorInvalidConfiguration);
  case LaunchResult::TooMuchShared:
    return fail(cudaErrorInvalidValue);
  case LaunchResult::NoCode:
    return fail(cudaErrorNoKernelImageForDevice);
  case LaunchResult::Failed:
    Sticky = cudaErrorLaunchFailure;
    break;
  case LaunchResult::GaveUp:
    Sticky = cudaErrorLaunchTimeout;
  }
  Last = Sticky; // reported by the next call, as on a device
  return cudaSuccess;
}

} // namespace cudafix::simulate
