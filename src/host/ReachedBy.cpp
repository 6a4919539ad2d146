// SPDX-License-Identifier: Apache-2.0

#include "host/ReachedBy.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace cudafix;

namespace {
class Ways {
public:
  Ways(host::HostTerms &T, ExprContext &C, const BasicBlock *To) : T(T), C(C), To(To) {}

  /// The condition, at the end of a block, that control reaches the place.
  Expr after(BasicBlock *B) {
    Instruction *End = B->getTerminator();
    if (auto *Branch = dyn_cast<BranchInst>(End); Branch && Branch->isConditional())
      return chosen(T.of(Branch->getCondition()), before(Branch->getSuccessor(0)),
                    before(Branch->getSuccessor(1)));
    if (auto *Switch = dyn_cast<SwitchInst>(End))
      return ofSwitch(*Switch);
    Expr Any = C.boolean(false);
    for (BasicBlock *Next : successors(B))
      Any = C.lor(Any, before(Next));
    return Any;
  }

private:
  /// At most so many blocks are examined.
  static constexpr unsigned MaxBlocks = 48;

  Expr chosen(Expr If, Expr Then, Expr Else) {
    if (Then == Else)
      return Then;
    return If ? C.lor(C.land(If, Then), C.land(C.lnot(If), Else)) : C.lor(Then, Else);
  }

  Expr ofSwitch(SwitchInst &S) {
    const Expr On = T.of(S.getCondition());
    Expr Result = before(S.getDefaultDest());
    for (auto Case : S.cases())
      Result =
          chosen(On ? C.eq(On, C.constant(Case.getCaseValue()->getZExtValue(), On->width())) : On,
                 before(Case.getCaseSuccessor()), Result);
    return Result;
  }

  Expr before(BasicBlock *B) {
    if (B == To || Known.size() >= MaxBlocks)
      return C.boolean(true);
    // In a loop, control returns to the same block on some path.
    auto [At, New] = Known.try_emplace(B, C.boolean(true));
    if (!New)
      return At->second;
    Expr Result = after(B);
    return Known[B] = Result;
  }

  host::HostTerms &T;
  ExprContext &C;
  const BasicBlock *To;
  DenseMap<BasicBlock *, Expr> Known;
};
} // namespace

Expr host::conditionToReach(HostTerms &T, ExprContext &C, BasicBlock *From, BasicBlock *To) {
  return Ways(T, C, To).after(From);
}
