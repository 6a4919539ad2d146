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
constexpr EmbeddedFile CudaFiles[] = {
#include "EmbeddedHeaders.inc"
};
constexpr EmbeddedFile ClangFiles[] = {
#include "ClangHeaders.inc"
};
} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withEmbeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base,
                    llvm::StringRef Directory) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Add = [&](llvm::ArrayRef<EmbeddedFile> Files, const llvm::Twine &Folder) {
    for (const EmbeddedFile &F : Files)
      Memory->addFile(Folder + "/" + F.Path, 0, llvm::MemoryBuffer::getMemBuffer(F.Text, F.Path));
  };
  Add(CudaFiles, EmbeddedRoot);
  Add(ClangFiles, ClangRoot + "/include");
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Base);
  Overlay->pushOverlay(Memory);
  if (!Directory.empty())
    Overlay->setCurrentWorkingDirectory(Directory);
  return Overlay;
}

uint64_t embeddedHeadersHash() {
  uint64_t Hash = 0;
  for (const EmbeddedFile &F : CudaFiles)
    Hash = Hash * 31 + llvm::xxh3_64bits(F.Path) + 7 * llvm::xxh3_64bits(F.Text);
  return Hash;
}

} // namespace cudafix::frontend
