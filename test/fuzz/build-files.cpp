// SPDX-License-Identifier: Apache-2.0
//
// The same text as descriptions of a build in several languages.
#include "InputFile.h"
#include "frontend/parse/BuildMacros.h"
#include "frontend/parse/IncludeScan.h"
#include "frontend/parse/MakefileArgs.h"
#include "frontend/parse/NvccArgs.h"
#include "llvm/Support/FileSystem.h"

using namespace cudafix;

/// A folder whose Makefile is the input's file.
static std::string folderOf(const std::string &File) {
  llvm::SmallString<128> Folder;
  if (llvm::sys::fs::createUniqueDirectory("fuzz", Folder) ||
      llvm::sys::fs::create_link(File, Folder + "/Makefile"))
    std::abort();
  return Folder.str().str();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  static const std::string Folder = folderOf(fuzz::fileOf(Text));
  fuzz::fileOf(Text);
  frontend::makefileArgs(Folder);
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const char *Name : {"CMakeLists.txt", "setup.py", "Makefile", ".bazelrc", "words"})
    FS->addFile(llvm::Twine("/tree/") + Name, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  frontend::CompileCommand Command;
  Command.File = "/tree/a.cu";
  Command.Directory = "/tree";
  frontend::buildMacros(Command, *FS);
  frontend::translateNvccArgs({"-optf", "words"}, *FS, "/tree");
  frontend::splitClangArgs({"@words"}, *FS, "/tree");
  frontend::includesOf(Text);
  return 0;
}
