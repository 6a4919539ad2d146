// SPDX-License-Identifier: Apache-2.0
//
// The CUDA runtime that the host code of a simulated program calls. All work is done immediately
// and in the order of the calls, which is allowed for any order of streams and events.
#pragma once

#include "simulate/runtime/Device.h"
#include "simulate/runtime/Graph.h"
#include <chrono>
#include <mutex>

namespace cudafix::simulate {

/// A call configuration between its push and its pop.
struct PushedLaunch {
  api::dim3 Grid, Block;
  size_t Shared;
  void *Stream;
};

/// An array of textures: rows of texels.
struct ArrayObject {
  api::cudaChannelFormatDesc Format;
  api::cudaExtent Extent;
  unsigned Flags = 0;
  size_t TexelBytes = 0;
  char *Data = nullptr;
  size_t rowBytes() const { return Extent.width * TexelBytes; }
  size_t rows() const { return std::max<size_t>(Extent.height, 1); }
};

/// A program's runtime; one at a time in a process.
class Runtime {
public:
  explicit Runtime(Device &D);
  ~Runtime();
  Runtime(const Runtime &) = delete;
  /// The runtime that calls from the program use.
  static Runtime &get();

  /// Launches name a kernel by the address of its host function, `Stub`.
  void addKernel(const void *Stub, DeviceKernel &K) { ByStub.try_emplace(Stub, &K); }
  /// The host's texture or surface reference, and the device variable that holds its handle.
  void addReference(const void *Host, char *Handle) { References[Host] = Handle; }
  DeviceKernel *kernel(const void *Stub) const;

  /// Name and address of every function.
  static std::vector<std::pair<llvm::StringRef, void *>> functions();

  api::cudaError_t fail(api::cudaError_t E) {
    if (E != api::cudaSuccess)
      Last = E;
    return E;
  }
  api::cudaError_t allocate(void **P, size_t Bytes);
  api::cudaError_t release(void *P);
  api::cudaError_t copy(void *To, const void *From, size_t Bytes);
  api::cudaError_t fill(void *To, int Byte, size_t Bytes);
  /// The array of a handle, or null.
  ArrayObject *array(const void *Handle);
  /// Adds a texture or surface under a new handle, which is never 0.
  uint64_t addTexture(const Texture &T);
  /// Makes `T` the texture of a reference, replacing its previous one; null: removes it.
  api::cudaError_t bind(const void *Reference, const Texture *T);
  api::cudaError_t launch(const void *Stub, api::dim3 Grid, api::dim3 Block, void **Arguments,
                          size_t Shared, const LaunchTogether &Together);

  Device &D;
  /// Host code may have several threads.
  std::recursive_mutex Lock;
  api::cudaError_t Last = api::cudaSuccess;
  api::cudaError_t Sticky = api::cudaSuccess; ///< after a fault, every call fails
  std::vector<PushedLaunch> Pushed;
  std::map<const void *, std::chrono::steady_clock::time_point> Events; ///< when recorded
  std::map<const void *, std::unique_ptr<ArrayObject>> Arrays;
  GraphStore Graphs;
  std::function<void()> AfterLaunch;

private:
  bool isOutside(const void *P, size_t Bytes, const char *What);
  std::map<const void *, DeviceKernel *> ByStub;
  std::map<const void *, char *> References;
  uint64_t LastTexture = 0;
  uint64_t Allocations = 0;
};

/// The functions by file of the implementation.
using RuntimeFunctions = std::vector<std::pair<llvm::StringRef, void *>>;
void addMemoryFunctions(RuntimeFunctions &To);
void addDeviceFunctions(RuntimeFunctions &To);
void addLaunchFunctions(RuntimeFunctions &To);
void addTextureFunctions(RuntimeFunctions &To);
void addGraphFunctions(RuntimeFunctions &To);

} // namespace cudafix::simulate
