// SPDX-License-Identifier: Apache-2.0
#include "model/Globs.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace cudafix {

static llvm::Regex toRegex(llvm::StringRef Glob) {
  std::string Pattern = "^";
  for (char C : Glob)
    Pattern += C == '*' ? ".*" : llvm::Regex::escape(llvm::StringRef(&C, 1));
  return llvm::Regex(Pattern + "$");
}

std::string idOfName(llvm::StringRef Name) {
  std::string Id;
  for (char C : Name) {
    if (llvm::isUpper(C) && !Id.empty())
      Id += '-';
    Id += llvm::toLower(C);
  }
  return Id;
}

GlobList::GlobList(llvm::StringRef List) {
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  List.split(Parts, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Part : Parts) {
    Part = Part.trim();
    bool Include = !Part.consume_front("-");
    if (Part.empty())
      continue;
    if (Globs.empty())
      Default = !Include;
    Globs.push_back({Include, Part.str(), toRegex(Part)});
  }
}

bool GlobList::contains(llvm::StringRef Name) const {
  bool Included = Default;
  for (const Glob &G : Globs)
    if (G.Pattern.match(Name))
      Included = G.Include;
  return Included;
}

std::vector<std::string> GlobList::unmatched(llvm::ArrayRef<llvm::StringRef> Names) const {
  std::vector<std::string> Result;
  for (const Glob &G : Globs) {
    bool Matched = false;
    for (llvm::StringRef Name : Names)
      Matched |= G.Pattern.match(Name);
    if (G.Include && !Matched)
      Result.push_back(G.Text);
  }
  return Result;
}

} // namespace cudafix
