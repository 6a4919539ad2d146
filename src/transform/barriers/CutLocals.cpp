// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/CutLocals.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace clang;

namespace cudafix::transform {
namespace {

/// The cost of a cut at each place of a function, by list and the statement after the place (null
/// at the end of the list); for bodies without braces, by null and the statement.
using Costs = std::map<std::pair<const CompoundStmt *, const Stmt *>, unsigned>;

/// For each statement of the list: how many locals a cut before it separates from a use.
std::vector<unsigned> cutsOf(const CompoundStmt &List) {
  llvm::DenseMap<const VarDecl *, unsigned> Declared, LastUse;
  std::vector<unsigned> Cuts(List.size());
  unsigned At = 0;
  for (const Stmt *S : List.body()) {
    for (const VarDecl *V : usedVars(S))
      if (Declared.contains(V))
        LastUse[V] = At;
    if (const auto *Decls = dyn_cast<DeclStmt>(core(S)))
      for (const Decl *D : Decls->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->hasLocalStorage())
          Declared.try_emplace(V, At);
    ++At;
  }
  for (auto [V, Last] : LastUse)
    for (unsigned I = Declared.lookup(V) + 1; I <= Last; ++I)
      ++Cuts[I];
  return Cuts;
}

/// Records the costs of all places in a statement; `Outer` is the cost of a cut around it.
void visit(const Stmt *S, unsigned Outer, Costs &Into) {
  const auto *List = dyn_cast_or_null<CompoundStmt>(S);
  if (!List) {
    if (!S || isa<clang::Expr, DeclStmt>(S))
      return;
    for (const Stmt *Child : S->children()) {
      if (Child && !isa<CompoundStmt>(Child))
        Into[{nullptr, Child}] = Outer;
      visit(Child, Outer, Into);
    }
    return;
  }
  const std::vector<unsigned> Cuts = cutsOf(*List);
  unsigned At = 0;
  for (const Stmt *Child : List->body()) {
    const unsigned Here = Outer + Cuts[At++];
    Into[{List, Child}] = Here;
    visit(Child, Here, Into);
  }
  Into[{List, nullptr}] = Outer;
}

} // namespace

std::vector<unsigned> cutLocals(const frontend::KernelUnit &K) {
  std::map<const FunctionDecl *, Costs> Functions;
  std::vector<unsigned> Found;
  for (const frontend::SlotPosition &At : K.SlotAt) {
    if (!At.Function) {
      Found.push_back(0);
      continue;
    }
    auto [It, New] = Functions.try_emplace(At.Function);
    if (New)
      visit(At.Function->getBody(), 0, It->second);
    auto Here = It->second.find({At.Parent, At.Before});
    Found.push_back(Here == It->second.end() ? 0 : Here->second);
  }
  return Found;
}

/// Returns true if the array is declared in the body of the function.
static bool declares(const FunctionDecl &F, const Array &A, const SourceManager &SM) {
  const PresumedLoc Begin = SM.getPresumedLoc(F.getBody()->getBeginLoc()),
                    End = SM.getPresumedLoc(F.getBody()->getEndLoc());
  return A.Where == Space::Shared && !A.Dynamic && Begin.isValid() && End.isValid() &&
         llvm::sys::path::filename(A.Loc.File) == llvm::sys::path::filename(Begin.getFilename()) &&
         Begin.getLine() <= A.Loc.Line && A.Loc.Line <= End.getLine();
}

llvm::BitVector awayFromArrays(frontend::Program &P, const frontend::KernelUnit &K,
                               llvm::ArrayRef<std::pair<AccessId, AccessId>> Pairs) {
  const SourceManager &SM = P.device().getSourceManager();
  llvm::BitVector Away(K.SlotAt.size());
  const FunctionDecl *Owner = nullptr;
  for (auto [Slot, At] : llvm::enumerate(K.SlotAt)) {
    const bool Declares = At.Function && At.Function != K.Decl && !Pairs.empty() &&
                          llvm::all_of(Pairs, [&](const auto &Pair) {
                            const ArrayId Of = K.Model.access(Pair.first).Array;
                            return declares(*At.Function, K.Model.array(Of), SM);
                          });
    if (Declares)
      Owner = At.Function;
    else
      Away.set(Slot);
  }
  return Owner ? Away : llvm::BitVector();
}

} // namespace cudafix::transform
