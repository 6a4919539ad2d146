// SPDX-License-Identifier: Apache-2.0
#include "cli/output/Apply.h"
#include "cli/input/GitState.h"
#include "rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace cudafix::cli {

using llvm::StringRef;

std::string EditPermission::check(const std::string &File) const {
  if (std::string Why = Roots.whyNot(File); !Why.empty())
    return Why;
  // No option overrides this; --diff shows the repair and the reason.
  if (std::string Why = rewrite::whyNotReplaceable(File); !Why.empty() && !O.Diff)
    return Why;
  if (O.AllowDirty)
    return "";
  GitState State = gitState(File);
  if (State.What == GitState::Kind::Dirty)
    return "it has changes that are not staged; stage or commit them, or use --allow-dirty";
  if (State.What == GitState::Kind::Unknown)
    return "git cannot tell whether it has unsaved changes (" + State.Reason +
           "); --allow-dirty edits it anyway";
  return "";
}

bool EditPermission::allows(const Finding &F, const Repair &Fix) {
  bool All = true;
  for (const Edit &E : Fix.Edits) {
    auto [At, New] = Answers.try_emplace(E.File);
    Answer &A = At->second;
    if (New)
      A.Reason = check(E.File);
    if (A.Reason.empty())
      continue;
    A.Repairs.insert({F.Loc, Fix.Id});
    All = false;
  }
  return All;
}

std::vector<std::string> EditPermission::refusals() const {
  std::vector<std::string> Lines;
  for (const auto &[File, A] : Answers) {
    if (A.Reason.empty())
      continue;
    std::string Repairs;
    for (const auto &[At, Id] : A.Repairs)
      Repairs += (Repairs.empty() ? "" : ", ") + Id + " for " + displayPath(At.File) + ":" +
                 std::to_string(At.Line);
    Lines.push_back(displayPath(File) + ": not edited: " + A.Reason + " (not made: " + Repairs +
                    ")");
  }
  return Lines;
}

/// Groups of files that one repair edits together.
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

void removeLeftovers(llvm::ArrayRef<UnitReport> Units, const WriteRoots &Roots) {
  std::set<StringRef> Folders;
  for (const UnitReport &U : Units)
    if (Roots.whyNot(U.File).empty() && Folders.insert(llvm::sys::path::parent_path(U.File)).second)
      rewrite::removeLeftovers(U.File);
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
