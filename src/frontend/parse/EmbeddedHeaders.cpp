// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/EmbeddedHeaders.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

namespace cudafix::frontend {

namespace {
struct EmbeddedFile {
  llvm::StringLiteral Path;
  llvm::StringLiteral Text;
};
constexpr EmbeddedFile Files[] = {
#include "EmbeddedHeaders.inc"
};
} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withEmbeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base,
                    llvm::StringRef Directory) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedFile &F : Files)
    Memory->addFile((EmbeddedRoot + "/" + F.Path).str(), 0,
                    llvm::MemoryBuffer::getMemBuffer(F.Text, F.Path));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Base);
  Overlay->pushOverlay(Memory);
  if (!Directory.empty())
    Overlay->setCurrentWorkingDirectory(Directory);
  return Overlay;
}

uint64_t embeddedHeadersHash() {
  uint64_t Hash = 0;
  for (const EmbeddedFile &F : Files)
    Hash = Hash * 31 + llvm::xxh3_64bits(F.Path) + 7 * llvm::xxh3_64bits(F.Text);
  return Hash;
}

} // namespace cudafix::frontend
