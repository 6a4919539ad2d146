// SPDX-License-Identifier: Apache-2.0
#include "analysis/question/Race.h"
#include "convention/RaceOptions.h"
#include "smt/Impossible.h"
#include "transform/RepairKind.h"
#include "transform/barriers/BarrierRepairs.h"
#include "transform/split/ValueSources.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/SourceLookup.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {
namespace {

/// A store whose index does not depend on the block, beside a load whose index does.
class IndexChange {
public:
  IndexChange(const Context &C, const Access &Write)
      : C(C), K(C.K.Model), Write(Write), Lookup(C.P, C.K), Values(C.K.Decl),
        Changed(changedVars(C.K.Decl->getBody())), Store(elementAt(Write)) {}
  bool leavesBlockOut() const {
    return Store && Values.sameInAllBlocks(Store->getIdx()) &&
           !Store->getIdx()->isEvaluatable(C.P.device().getASTContext());
  }
  /// A load with whose index no two threads would store to one cell; null: there is none.
  const Access *model() const;
  /// Returns true if host code allocates as much for the store as for the load; nullopt: not known.
  std::optional<bool> fits(const Access &Load) const;
  Edit edit(const Access &Load) const;

private:
  const ArraySubscriptExpr *elementAt(const Access &A) const;
  bool keepsApart(const Access &Load) const;

  const Context &C;
  const Kernel &K;
  const Access &Write;
  SourceLookup Lookup;
  ValueSources Values;
  VarSet Changed;
  const ArraySubscriptExpr *Store;
};

/// The `p[i]` of the access, where `p` is a parameter that never changes; else null.
const ArraySubscriptExpr *IndexChange::elementAt(const Access &A) const {
  const auto *Element = dyn_cast_or_null<ArraySubscriptExpr>(expressionOf(C, Lookup, A));
  const VarDecl *Array = Element ? variable(Element->getBase()) : nullptr;
  bool Plain = Array && isa<ParmVarDecl>(Array) && Values.of(Array).empty();
  return Plain && K.array(A.Array).Where == Space::Global ? Element : nullptr;
}

bool IndexChange::keepsApart(const Access &Load) const {
  Kernel Patched = K;
  Patched.Accesses[Write.Id].Offset = Load.Offset;
  const analysis::RaceOptions Opts = convention::raceOptions(*C.K.Solving, C.Opts);
  return llvm::all_of(C.Launches, [&](const Launch &L) {
    return llvm::all_of(
        analysis::askRace(Patched, L, analysis::BarrierSet::all(K), Write.Id, Write.Id, Opts),
        [](auto &A) { return std::holds_alternative<Unsatisfiable>(A.Answer); });
  });
}

const Access *IndexChange::model() const {
  FoundStatement At = Lookup.statementAt(Write.Loc);
  auto Found = llvm::find_if(K.Accesses, [&](const Access &A) {
    if (A.Kind != AccessKind::Read || A.Array == Write.Array || A.Size != Write.Size || !A.Offset ||
        A.Node != Write.Node || !At.S)
      return false;
    const ArraySubscriptExpr *Load = elementAt(A);
    const VarDecl *Index = Load ? variable(Load->getIdx()) : nullptr;
    return Index && (Lookup.contains(At.S, A.Loc) || !Changed.contains(Index)) &&
           Values.dependsOnBlock(Load->getIdx()) && keepsApart(A);
  });
  return Found == K.Accesses.end() ? nullptr : &*Found;
}

std::optional<bool> IndexChange::fits(const Access &Load) const {
  ExprContext &X = *K.Ctx;
  bool Known = true, Fits = true;
  for (const Launch &L : C.Launches) {
    auto BytesOf = [&](ArrayId Id) -> Expr {
      auto O = llvm::find_if(L.Origins, [&](const Origin &Of) { return Of.Array == Id; });
      return O == L.Origins.end() || !O->Bytes || !O->Offset ? Expr() : X.sub(O->Bytes, O->Offset);
    };
    Expr To = BytesOf(Write.Array), From = BytesOf(Load.Array);
    Known &= To && From;
    Fits &= !To || !From || smt::impossible(*C.K.Solving, {X.slt(To, From)});
  }
  return Fits && !Known ? std::nullopt : std::optional(Fits);
}

Edit IndexChange::edit(const Access &Load) const {
  const SourceManager &SM = C.P.device().getSourceManager();
  SourceText Text(C.P.device().getASTContext(),
                  SM.getFileID(SM.getExpansionLoc(Store->getBeginLoc())));
  unsigned Begin = Text.begin(Store->getIdx());
  return {Text.path(), Begin, Text.tokenEnd(Store->getIdx()->getEndLoc()) - Begin,
          Text.copy(elementAt(Load)->getIdx())};
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const Kernel &K = C.K.Model;
  const Access &Write = K.access(F.Accesses[0]);
  if (F.Accesses[0] != F.Accesses[1] || Write.Kind != AccessKind::Write || Write.Partner != NoId ||
      !C.K.Decl)
    return std::vector<Repair>();
  IndexChange Change(C, Write);
  const Access *Load = Change.leavesBlockOut() ? Change.model() : nullptr;
  if (!Load)
    return std::vector<Repair>();
  std::string To = "'" + K.array(Write.Array).Name + "'",
              From = "'" + K.array(Load->Array).Name + "'";
  std::optional<bool> Fits = Change.fits(*Load);
  if (Fits == false)
    return refuse(To + " is not known to have as many elements as " + From);
  Repair R;
  R.Id = ChangeIndex.Id.str();
  R.How = Applicability::Suggested;
  R.Title = "index " + To + " in line " + std::to_string(Write.Loc.Line) + " as " + From;
  R.Edits = {Change.edit(*Load)};
  R.ChangesLayout = true;
  R.Notes.emplace_back("right if each thread of the grid is to store an element of its own" +
                       (Fits ? "" : ", and " + To + " has as many as " + From));
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) {
  return F.InterBlock && isRace(F) && F.Accesses.size() == 2;
}

const RepairKind ChangeIndex = {
    "change-index",
    R"(Lets a store that leaves the block out of its index use the index of a load beside it.

Before:                                        After:
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)                                     if (i < n)
    out[threadIdx.x] = 2 * in[i];                  out[i] = 2 * in[i];

Done where all blocks store to the same elements, no two threads of the grid have the same new
index, and host code is not seen to allocate less for the one array than for the other. It is only
suggested: the results stand elsewhere.)",
    applies, propose};

} // namespace cudafix::transform
