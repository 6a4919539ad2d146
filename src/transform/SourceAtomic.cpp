// SPDX-License-Identifier: Apache-2.0
#include "transform/SourceWriter.h"

namespace cudafix::transform {

llvm::Expected<SourceForm> writeAtomic(frontend::Program &P, frontend::KernelUnit &K, AccessId Read, AccessId Write) {
  return llvm::createStringError("not an update that one atomic operation makes");
}

llvm::Expected<SourceForm> writeSingleWriter(frontend::Program &P, frontend::KernelUnit &K, AccessId Write, bool AcrossBlocks) {
  return llvm::createStringError("the guard of the write differs between threads");
}

} // namespace cudafix::transform
