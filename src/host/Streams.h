// SPDX-License-Identifier: Apache-2.0
//
// The stream that a handle in host code denotes (CUDA C++ Programming Guide, "Streams"; Runtime
// API, "Stream synchronization behavior").
#pragma once

#include "host/HostMemory.h"

namespace cudafix::host {

struct Stream {
  enum class Kind : uint8_t {
    Legacy,    ///< the default stream; all blocking streams wait for it, and it waits for them
    PerThread, ///< the default stream of the host thread; a blocking stream
    Created,
    Unknown,
  } What = Kind::Unknown;
  const llvm::Value *Object = nullptr; ///< Created: the variable that holds the handle
  int64_t Offset = 0;
  const llvm::CallBase *Call = nullptr; ///< Created: by this call; null: by one of several calls
  bool MayBlock = true;                 ///< may have been created without cudaStreamNonBlocking
};

/// Returns true if the two are certainly different streams.
bool surelyDiffer(const Stream &A, const Stream &B);

class Streams {
public:
  /// `PerThread`: the default stream is that of the host thread.
  Streams(HostMemory &Memory, bool PerThread) : Memory(Memory), PerThread(PerThread) {}
  Stream of(llvm::Value *Handle, unsigned Depth = 0);

private:
  Stream held(const Content &C, unsigned Depth);
  std::optional<Stream> filledByCreation(Place At);

  HostMemory &Memory;
  bool PerThread;
};

} // namespace cudafix::host
