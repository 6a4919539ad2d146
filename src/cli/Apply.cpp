// SPDX-License-Identifier: Apache-2.0
#include "cli/Apply.h"
#include "cli/GitState.h"
#include "rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <set>

namespace cudafix::cli {

namespace fs = llvm::sys::fs;

std::string EditPermission::check(const std::string &File) const {
  llvm::ErrorOr<fs::perms> Mode = fs::getPermissions(File);
  // Root may write anything; a file nobody may write was made so on purpose.
  if (!Mode || !(*Mode & fs::all_write) || fs::access(File, fs::AccessMode::Write))
    return "it is read-only; make it writable first";
  if (AllowDirty)
    return "";
  GitState State = gitState(File);
  if (State.What == GitState::Kind::Dirty)
    return "it has changes that are not staged; stage or commit them, or use --allow-dirty";
  if (State.What == GitState::Kind::Unknown)
    return "git cannot tell whether it has unsaved changes (" + State.Reason +
           "); --allow-dirty edits it anyway";
  return "";
}

bool EditPermission::allows(const std::string &File) {
  auto [At, New] = Reasons.try_emplace(File);
  if (New)
    At->second = check(File);
  return At->second.empty();
}

std::vector<std::string> EditPermission::refusals() const {
  std::vector<std::string> Lines;
  for (const auto &[File, Reason] : Reasons)
    if (!Reason.empty())
      Lines.push_back(displayPath(File) + ": not edited: " + Reason);
  return Lines;
}

/// Files that some repair edits together, in groups.
static std::vector<std::set<std::string>> groups(llvm::ArrayRef<FixStep> Steps) {
  std::vector<std::set<std::string>> Groups;
  for (const FixStep &Step : Steps) {
    std::set<std::string> Together;
    for (const FixStep::Change &C : Step.Changes)
      Together.insert(C.File);
    llvm::erase_if(Groups, [&](const std::set<std::string> &Group) {
      bool Shared =
          llvm::any_of(Step.Changes, [&](const FixStep::Change &C) { return Group.count(C.File); });
      if (Shared)
        Together.insert(Group.begin(), Group.end());
      return Shared;
    });
    Groups.push_back(std::move(Together));
  }
  return Groups;
}

WriteResult writeChanges(llvm::ArrayRef<FixStep> Steps, const Files &Sources) {
  WriteResult Result;
  auto Changes = Sources.changes();
  for (const std::set<std::string> &Group : groups(Steps)) {
    std::vector<std::string> Written;
    for (const std::string &File : Group) {
      auto At = Changes.find(File);
      if (At == Changes.end())
        continue;
      const auto &[Before, After] = At->second;
      llvm::Error E = rewrite::replaceFile(File, Before, After);
      if (!E) {
        Written.push_back(File);
        continue;
      }
      Result.Errors.push_back(displayPath(File) + ": not changed: " + llvm::toString(std::move(E)));
      for (const std::string &Done : Written) {
        const auto &[Old, New] = Changes[Done];
        Result.RolledBack = true;
        if (llvm::Error Failed = rewrite::replaceFile(Done, New, Old))
          Result.Errors.push_back(displayPath(Done) +
                                  ": could not be put back: " + llvm::toString(std::move(Failed)));
      }
      break;
    }
  }
  return Result;
}

} // namespace cudafix::cli
