// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/SteadyLoads.h"
#include "analysis/flow/Phases.h"
#include "model/Convention.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

/// Symbols that decide where a thread goes, what it accesses, or whether racing writes store the
/// same value.
static llvm::DenseSet<SymbolId> deciding(const Kernel &K, llvm::ArrayRef<RaceResult> Races) {
  llvm::DenseSet<SymbolId> In;
  auto Collect = [&](Expr E) {
    if (E)
      ExprContext::visit(E, [&](Expr N) {
        if (N->op() == Op::Apply)
          In.insert(N->symbol());
      });
  };
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      Collect(E.Cond);
  for (const Access &A : K.Accesses)
    Collect(A.Offset);
  for (const RaceResult &R : Races)
    for (const RaceAnswer &A : R.Answers)
      if (K.access(A.A).Kind == AccessKind::Write && K.access(A.B).Kind == AccessKind::Write)
        for (AccessId Id : {A.A, A.B})
          Collect(K.access(Id).Value);
  return In;
}

/// The symbol of a read whose value threads of a block may see differently; NoId if it is not such
/// a read.
static SymbolId unsteady(const Kernel &K, const Access &A) {
  Space Where = K.array(A.Array).Where;
  bool Own = Where == Space::Shared; // volatile memory of other spaces may be changed from outside
  if (A.Kind != AccessKind::Read || !A.Result || A.Result->op() != Op::Apply ||
      (!Own && (Where != Space::Global || A.Volatile)))
    return NoId;
  const SymbolId S = A.Result->symbol();
  bool Is =
      K.Ctx->symbol(S).Kind == SymbolKind::Load && K.Symbols.level(*K.Ctx, S) == Uniformity::Thread;
  return Is ? S : NoId;
}

/// Returns true for a read at an address on which threads of a block may agree.
static bool isAtCommonPlace(const Kernel &K, const Access &A) {
  return A.Kind == AccessKind::Read && ExprContext::all(A.Offset, [&](Expr N) {
           return N->op() != Op::Apply || K.Ctx->symbol(N->symbol()).Kind != SymbolKind::ThreadIdx;
         });
}

/// Returns true if no such read is in `Racy`.
static bool isAllSteady(const Kernel &K, const llvm::BitVector &Racy) {
  return llvm::none_of(K.Accesses,
                       [&](const Access &A) { return Racy.test(A.Id) && isAtCommonPlace(K, A); });
}

/// The accesses in races that are not excluded; nullopt: further accesses may exist.
static std::optional<llvm::BitVector> racy(const Kernel &K, llvm::ArrayRef<RaceResult> Races) {
  llvm::BitVector Racy(K.Accesses.size());
  for (const RaceResult &R : Races) {
    if (R.AssumedLockstep || R.Impossible)
      return std::nullopt;
    Racy |= R.Ordered; // written between reads although ordered
    for (const RaceAnswer &A : R.Answers) {
      Racy.set(A.A);
      Racy.set(A.B);
    }
  }
  if (llvm::any_of(K.Gaps, [](const ModelGap &G) { return G.MayAccessMemory; }))
    return std::nullopt;
  return Racy;
}

/// Returns true if nothing is known about the race.
static bool isOpen(const RaceAnswer &A) {
  return std::holds_alternative<Unknown>(A.Answer) && A.Premises.empty();
}

static Premise readsTheSame() {
  return {Convention::DataReached, {}, "all threads of the block read the same where they branch"};
}

bool SteadyLoads::take(llvm::ArrayRef<RaceResult> Races) {
  const std::optional<llvm::BitVector> Racy = racy(K, Races);
  if (!Racy)
    return false;
  llvm::DenseSet<SymbolId> Deciding = deciding(K, Races), Unsteady, Steady;
  for (const Access &A : K.Accesses) {
    if (!A.Result || A.Result->op() != Op::Apply)
      continue;
    bool Candidate = unsteady(K, A) != NoId;
    (Candidate && !Racy->test(A.Id) ? Steady : Unsteady).insert(A.Result->symbol());
  }
  bool Found = false;
  for (SymbolId S : Steady)
    if (Deciding.contains(S) && !Unsteady.contains(S)) {
      K.Symbols.setLevel(S, Uniformity::Block);
      Found = true;
    }
  if (isAllSteady(K, *Racy))
    for (SymbolId S : Deciding)
      if (K.Ctx->symbol(S).IfSteady && K.Symbols.level(*K.Ctx, S) > Uniformity::Block) {
        K.Symbols.setLevel(S, Uniformity::Block);
        Found = true;
      }
  return Found;
}

bool SteadyLoads::assumeAll() {
  Sure = K.Symbols;
  Assumed.clear();
  for (const Access &A : K.Accesses)
    if (SymbolId S = unsteady(K, A); S != NoId && isAtCommonPlace(K, A))
      Assumed.insert(S);
  for (SymbolId S : deciding(K, {}))
    if (K.Ctx->symbol(S).IfSteady && K.Symbols.level(*K.Ctx, S) > Uniformity::Block)
      Assumed.insert(S);
  for (SymbolId S : Assumed)
    K.Symbols.setLevel(S, Uniformity::Block);
  return !Assumed.empty();
}

bool SteadyLoads::confirms(llvm::ArrayRef<RaceResult> Races) const {
  const std::optional<llvm::BitVector> Racy = racy(K, Races);
  return Racy && isAllSteady(K, *Racy) && llvm::none_of(K.Accesses, [&](const Access &A) {
           return Racy->test(A.Id) && A.Result && A.Result->op() == Op::Apply &&
                  Assumed.contains(A.Result->symbol());
         });
}

void SteadyLoads::retract() { K.Symbols = Sure; }

bool SteadyLoads::assume(llvm::ArrayRef<AccessId> Reads) {
  bool Found = false;
  for (AccessId Id : Reads) {
    const Access &A = K.access(Id);
    SymbolId S = K.array(A.Array).Where == Space::Shared ? unsteady(K, A) : NoId;
    if (S == NoId)
      continue;
    K.Symbols.setLevel(S, Uniformity::Block);
    Found = true;
  }
  return Found;
}

void SteadyLoads::doubt(smt::Workspace &Solving, llvm::MutableArrayRef<RaceResult> Races,
                        const ConventionSet &On) const {
  llvm::BitVector Refuted(K.Accesses.size()), Open(K.Accesses.size());
  for (const RaceResult &R : Races)
    for (const RaceAnswer &A : R.Answers)
      for (AccessId Id : {A.A, A.B})
        (std::holds_alternative<Unknown>(A.Answer) ? Open : Refuted).set(Id);
  llvm::DenseSet<SymbolId> Doubtful;
  for (const Access &A : K.Accesses)
    if (SymbolId S = unsteady(K, A); S != NoId && Open.test(A.Id) && !Refuted.test(A.Id))
      Doubtful.insert(S);
  if (Doubtful.empty())
    return;
  BarrierSet None = BarrierSet::all(K);
  None.On.reset();
  Phase Whole = computePhases(K, Solving, None, PhaseLevel::Grid).front();
  llvm::BitVector Decided(K.Accesses.size());
  for (const Reached &P : Whole.Places)
    if (P.What == Reached::Kind::Access)
      ExprContext::visit(P.Cond, [&](Expr N) {
        if (N->op() == Op::Apply && Doubtful.contains(N->symbol()))
          Decided.set(P.Id);
      });
  for (RaceResult &R : Races)
    for (RaceAnswer &A : R.Answers)
      if (A.How == Confidence::Likely && (Decided.test(A.A) || Decided.test(A.B)))
        A.need(On, readsTheSame());
}

std::optional<std::pair<Kernel, std::vector<Premise>>>
SteadyLoads::withoutPossible(llvm::ArrayRef<RaceResult> Races) const {
  llvm::BitVector Shown(K.Accesses.size()), Possible(K.Accesses.size());
  for (const RaceResult &R : Races) {
    Shown |= R.Ordered; // written between reads although ordered
    for (const RaceAnswer &A : R.Answers)
      for (AccessId Id : {A.A, A.B})
        (A.How == Confidence::Possible || isOpen(A) ? Possible : Shown).set(Id);
  }
  const llvm::DenseSet<SymbolId> Deciding = deciding(K, {});
  llvm::BitVector Reads(K.Accesses.size());
  Kernel Steady = K;
  for (const Access &A : K.Accesses)
    if (SymbolId S = unsteady(K, A);
        Deciding.contains(S) && Possible.test(A.Id) && !Shown.test(A.Id)) {
      Steady.Symbols.setLevel(S, Uniformity::Block);
      Reads.set(A.Id);
    }
  if (Reads.none())
    return std::nullopt;
  std::vector<Premise> Needed;
  auto Need = [&](const Premise &P) {
    if (!llvm::is_contained(Needed, P))
      Needed.push_back(P);
  };
  for (const RaceResult &R : Races)
    for (const RaceAnswer &A : R.Answers)
      if (Reads.test(A.A) || Reads.test(A.B)) {
        llvm::for_each(A.Premises, Need);
        if (isOpen(A))
          Need(readsTheSame());
      }
  return std::pair{std::move(Steady), std::move(Needed)};
}
