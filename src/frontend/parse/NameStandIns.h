// SPDX-License-Identifier: Apache-2.0
//
// What stands in for names that nothing declares, mostly because a header is missing or because a
// build, or a program that compiles kernels while it runs, defines them: the header of the toolkit
// that declares them, a customary type, a value, or code that nobody knows.
#pragma once

#include "frontend/parse/ParsedSide.h"

namespace cudafix::frontend {

/// A name that was not declared and what is read before the unit for it.
struct NameStandIn {
  enum class Kind : uint8_t {
    Header,    ///< `Of` of the toolkit
    Type,      ///< typedef Of Name;
    Enum,      ///< with the enumerators `Of`
    Constant,  ///< a number of which nothing is known
    Number,    ///< the customary number `Of`, as the code needs one
    Function,  ///< one with a result of type `Of` and a body that nobody knows
    Alias,     ///< the function `Of`
    Loop,      ///< the loop over a grid that macros of such names are
    Text,      ///< statements that nobody knows
    TextOf,    ///< the same with arguments
    Nothing,   ///< further parameters that nobody knows
    Attributes ///< `Of` in front of a function
  };
  std::string Name;
  Kind What = Kind::Type;
  std::string Of;
  /// Of the header that declares it; empty for one of the toolkit.
  std::string text() const;
  /// The folder of that header: it names the kind.
  std::string folder() const;
  /// What the report calls it, and that it does so for several.
  std::string description(bool Several) const;
};

/// One for each name that device code of the unit uses, that is not declared, and that there is
/// something for. What only host functions use has none. `TypesOnly`: types and headers alone.
std::vector<NameStandIn> standInsForNames(ParsedSide &Device, bool TypesOnly);

/// The names among these that the unit uses where its language wants a constant expression, by the
/// errors of a parse in which they were unknown constants.
std::vector<std::string> neededNumbers(ParsedSide &Device, llvm::ArrayRef<NameStandIn> Constants);

/// The number that is customary for what is called so.
int64_t customaryNumber(llvm::StringRef Name);

} // namespace cudafix::frontend
