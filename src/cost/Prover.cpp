// SPDX-License-Identifier: Apache-2.0
#include "cost/Prover.h"
#include "llvm/ADT/STLExtras.h"
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/local_space.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <numeric>

using namespace cudafix;
using namespace cudafix::cost;
using smt::Wide;

/// No proof is tried over more variables.
static constexpr size_t MaxVariables = 24;
static constexpr unsigned long MaxOperations = 20000;

unsigned Prover::variable(const Product &P) {
  return Variables.try_emplace(P, Variables.size()).first->second;
}

void Prover::collect(const Formula &F) {
  for (const auto &[P, Factor] : F.terms()) {
    if (P.empty())
      continue;
    variable(P);
    for (AtomId A : P)
      describe(A);
    // A product of non-negative factors is non-negative; if all factors are above zero, it is no
    // smaller than any of them.
    if (P.size() > 1 && llvm::all_of(P, [&](AtomId A) { return All.isNonNegativeAtom(A); })) {
      Formula Self;
      Self.add(P, Ratio(1));
      constrain(Self);
    }
  }
}

void Prover::constrain(const Formula &F) {
  if (!F.valid() || llvm::is_contained(Constraints, F))
    return;
  Constraints.push_back(F);
  collect(F);
}

/// Adds the constraints that hold for an atom's value.
void Prover::describe(AtomId A) {
  if (!Described.insert(A).second || Described.size() > MaxVariables)
    return;
  const Atom At = All.atom(A);
  Formula Self;
  Self.add({A}, Ratio(1));
  switch (At.Kind) {
  case AtomKind::Symbol:
    if (const SymbolRange *R = All.range(At.Symbol)) {
      if (R->Lo)
        constrain(Self - *R->Lo);
      if (R->Hi)
        constrain(*R->Hi - Self);
    }
    break;
  case AtomKind::Quotient:
    if (auto By = At.B.constant()) {
      constrain(At.A - Self * At.B);
      constrain(Self * At.B - At.A + At.B - Formula(1));
    } else if (All.isNonNegative(At.A)) {
      constrain(Self);
      constrain(At.A - Self);
    }
    break;
  case AtomKind::Max:
    constrain(Self - At.A);
    constrain(Self - At.B);
    break;
  case AtomKind::Min:
    constrain(At.A - Self);
    constrain(At.B - Self);
    break;
  case AtomKind::Digits:
    constrain(Self);
    if (All.isNonNegative(At.A))
      constrain(At.A - Self);
    break;
  case AtomKind::Prefix:
    if (llvm::all_of(At.Values, [](int64_t V) { return V >= 0; }))
      constrain(Self);
    break;
  }
}

static __isl_give isl_val *value(isl_ctx *C, Wide X) {
  bool Negative = X < 0;
  Wide Size = Negative ? -X : X;
  uint64_t Chunks[2] = {uint64_t(Size), uint64_t(Size >> 64)};
  isl_val *V = isl_val_int_from_chunks(C, 2, sizeof(uint64_t), Chunks);
  return Negative ? isl_val_neg(V) : V;
}

bool Prover::isNonNegative(const Formula &F) {
  collect(F);
  for (const Formula &Fact : std::vector<Formula>(All.Facts)) {
    // Skip facts about values that the formula does not have.
    bool Related = llvm::all_of(Fact.terms(), [&](const auto &T) {
      return T.first.empty() || Variables.contains(T.first);
    });
    if (Related)
      constrain(Fact);
  }
  if (Variables.size() > MaxVariables)
    return false;
  isl_ctx *C = isl_ctx_alloc();
  isl_options_set_on_error(C, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(C, MaxOperations);
  isl_space *Space = isl_space_set_alloc(C, 0, Variables.size());
  isl_local_space *Local = isl_local_space_from_space(isl_space_copy(Space));
  isl_basic_set *Set = isl_basic_set_universe(Space);
  auto Add = [&](const Formula &G) {
    Wide Common = 1;
    for (const auto &[P, Factor] : G.terms())
      Common = Common / smt::gcd(Common, Factor.D) * Factor.D;
    isl_constraint *K = isl_constraint_alloc_inequality(isl_local_space_copy(Local));
    for (const auto &[P, Factor] : G.terms()) {
      isl_val *V = value(C, Factor.N * (Common / Factor.D));
      K = P.empty() ? isl_constraint_set_constant_val(K, V)
                    : isl_constraint_set_coefficient_val(K, isl_dim_set, Variables.at(P), V);
    }
    Set = isl_basic_set_add_constraint(Set, K);
  };
  for (const Formula &G : Constraints)
    if (llvm::all_of(G.terms(),
                     [&](const auto &T) { return T.first.empty() || Variables.contains(T.first); }))
      Add(G);
  // Integers: F < 0 is Common * F <= -1.
  Wide Common = 1;
  for (const auto &[P, Factor] : F.terms())
    Common = Common / smt::gcd(Common, Factor.D) * Factor.D;
  Add((Formula(0) - F) * Formula(Common) - Formula(1));
  bool Empty = isl_basic_set_is_empty(Set) == isl_bool_true;
  isl_basic_set_free(Set);
  isl_local_space_free(Local);
  isl_ctx_free(C);
  return Empty;
}

bool Formulas::isNonNegativeAtom(AtomId A) {
  if (auto It = NonNegative.find(A); It != NonNegative.end())
    return It->second;
  NonNegative[A] = false; // stops recursion while the question is open
  const Atom At = Atoms[A];
  bool Yes = false;
  switch (At.Kind) {
  case AtomKind::Symbol: {
    const SymbolRange *R = range(At.Symbol);
    Yes = R && R->Lo && isNonNegative(*R->Lo);
    break;
  }
  case AtomKind::Quotient:
    Yes = isNonNegative(At.A);
    break;
  case AtomKind::Max:
    Yes = isNonNegative(At.A) || isNonNegative(At.B);
    break;
  case AtomKind::Min:
    Yes = isNonNegative(At.A) && isNonNegative(At.B);
    break;
  case AtomKind::Digits:
    Yes = true;
    break;
  case AtomKind::Prefix:
    Yes = llvm::all_of(At.Values, [](int64_t V) { return V >= 0; });
    break;
  }
  NonNegative.erase(A);
  if (At.Kind != AtomKind::Symbol && Depth == 0)
    NonNegative[A] = Yes;
  return Yes;
}

bool Formulas::isNonNegative(const Formula &F) {
  constexpr unsigned MaxDepth = 3;
  if (!F.valid())
    return false;
  if (auto K = F.constant())
    return K->N >= 0;
  bool Plain = llvm::all_of(F.terms(), [&](const auto &T) {
    return T.second.N > 0 && llvm::all_of(T.first, [&](AtomId A) { return isNonNegativeAtom(A); });
  });
  if (Plain)
    return true;
  if (llvm::all_of(F.terms(), [](const auto &T) { return T.second.N < 0; }) && Facts.empty() &&
      Ranges.empty())
    return false;
  if (Depth >= MaxDepth)
    return false;
  ++Depth;
  bool Yes = Prover(*this).isNonNegative(F);
  --Depth;
  return Yes;
}
