// SPDX-License-Identifier: Apache-2.0
#include "cli/output/WriteRoots.h"
#include "cli/input/Files.h"
#include "cli/input/GitState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cudafix::cli {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string realPath(StringRef Path) {
  llvm::SmallString<256> Real;
  return fs::real_path(Path, Real) ? "" : Real.str().str();
}

static bool isBelow(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder) &&
         (Path.empty() || Folder.ends_with("/") || Path.starts_with("/"));
}

/// The top of the repository that holds the real folder. A work tree that git's settings place
/// elsewhere does not count: these settings may have come with the files.
static std::string topOf(StringRef Folder) {
  std::string Top = realPath(repositoryAt(Folder));
  return !Top.empty() && fs::exists(Top + "/.git") && isBelow(Folder, Top) ? Top : "";
}

WriteRoots::WriteRoots(const CommandLine &Line) {
  auto Add = [&](std::string Folder) {
    if (!Folder.empty() && !llvm::is_contained(Folders, Folder))
      Folders.push_back(std::move(Folder));
  };
  for (const std::string &Named : Line.WriteRoots)
    Add(realPath(Named));
  if (!Folders.empty())
    return;
  std::string Here = realPath("."), Top = topOf(Here);
  Add(Top);
  for (const std::string &Path : Line.Opts.Paths) {
    // Uses the folder's name without following links: a link that leads out of the repository must
    // not add a root.
    std::string Named = absolutePath(Path, Here);
    if (!Top.empty() && isBelow(Named, Top))
      continue;
    StringRef Folder = fs::is_directory(Named) ? StringRef(Named) : path::parent_path(Named);
    std::string Real = realPath(Folder), TopThere = topOf(Real);
    Add(TopThere.empty() ? Real : TopThere);
  }
  if (Folders.empty())
    Add(Here);
}

std::string WriteRoots::whyNot(StringRef File) const {
  std::string Real = realPath(File);
  if (llvm::any_of(Folders, [&](StringRef Folder) { return isBelow(Real, Folder); }))
    return "";
  std::string Where = Real == File || Real.empty() ? "it" : "it is '" + Real + "', which";
  return Where + " lies outside of '" + llvm::join(Folders, "', '") +
         "'; --write-root=FOLDER says below which folder files may be edited";
}

} // namespace cudafix::cli
