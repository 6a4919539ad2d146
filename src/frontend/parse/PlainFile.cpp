// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/PlainFile.h"

namespace cudafix::frontend {

static constexpr uint64_t MostBytes = 1 << 20;

std::unique_ptr<llvm::MemoryBuffer> readPlainFile(llvm::vfs::FileSystem &FS, llvm::StringRef Path) {
  llvm::ErrorOr<llvm::vfs::Status> Status = FS.status(Path);
  if (!Status || !Status->isRegularFile() || Status->getSize() > MostBytes)
    return nullptr;
  auto Buffer = FS.getBufferForFile(Path);
  return Buffer ? std::move(*Buffer) : nullptr;
}

} // namespace cudafix::frontend
