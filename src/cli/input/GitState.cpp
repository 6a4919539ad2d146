// SPDX-License-Identifier: Apache-2.0
#include "cli/input/GitState.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace cudafix::cli {
namespace {

using llvm::StringRef;

struct GitRun {
  int Code = -1; ///< -1: git is not there
  std::string Out, Errors;
};

} // namespace

static std::string contents(StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  llvm::sys::fs::remove(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

static GitRun git(StringRef Folder, llvm::ArrayRef<StringRef> Args) {
  GitRun R;
  llvm::ErrorOr<std::string> Program = llvm::sys::findProgramByName("git");
  llvm::SmallString<128> Out, Errors;
  if (!Program || llvm::sys::fs::createTemporaryFile("cuda-fix", "out", Out) ||
      llvm::sys::fs::createTemporaryFile("cuda-fix", "err", Errors))
    return R;
  // A program that the settings of a repository name is not run.
  llvm::SmallVector<StringRef, 12> All{*Program, "-c", "core.fsmonitor=false", "-C", Folder};
  All.append(Args.begin(), Args.end());
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Out), StringRef(Errors)};
  R.Code = llvm::sys::ExecuteAndWait(*Program, All, std::nullopt, Redirects, 30);
  R.Out = contents(Out);
  R.Errors = contents(Errors);
  return R;
}

static std::string realPath(StringRef File) {
  llvm::SmallString<256> Real;
  return llvm::sys::fs::real_path(File, Real) ? File.str() : Real.str().str();
}

GitState gitState(StringRef File) {
  std::string Real = realPath(File);
  StringRef Folder = llvm::sys::path::parent_path(Real);
  StringRef Name = llvm::sys::path::filename(Real);
  // Magic characters in a file name are no pattern.
  std::string Spec = ":(literal)" + Name.str();
  GitRun Tracked = git(Folder, {"ls-files", "--error-unmatch", "--", Spec});
  if (Tracked.Code == 128 && StringRef(Tracked.Errors).contains("ownership"))
    return {GitState::Kind::Unknown, StringRef(Tracked.Errors).split('\n').first.str()};
  if (Tracked.Code != 0)
    return {};
  GitRun Diff = git(Folder, {"diff", "--quiet", "--no-ext-diff", "--", Spec});
  if (Diff.Code == 0)
    return {GitState::Kind::Clean, ""};
  if (Diff.Code == 1)
    return {GitState::Kind::Dirty, ""};
  return {GitState::Kind::Unknown, StringRef(Diff.Errors).split('\n').first.str()};
}

std::optional<std::string> textAtRevision(StringRef File, StringRef Revision) {
  std::string Real = realPath(File);
  std::string Object = (Revision + ":./" + llvm::sys::path::filename(Real)).str();
  GitRun R = git(llvm::sys::path::parent_path(Real), {"cat-file", "blob", Object});
  return R.Code == 0 ? std::optional(std::move(R.Out)) : std::nullopt;
}

llvm::Error checkRevision(StringRef File, StringRef Revision) {
  auto Fail = [&](const llvm::Twine &Why) {
    return llvm::createStringError("--since: '" + Revision + "' " + Why);
  };
  std::string Top = repositoryOf(File);
  if (Top.empty())
    return Fail("has no meaning for " + File + ", which is in no git repository");
  std::string Commit = (Revision + "^{commit}").str();
  if (Revision.starts_with("-") || git(Top, {"rev-parse", "--verify", "--quiet", Commit}).Code != 0)
    return Fail("is no revision of " + Top);
  return llvm::Error::success();
}

std::vector<std::string> changedSince(StringRef File, StringRef Revision) {
  std::string Top = repositoryOf(File);
  GitRun R = git(Top, {"diff", "--name-only", "--no-ext-diff", "-z", Revision, "--"});
  std::vector<std::string> All;
  for (StringRef Name : llvm::split(StringRef(R.Out), '\0'))
    if (R.Code == 0 && !Name.empty())
      All.push_back(Top + "/" + Name.str());
  return All;
}

std::string repositoryOf(StringRef File) {
  return repositoryAt(llvm::sys::path::parent_path(realPath(File)));
}

std::string repositoryAt(StringRef Folder) {
  GitRun R = git(Folder, {"rev-parse", "--show-toplevel"});
  return R.Code == 0 ? StringRef(R.Out).rtrim("\r\n").str() : "";
}

} // namespace cudafix::cli
