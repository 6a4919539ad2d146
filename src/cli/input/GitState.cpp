// SPDX-License-Identifier: Apache-2.0
#include "cli/input/GitState.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <unistd.h>

namespace cudafix::cli {
namespace {

using llvm::StringRef;

struct GitRun {
  int Code = -1; ///< -1: git could not be run
  std::string Out, Errors;
};

} // namespace

static std::string contents(StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  llvm::sys::fs::remove(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// Environment variables that pass settings to git, after those of the user. Option -c cannot set a
/// key that holds an equals sign.
static std::vector<std::string> asVariables(llvm::ArrayRef<std::pair<std::string, StringRef>> Set) {
  unsigned Count = 0;
  if (const char *Own = ::getenv("GIT_CONFIG_COUNT"))
    StringRef(Own).getAsInteger(10, Count);
  std::vector<std::string> Variables;
  for (const auto &[Key, Value] : Set) {
    std::string Number = std::to_string(Count++);
    Variables.push_back("GIT_CONFIG_KEY_" + Number + "=" + Key);
    Variables.push_back(("GIT_CONFIG_VALUE_" + Number + "=" + Value).str());
  }
  Variables.push_back("GIT_CONFIG_COUNT=" + std::to_string(Count));
  return Variables;
}

/// Runs git without programs that a repository's settings name: hooks, a file monitor, programs
/// that fetch objects. A folder in the tree that looks like a bare repository does not count as
/// one.
static GitRun git(StringRef Folder, llvm::ArrayRef<StringRef> Args,
                  llvm::ArrayRef<std::pair<std::string, StringRef>> Settings = {}) {
  GitRun R;
  llvm::ErrorOr<std::string> Program = llvm::sys::findProgramByName("git");
  llvm::SmallString<128> Out, Errors;
  if (!Program || llvm::sys::fs::createTemporaryFile("cuda-fix", "out", Out) ||
      llvm::sys::fs::createTemporaryFile("cuda-fix", "err", Errors))
    return R;
  llvm::SmallVector<StringRef, 16> All{*Program, "--no-optional-locks"};
  for (StringRef Setting :
       {"core.fsmonitor=false", "core.hooksPath=/dev/null", "safe.bareRepository=explicit"})
    All.append({"-c", Setting});
  All.append({"-C", Folder});
  All.append(Args.begin(), Args.end());
  // Of several variables with one name the first one counts.
  std::vector<std::string> Variables = asVariables(Settings);
  llvm::SmallVector<StringRef, 64> Environment{"GIT_ALLOW_PROTOCOL=none"};
  Environment.append(Variables.begin(), Variables.end());
  for (char **Entry = environ; Entry && *Entry; ++Entry)
    Environment.push_back(*Entry);
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Out), StringRef(Errors)};
  R.Code = llvm::sys::ExecuteAndWait(*Program, All, llvm::ArrayRef(Environment), Redirects, 30);
  R.Out = contents(Out);
  R.Errors = contents(Errors);
  return R;
}

/// Runs `git diff` without filters that the repository's own settings name; a file that is stored
/// through one counts as changed.
static GitRun gitDiff(StringRef Folder, llvm::ArrayRef<StringRef> Args) {
  GitRun Listed = git(Folder, {"config", "--list", "--show-scope", "--name-only", "-z"});
  llvm::SmallVector<StringRef> Parts;
  StringRef(Listed.Out).split(Parts, '\0');
  std::vector<std::pair<std::string, StringRef>> Off;
  for (size_t I = 0; I + 1 < Parts.size(); I += 2)
    if ((Parts[I] == "local" || Parts[I] == "worktree") && Parts[I + 1].starts_with("filter."))
      Off.emplace_back(Parts[I + 1].str(), "");
  llvm::SmallVector<StringRef, 12> All{"diff", "--no-ext-diff", "--no-textconv",
                                       "--ignore-submodules=dirty"};
  All.append(Args.begin(), Args.end());
  return git(Folder, All, Off);
}

static std::string realPath(StringRef File) {
  llvm::SmallString<256> Real;
  return llvm::sys::fs::real_path(File, Real) ? File.str() : Real.str().str();
}

GitState gitState(StringRef File) {
  std::string Real = realPath(File);
  StringRef Folder = llvm::sys::path::parent_path(Real);
  StringRef Name = llvm::sys::path::filename(Real);
  // Special characters in a file name must not be a pattern.
  std::string Spec = ":(literal)" + Name.str();
  GitRun Tracked = git(Folder, {"ls-files", "--error-unmatch", "--", Spec});
  if (Tracked.Code == 128 && StringRef(Tracked.Errors).contains("ownership"))
    return {GitState::Kind::Unknown, StringRef(Tracked.Errors).split('\n').first.str()};
  if (Tracked.Code != 0)
    return {};
  GitRun Diff = gitDiff(Folder, {"--quiet", "--", Spec});
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
  GitRun R = gitDiff(Top, {"--name-only", "-z", Revision, "--"});
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
