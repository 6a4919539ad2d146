// SPDX-License-Identifier: Apache-2.0

#include "model/Check.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace cudafix;

/// "shared-race" for "SharedRace".
static std::string idOf(llvm::StringRef Name) {
  std::string Id;
  for (char C : Name) {
    if (llvm::isUpper(C) && !Id.empty())
      Id += '-';
    Id += llvm::toLower(C);
  }
  return Id;
}

Check cudafix::checkOf(llvm::StringRef Id) {
  static const llvm::StringMap<Check> ById = {
#define CHECK(Name) {idOf(#Name), Check::Name},
#include "model/Checks.def"
#undef CHECK
  };
  auto It = ById.find(Id);
  return It == ById.end() ? Check::Other : It->second;
}

bool cudafix::isRace(Check C) {
  return isHarmfulRace(C) || C == Check::BenignRace || C == Check::StreamRace;
}

bool cudafix::isHarmfulRace(Check C) {
  return C == Check::SharedRace || C == Check::GlobalRace || C == Check::IntraWarpRace ||
         C == Check::InterBlockRace;
}
