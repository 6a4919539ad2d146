// SPDX-License-Identifier: Apache-2.0
#include "lsp/Documents.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cudafix::lsp {

std::optional<llvm::StringRef> Texts::read(llvm::StringRef File) {
  if (auto At = Open.find(File.str()); At != Open.end())
    return llvm::StringRef(At->second.Text);
  auto [At, New] = OnDisk.try_emplace(File.str());
  if (New)
    if (auto Buffer = llvm::MemoryBuffer::getFile(File))
      At->second = (*Buffer)->getBuffer().str();
  return At->second ? std::optional<llvm::StringRef>(*At->second) : std::nullopt;
}

Buffers buffersOf(const std::map<std::string, Document> &Open) {
  Buffers All;
  for (const auto &[File, D] : Open)
    All[File] = D.Text;
  return All;
}

} // namespace cudafix::lsp
