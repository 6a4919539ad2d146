// SPDX-License-Identifier: Apache-2.0
//
// The operations that host code puts into streams (launches, copies and fills), with the memory
// they access.
#pragma once

#include "host/HostModule.h"
#include "host/Origins.h"
#include "host/Streams.h"
#include "model/Launch.h"

namespace cudafix::host {

/// The memory behind one pointer of an operation.
struct Touch {
  PointerOrigin Pointer;
  ArrayId Array = NoId; ///< launches: of the kernel's model
  bool Writes = false;  ///< copies and fills
  uint64_t Bytes = 0;   ///< copies and fills: bytes that are certainly accessed from the pointer on
};

struct StreamOp {
  llvm::CallBase *Call = nullptr;
  Stream In;
  const Kernel *Launched = nullptr; ///< null: a copy or fill
  std::vector<Touch> Touches;
  std::map<SymbolId, uint64_t> Constants; ///< launches: values of parameters and dimensions
  bool Waits = false;                     ///< host code continues only when it is done
  bool MayWait = false;   ///< may wait for earlier operations in its stream (pageable memory)
  bool MayBeDone = false; ///< it may be done when the call returns
  bool Overlaps = false;  ///< launches: may begin before earlier operations are done
  SourceLoc Loc;
  std::string Name; ///< name of the called function
};

/// The operations of one function.
class StreamOps {
public:
  using Models = llvm::function_ref<const Kernel *(const std::string &Mangled)>;
  StreamOps(llvm::Function &F, HostMemory &Memory, bool PerThread);
  std::vector<StreamOp> collect(llvm::ArrayRef<HostLaunch> Launches, Models Of);

  Streams &streams() { return Handles; }
  ExprContext &context() { return Ctx; }

private:
  std::optional<StreamOp> launch(const HostLaunch &L, Models Of);
  std::optional<StreamOp> copy(llvm::CallBase &C);
  void addTouch(StreamOp &Op, llvm::Value *Pointer, bool Writes, llvm::Value *Bytes);
  bool isPinned(llvm::Value *Pointer);

  llvm::Function &F;
  HostMemory &Memory;
  Streams Handles;
  ExprContext Ctx;
  HostTerms Terms;
  Origins Pointers;
};

} // namespace cudafix::host
