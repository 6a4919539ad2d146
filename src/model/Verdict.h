// SPDX-License-Identifier: Apache-2.0
//
// The three answers a question can have. Never a bool: an Unknown is reported with
// what was tried, a refutation carries concrete values.
#pragma once

#include "model/Expr.h"
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace cudafix {

/// The question is answered no: nothing satisfies it.
struct Proved {};

/// One value of an application that a witness fixes: symbol, argument values, value.
struct ModelEntry {
  SymbolId Symbol;
  std::vector<uint64_t> Args;
  uint64_t Value;
  bool operator<(const ModelEntry &O) const {
    return std::tie(Symbol, Args, Value) < std::tie(O.Symbol, O.Args, O.Value);
  }
};

/// The question is answered yes: values of the symbols that satisfy it, checked with
/// wrapping arithmetic.
struct Refuted {
  std::vector<ModelEntry> Model; ///< sorted

  /// The value of a symbol without arguments.
  std::optional<uint64_t> value(SymbolId Id) const {
    for (const ModelEntry &E : Model)
      if (E.Symbol == Id && E.Args.empty())
        return E.Value;
    return std::nullopt;
  }
};

/// Not decided.
struct Unknown {
  std::string Reason; ///< what was tried, or what is not modelled
};

using Verdict = std::variant<Proved, Refuted, Unknown>;

} // namespace cudafix
