// SPDX-License-Identifier: Apache-2.0
//
// What stands in for names that nothing declares, mostly because a header is missing: the header of
// the toolkit that declares them, or a customary type.
#pragma once

#include "frontend/parse/ParsedSide.h"

namespace cudafix::frontend {

/// A name that was not declared and what is read before the unit for it: a header of the toolkit,
/// or `typedef Type Name;`. One of the two is empty.
struct NameStandIn {
  std::string Name, Header, Type;
};

/// One for each name that device code of the unit uses, that is not declared, and that there is
/// something for. What only host functions use has none.
std::vector<NameStandIn> standInsForNames(const ParsedSide &Device);

/// Returns true if the function, or one that it calls, uses a type that such a header declares.
bool usesStandInType(const clang::FunctionDecl &F);

} // namespace cudafix::frontend
