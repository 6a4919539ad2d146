// SPDX-License-Identifier: Apache-2.0
//
// Replaces symbols in many terms that share sub-terms, with one memo for all of them.
#pragma once

#include "model/Expr.h"
#include <functional>

namespace cudafix::frontend {

class Substitution {
public:
  /// `Replace` gets an application with its arguments already replaced and returns the new
  /// term, or null to keep it.
  Substitution(ExprContext &Ctx, std::function<Expr(Expr)> Replace)
      : Ctx(Ctx), Replace(std::move(Replace)) {}
  Expr operator()(Expr E);

private:
  Expr rebuild(Expr N);
  ExprContext &Ctx;
  std::function<Expr(Expr)> Replace;
  llvm::DenseMap<Expr, Expr> Memo;
};

/// The innermost loop whose counter a term mentions; ids of loops grow inwards.
class InnermostLoop {
public:
  explicit InnermostLoop(ExprContext &Ctx) : Ctx(Ctx) {}
  /// The loop id plus one, or 0 for none.
  unsigned operator()(Expr E);

private:
  ExprContext &Ctx;
  llvm::DenseMap<Expr, unsigned> Memo;
};

} // namespace cudafix::frontend
