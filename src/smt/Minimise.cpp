// SPDX-License-Identifier: Apache-2.0
//
// Weighted partial MaxSAT with Z3's optimiser.

#include "smt/Session.h"
#include <z3++.h>

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

std::optional<std::vector<bool>>
cudafix::smt::minimise(unsigned NumVariables, llvm::ArrayRef<int64_t> Cost,
                       llvm::ArrayRef<std::vector<Literal>> Clauses, const Budget &B) {
  try {
    return optimise(NumVariables, Cost, Clauses, B);
  } catch (const z3::exception &) {
    return std::nullopt;
  }
}
