// SPDX-License-Identifier: Apache-2.0
//
// Kernels of a source given as text.
#pragma once

#include "frontend/Program.h"
#include "gtest/gtest.h"

namespace cudafix::test {

inline std::unique_ptr<frontend::Program> parse(llvm::StringRef Source) {
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  FS->addFile("/t.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(Source));
  auto Over =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  Over->pushOverlay(FS);
  frontend::CompileCommand Cmd;
  Cmd.File = "/t.cu";
  Cmd.Directory = "/";
  Options Opts;
  Opts.NoCache = true;
  auto P = frontend::Program::parse(Cmd, Opts, Over);
  if (!P) {
    ADD_FAILURE() << llvm::toString(P.takeError());
    return nullptr;
  }
  EXPECT_TRUE((*P)->diagnostics().empty());
  return std::move(*P);
}

} // namespace cudafix::test
