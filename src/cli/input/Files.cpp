// SPDX-License-Identifier: Apache-2.0
#include "cli/input/Files.h"
#include "cli/input/EmbeddedCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cudafix::cli {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string absolutePath(llvm::StringRef Path, llvm::StringRef Folder) {
  if (Path.empty())
    return "";
  llvm::SmallString<256> Absolute(Path);
  if (!Folder.empty())
    path::make_absolute(Folder, Absolute);
  if (fs::make_absolute(Absolute))
    return Path.str();
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

std::string displayPath(llvm::StringRef AbsolutePath) {
  llvm::SmallString<256> Here;
  llvm::StringRef Rest = AbsolutePath;
  if (!fs::current_path(Here) && Rest.consume_front(Here) && Rest.consume_front("/"))
    return Rest.str();
  return AbsolutePath.str();
}

std::vector<std::string> filesOf(llvm::StringRef Path, llvm::StringRef Ending) {
  if (!fs::is_directory(Path))
    return {Path.str()};
  std::vector<std::string> All;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Path, EC), End; I != End && !EC; I.increment(EC))
    if (llvm::StringRef(I->path()).ends_with(Ending))
      All.push_back(I->path());
  llvm::sort(All);
  return All;
}

/// The nearest folder above that holds a .git; empty if there is none. Does not run git: it may be
/// missing, or may not trust the owner of the folder.
static llvm::StringRef checkoutAbove(llvm::StringRef Folder) {
  while (!Folder.empty() && !fs::exists(Folder + "/.git"))
    Folder = path::parent_path(Folder);
  return Folder;
}

std::string reviewPath(llvm::StringRef AbsolutePath) {
  llvm::SmallString<256> Here;
  if (fs::current_path(Here))
    return AbsolutePath.str();
  // The path of a file in a submodule starts at the outer repository, as in reviews.
  for (llvm::StringRef From : {llvm::StringRef(Here), path::parent_path(AbsolutePath)})
    if (llvm::StringRef Rest = AbsolutePath, Top = checkoutAbove(From);
        !Top.empty() && Rest.consume_front(Top) && Rest.consume_front("/"))
      return Rest.str();
  return displayPath(AbsolutePath);
}

std::optional<llvm::StringRef> Files::read(llvm::StringRef Path) const {
  if (auto At = Changed.find(Path); At != Changed.end())
    return llvm::StringRef(At->second);
  return onDisk(Path);
}

std::optional<llvm::StringRef> Files::onDisk(llvm::StringRef Path) const {
  auto At = OnDisk.find(Path);
  if (At == OnDisk.end()) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    std::optional<std::string> Text;
    if (Buffer)
      Text = (*Buffer)->getBuffer().str();
    At = OnDisk.try_emplace(Path.str(), std::move(Text)).first;
  }
  return At->second ? std::optional<llvm::StringRef>(*At->second) : std::nullopt;
}

void Files::change(llvm::StringRef Path, std::string Text) {
  Changed.erase(Path.str());
  if (read(Path) != llvm::StringRef(Text)) // reading it also records the text on disk
    Changed[Path.str()] = std::move(Text);
}

void Files::assume(llvm::StringRef Path, std::string Text) {
  OnDisk.insert_or_assign(Path.str(), Text);
  Assumed.insert_or_assign(Path.str(), std::move(Text));
}

bool Files::assumeEmbedded(llvm::StringRef Path) {
  std::optional<llvm::StringRef> Text = onDisk(Path);
  std::optional<std::string> Code = Text ? embeddedKernels(Path, *Text) : std::nullopt;
  if (!Code)
    return false;
  Around.try_emplace(Path.str(), Text->str());
  assume(Path, std::move(*Code));
  return true;
}

std::string Files::asWritten(llvm::StringRef Path, llvm::StringRef Text) const {
  auto At = Around.find(Path);
  if (At == Around.end())
    return Text.str();
  return putBack(Path, At->second, Assumed.find(Path)->second, Text).value_or(At->second);
}

bool Files::canWrite(llvm::StringRef Path, llvm::StringRef Text) const {
  auto At = Around.find(Path);
  return At == Around.end() || putBack(Path, At->second, Assumed.find(Path)->second, Text);
}

std::map<std::string, std::pair<std::string, std::string>> Files::changes() const {
  std::map<std::string, std::pair<std::string, std::string>> Result;
  for (const auto &[Path, Text] : Changed)
    Result[Path] = {asWritten(Path, OnDisk.at(Path).value_or("")), asWritten(Path, Text)};
  return Result;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files::fileSystem() const {
  auto Real = llvm::vfs::getRealFileSystem();
  if (Changed.empty() && Assumed.empty())
    return Real;
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto *Texts : {&Changed, &Assumed})
    for (const auto &[Path, Text] : *Texts)
      if (Texts == &Changed || !Changed.count(Path))
        Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Real);
  Overlay->pushOverlay(Memory);
  return Overlay;
}

} // namespace cudafix::cli
