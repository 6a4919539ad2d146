// SPDX-License-Identifier: Apache-2.0
//
// Weighted partial MaxSAT with Z3's optimiser.

#include "smt/WorkspaceMemory.h"
#include <z3++.h>

using namespace cudafix;
using namespace cudafix::smt;

static z3::expr_vector literals(z3::context &C, const z3::expr_vector &Variables,
                                const std::vector<Literal> &Clause) {
  z3::expr_vector L(C);
  for (const Literal &X : Clause)
    L.push_back(X.Positive ? Variables[X.Variable] : !Variables[X.Variable]);
  return L;
}

static std::optional<std::vector<bool>> optimise(unsigned NumVariables,
                                                 llvm::ArrayRef<int64_t> Cost,
                                                 llvm::ArrayRef<std::vector<Literal>> Clauses,
                                                 const Budget &B) {
  z3::context C;
  z3::optimize O(C);
  z3::params Parameters(C);
  Parameters.set("rlimit", static_cast<unsigned>(std::min<uint64_t>(B.ResourceUnits, UINT32_MAX)));
  O.set(Parameters);
  z3::expr_vector V(C);
  for (unsigned I = 0; I < NumVariables; ++I)
    V.push_back(C.bool_const(("v" + std::to_string(I)).c_str()));
  for (const std::vector<Literal> &Clause : Clauses)
    O.add(z3::mk_or(literals(C, V, Clause)));
  for (unsigned I = 0; I < NumVariables; ++I)
    if (int64_t W = I < Cost.size() ? Cost[I] : 0)
      O.add_soft(W > 0 ? !V[I] : V[I], std::to_string(W > 0 ? W : -W).c_str());
  if (O.check() != z3::sat)
    return std::nullopt;
  z3::model M = O.get_model();
  std::vector<bool> R;
  for (unsigned I = 0; I < NumVariables; ++I)
    R.push_back(M.eval(V[I], true).is_true());
  return R;
}

namespace {
template <typename T> void append(std::string &S, T Value) {
  S.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

/// All that the answer depends on.
std::string textOf(unsigned NumVariables, llvm::ArrayRef<int64_t> Cost,
                   llvm::ArrayRef<std::vector<Literal>> Clauses, const Budget &B) {
  std::string Text = "least cost";
  append(Text, B.ResourceUnits);
  append(Text, uint64_t(NumVariables));
  append(Text, uint64_t(Cost.size()));
  for (int64_t C : Cost)
    append(Text, C);
  append(Text, uint64_t(Clauses.size()));
  for (const std::vector<Literal> &Clause : Clauses) {
    append(Text, uint64_t(Clause.size()));
    for (const Literal &L : Clause) {
      append(Text, L.Variable);
      append(Text, uint8_t(L.Positive));
    }
  }
  return Text;
}

/// The answer as values of symbols; false variables are left out.
Answer toAnswer(const std::optional<std::vector<bool>> &Values) {
  Answer A;
  A.Is = Unknown{};
  if (!Values)
    return A;
  Satisfiable S;
  for (unsigned I = 0; I < Values->size(); ++I)
    if ((*Values)[I])
      S.Model.push_back({I, {}, 1});
  A.Is = std::move(S);
  return A;
}

std::optional<std::vector<bool>> fromAnswer(const Answer &A, unsigned NumVariables) {
  const auto *S = std::get_if<Satisfiable>(&A.Is);
  if (!S)
    return std::nullopt;
  std::vector<bool> Values(NumVariables);
  for (const ModelEntry &E : S->Model)
    if (E.Symbol < NumVariables)
      Values[E.Symbol] = true;
  return Values;
}
} // namespace

struct cudafix::smt::Remembers {
  static AnswerTable &of(Workspace &W) { return *W.M->Answers; }
};

std::optional<std::vector<bool>>
cudafix::smt::minimise(Workspace &W, unsigned NumVariables, llvm::ArrayRef<int64_t> Cost,
                       llvm::ArrayRef<std::vector<Literal>> Clauses, const Budget &B) {
  const AnswerTable::Sum Sum = AnswerTable::sumOf(textOf(NumVariables, Cost, Clauses, B));
  if (const Answer *Known = Remembers::of(W).find(Sum))
    return fromAnswer(*Known, NumVariables);
  try {
    std::optional<std::vector<bool>> Values = optimise(NumVariables, Cost, Clauses, B);
    Remembers::of(W).add(Sum, toAnswer(Values));
    return Values;
  } catch (const z3::exception &) {
    return std::nullopt;
  }
}
