// SPDX-License-Identifier: Apache-2.0
//
// Stand-ins for names that are undeclared because a header is missing, or because a build (or a
// program that compiles kernels at run time) defines them: a toolkit header that declares them, a
// customary type, a value, or unknown code.
#pragma once

#include "frontend/parse/ParsedSide.h"
#include <map>

namespace cudafix::frontend {

/// An undeclared name and its stand-in, which is read before the unit.
struct NameStandIn {
  enum class Kind : uint8_t {
    Header,    ///< `Of` of the toolkit
    Type,      ///< typedef Of Name;
    Enum,      ///< with the enumerators `Of`
    Constant,  ///< a number with an unknown value
    Number,    ///< the customary number `Of`, if the code needs a known one
    Function,  ///< a function with result type `Of` and an unknown body
    Alias,     ///< another name for the function `Of`
    Loop,      ///< a loop over a grid, for which macros with such names stand
    Text,      ///< unknown statements
    TextOf,    ///< the same, with arguments
    Nothing,   ///< an empty macro, such as one for further parameters
    Attributes ///< the attributes `Of` before a function
  };
  std::string Name;
  Kind What = Kind::Type;
  std::string Of;
  bool HostOnly = false;      ///< kernels do not depend on it; types and results are not known
  std::string Namespace = {}; ///< the namespace in which it is missing; empty: the global one
  /// The name with its namespace.
  std::string qualified() const;
  /// The text of the header that declares it; empty if that is a header of the toolkit.
  std::string text() const;
  /// The folder of that header, named after the kind.
  std::string folder() const;
  /// The words of a report for it, or for several of its kind.
  std::string description(bool Several) const;
};

/// A stand-in for each undeclared name that the unit uses, if one is known. `TypesOnly`: only types
/// and headers.
std::vector<NameStandIn> standInsForNames(ParsedSide &Device, bool TypesOnly);

/// Those of these names that the unit uses where the language requires a constant expression,
/// according to the errors of a parse in which they were unknown constants. Each is mapped to the
/// number that a static_assert gives it, or to a customary one.
std::map<std::string, std::string> neededNumbers(ParsedSide &Device,
                                                 llvm::ArrayRef<NameStandIn> Constants);

} // namespace cudafix::frontend
