// SPDX-License-Identifier: Apache-2.0
//
// The three answers of the solver. Never a bool: an Unknown is reported with what was tried, and a
// Satisfiable has concrete values.
#pragma once

#include "model/Expr.h"
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace cudafix {

/// Nothing satisfies the question.
struct Unsatisfiable {};

/// One value of an application that a witness fixes: symbol, argument values, value.
struct ModelEntry {
  SymbolId Symbol;
  std::vector<uint64_t> Args;
  uint64_t Value;
  bool operator<(const ModelEntry &O) const {
    return std::tie(Symbol, Args, Value) < std::tie(O.Symbol, O.Args, O.Value);
  }
};

/// Values of the symbols that satisfy the question, checked with wrapping arithmetic.
struct Satisfiable {
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
  std::string Reason;       ///< what was tried, or what is not modelled
  bool OutOfBudget = false; ///< more solver units may decide it
};

using Satisfiability = std::variant<Unsatisfiable, Satisfiable, Unknown>;

} // namespace cudafix
