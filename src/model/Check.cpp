// SPDX-License-Identifier: Apache-2.0

#include "model/Check.h"
#include "model/Globs.h"
#include "llvm/ADT/StringMap.h"

using namespace cudafix;

static constexpr llvm::StringLiteral Names[] = {
#define CHECK(Name) #Name,
#include "model/Checks.def"
#undef CHECK
#define RUN_CHECK(Name) #Name,
#include "model/RunChecks.def"
#undef RUN_CHECK
    ""};

std::string cudafix::idOf(Check C) { return idOfName(Names[static_cast<size_t>(C)]); }

Check cudafix::checkOf(llvm::StringRef Id) {
  static const llvm::StringMap<Check> ById = [] {
    llvm::StringMap<Check> All;
    for (size_t I = 0; I + 1 < std::size(Names); ++I)
      All[idOf(static_cast<Check>(I))] = static_cast<Check>(I);
    return All;
  }();
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
