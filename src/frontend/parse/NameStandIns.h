// SPDX-License-Identifier: Apache-2.0
//
// Stand-ins for undeclared names, mostly for want of a header, or of a build (or a program that
// compiles kernels while it runs) that defines them: a header of the toolkit that declares them, a
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
    Constant,  ///< a number of which nothing is known
    Number,    ///< the customary number `Of`, as the code needs one
    Function,  ///< one with a result of type `Of` and an unknown body
    Alias,     ///< the function `Of`
    Loop,      ///< the loop over a grid that macros of such names are
    Text,      ///< unknown statements
    TextOf,    ///< the same with arguments
    Nothing,   ///< unknown further parameters
    Attributes ///< `Of` before a function
  };
  std::string Name;
  Kind What = Kind::Type;
  std::string Of;
  bool HostOnly = false;      ///< kernels do not depend on it; types and results are not known
  std::string Namespace = {}; ///< that it is missing in; empty: the global one
  /// With its namespace.
  std::string qualified() const;
  /// The text of the header that declares it; empty for one of the toolkit.
  std::string text() const;
  /// The folder of that header: it names the kind.
  std::string folder() const;
  /// The words of a report for it, or for several of its kind.
  std::string description(bool Several) const;
};

/// One stand-in for each undeclared name that the unit uses, if there is something for it.
/// `TypesOnly`: types and headers alone.
std::vector<NameStandIn> standInsForNames(ParsedSide &Device, bool TypesOnly);

/// The names among these that the unit uses where its language wants a constant expression, by the
/// errors of a parse in which they were unknown constants, each with the number that a
/// static_assert says it has, or with a customary one.
std::map<std::string, std::string> neededNumbers(ParsedSide &Device,
                                                 llvm::ArrayRef<NameStandIn> Constants);

} // namespace cudafix::frontend
