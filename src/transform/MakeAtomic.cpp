// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/Flow.h"
#include "analysis/question/Race.h"
#include "convention/RaceOptions.h"
#include "transform/barriers/BarrierRepairs.h"
#include "transform/barriers/IRWriter.h"
#include "transform/barriers/SourceWriter.h"
#include "transform/barriers/TestAndStore.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/AtomicAccess.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace cudafix::transform {

namespace {

/// `x = x op e`: the read and the write of one statement.
struct Update {
  AccessId Read, Write;
  std::vector<AccessId> Before =
      {}; ///< other reads of the old value, which become part of the update
};

std::optional<Update> updateOf(const Kernel &K, AccessId Id) {
  const Access &A = K.access(Id);
  if (A.Partner == NoId)
    return std::nullopt;
  if (A.Kind == AccessKind::Write)
    return Update{A.Partner, Id};
  if (A.Kind == AccessKind::Read)
    return Update{Id, A.Partner};
  return std::nullopt;
}

/// The updates that must become atomic together, by the place of their write.
using Updates = std::map<SourceLoc, Update>;

/// Returns true for an access of an update that becomes atomic, in any of its copies.
bool isPartOf(const Kernel &K, const Updates &Atomic, AccessId Id) {
  std::optional<Update> U = updateOf(K, Id);
  return (U && Atomic.count(K.access(U->Write).Loc)) || llvm::any_of(Atomic, [&](auto &Known) {
           return llvm::is_contained(Known.second.Before, Id);
         });
}

void add(const Context &C, const Update &U, Updates &Chosen) {
  const SourceLoc &At = C.K.Model.access(U.Write).Loc;
  if (!Chosen.count(At))
    Chosen.emplace(At, Update{U.Read, U.Write, readsBefore(C.P, C.K, U.Write)});
}

/// The kernel after the repair: every copy of the updates is one atomic operation.
Kernel withAtomics(const Kernel &Original, const Updates &Atomic) {
  Kernel K = Original;
  for (Access &A : K.Accesses) {
    if (!isPartOf(Original, Atomic, A.Id))
      continue;
    A.Kind = AccessKind::Atomic;
    A.Atomic = AtomicOp::Other;
    A.Scope = AtomicScope::Device;
  }
  return K;
}

std::vector<analysis::RaceAnswer> surelyRacing(const Context &C, const Kernel &K) {
  const analysis::RaceOptions Opts = convention::raceOptions(*C.K.Solving, C.Opts);
  std::vector<analysis::RaceAnswer> Found;
  for (const Launch &L : C.Launches)
    for (analysis::RaceAnswer &A :
         analysis::findRaces(K, L, analysis::BarrierSet::all(K), Opts).Answers)
      if (std::holds_alternative<Satisfiable>(A.Answer) && A.How != Confidence::Possible &&
          !A.SameValue)
        Found.push_back(std::move(A));
  return Found;
}

/// Returns true if the repair of a finding about this pair is a barrier.
bool orderedByBarrier(llvm::ArrayRef<Finding> All, AccessId A, AccessId B) {
  return llvm::any_of(All, [&](const Finding &F) {
    return isInBlockRace(F) && std::minmax(F.Accesses[0], F.Accesses[1]) == std::minmax(A, B) &&
           llvm::any_of(F.Repairs, [](const Repair &P) { return !P.Edits.empty(); });
  });
}

/// Adds every update that races with those chosen. Fails if one races with a plain access and no
/// barrier could order the two.
llvm::Error close(const Context &C, Updates &Chosen, llvm::ArrayRef<Finding> All) {
  const Kernel &K = C.K.Model;
  constexpr unsigned MaxRounds = 4;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    Kernel Patched = withAtomics(K, Chosen);
    bool Grown = false;
    for (const analysis::RaceAnswer &R : surelyRacing(C, Patched)) {
      bool FirstOurs = Patched.access(R.A).Kind != K.access(R.A).Kind;
      bool SecondOurs = Patched.access(R.B).Kind != K.access(R.B).Kind;
      if (FirstOurs == SecondOurs ||
          (R.Where != analysis::Scope::OtherBlock && orderedByBarrier(All, R.A, R.B)))
        continue;
      AccessId Other = FirstOurs ? R.B : R.A;
      std::optional<Update> U = updateOf(K, Other);
      // In shared memory, a barrier between the two is a separate repair.
      if (!U && K.array(K.access(Other).Array).Where == Space::Shared)
        continue;
      if (!U)
        return llvm::createStringError("an atomic is not enough: line " +
                                       std::to_string(K.access(Other).Loc.Line) +
                                       " accesses the same memory without one");
      Grown |= !Chosen.count(K.access(U->Write).Loc);
      add(C, *U, Chosen);
    }
    if (!Grown)
      return llvm::Error::success();
  }
  return llvm::createStringError("too many statements would have to become atomic");
}

/// The loaded values that an address is computed from.
llvm::DenseSet<Expr> loadsIn(const Kernel &K, Expr Offset) {
  llvm::DenseSet<Expr> Loads;
  ExprContext::visit(Offset, [&](Expr N) {
    if (N->op() == Op::Apply && K.Ctx->symbol(N->symbol()).Kind == SymbolKind::Load)
      Loads.insert(N);
  });
  return Loads;
}

/// Adds updates whose cell is selected by the same value as a cell of those chosen: if that value
/// sends several threads to one cell, it does so for these as well.
void addPickedAlike(const Context &C, Updates &Chosen) {
  const Kernel &K = C.K.Model;
  llvm::DenseSet<Expr> Picks;
  for (const auto &[Loc, U] : Chosen)
    if (Expr Offset = K.access(U.Write).Offset)
      Picks.insert_range(loadsIn(K, Offset));
  const analysis::RaceOptions Opts = convention::raceOptions(*C.K.Solving, C.Opts);
  auto Collides = [&](AccessId W) {
    return llvm::any_of(C.Launches, [&](const Launch &L) {
      return llvm::any_of(
          analysis::askRace(K, L, analysis::BarrierSet::all(K), W, W, Opts),
          [](auto &A) { return std::holds_alternative<Satisfiable>(A.Answer) && !A.SameValue; });
    });
  };
  for (const Access &A : K.Accesses) {
    if (A.Kind != AccessKind::Write || !A.Offset || Chosen.count(A.Loc))
      continue;
    std::optional<Update> U = updateOf(K, A.Id);
    bool Alike = U && llvm::any_of(loadsIn(K, A.Offset), [&](Expr N) { return Picks.count(N); });
    if (!Alike || !Collides(A.Id))
      continue;
    if (llvm::Expected<SourceForm> Form = writeAtomic(C.P, C.K, U->Read, U->Write))
      add(C, *U, Chosen);
    else
      llvm::consumeError(Form.takeError()); // it has a finding of its own
  }
}

void writeInIR(const Context &C, const Updates &Chosen, Repair &R) {
  std::vector<AtomicUpdate> Updates; // with the copies made by inlining
  for (const Access &A : C.K.Model.Accesses)
    if (A.Kind == AccessKind::Write && Chosen.count(A.Loc))
      if (std::optional<Update> U = updateOf(C.K.Model, A.Id))
        Updates.push_back({U->Read, U->Write});
  auto Module = writeAtomicIR(C.P, C.K, Updates);
  if (!Module) {
    R.Notes.emplace_back("no patched IR: " + llvm::toString(Module.takeError()), /*OnIR=*/true);
    return;
  }
  setIR(R, **Module);
}

/// Sets the launch's size along dimensions that the kernel never reads to 1, and returns the
/// original size.
std::string dropUnread(const Kernel &K, Launch &L) {
  std::string Said;
  auto Drop = [&](Expr &Extent, bool Read, const char *What, const char *Name, unsigned D) {
    if (Read || !Extent || (Extent->isConst() && Extent->value() <= 1))
      return;
    std::string Many = Extent->isConst() ? std::to_string(Extent->value()) : "several";
    Said += (Said.empty() ? "" : " and ") + Many + " " + What + " along " + "xyz"[D] +
            " (the kernel never reads " + Name + "xyz"[D] + ")";
    Extent = K.Ctx->constant(1, 32);
  };
  for (unsigned D = 0; D < 3; ++D) {
    Drop(L.Block[D], K.UsesDim[D], "threads", "threadIdx.", D);
    Drop(L.Grid[D], K.UsesGridDim[D], "blocks", "blockIdx.", D);
  }
  return Said;
}

/// Returns why the launch is the cause: only threads with the same work race, which differ in a
/// dimension that the kernel never reads. Empty: other threads race as well.
std::string sameWork(const Context &C, const Finding &F) {
  const Kernel &K = C.K.Model;
  auto GivesWork = [](const Access &A) { return A.Kind == AccessKind::Atomic && A.Result; };
  if (llvm::any_of(K.Accesses, GivesWork))
    return "";
  const analysis::RaceOptions Opts = convention::raceOptions(*C.K.Solving, C.Opts);
  std::string Why;
  for (Launch L : C.Launches) {
    unsigned Line = L.Loc.Line;
    auto Races = [&] {
      return !analysis::askRace(K, L, analysis::BarrierSet::all(K), F.Accesses[0], F.Accesses[1],
                                Opts)
                  .empty();
    };
    if (L.Generic || !Races())
      continue;
    std::string Unread = dropUnread(K, L);
    if (Unread.empty() || Races())
      return "";
    Why = "the launch in line " + std::to_string(Line) + " has " + Unread +
          ", which do the same work: an atomic would do it as many times";
  }
  return Why;
}

/// The line in which the reader of a race has just changed the location itself, by an atomic
/// operation whose result is unused; 0: there is none. Other threads may have changed it since
/// then, which a loop after it may wait for.
unsigned ownChange(const Kernel &K, const Finding &F) {
  analysis::FlowPaths Paths(K);
  const analysis::FlowInfo Loops(K);
  auto Stop = [&](const Event &E) { return E.What == Event::Kind::Barrier; };
  unsigned Line = 0;
  for (AccessId Id : F.Accesses) {
    const Access &R = K.access(Id);
    if (R.Kind == AccessKind::Read)
      Paths.visitBefore(Paths.access(Id), Stop, [&](const Event &E) {
        if (E.What != Event::Kind::Access)
          return;
        const Access &X = K.access(E.Id);
        const LoopId Around = K.Nodes[R.Node].Loop;
        if (X.Kind == AccessKind::Atomic && X.Array == R.Array && X.Offset == R.Offset &&
            !X.Result && (Around == NoId || Loops.contains(Around, X.Node)))
          Line = X.Loc.Line;
      });
  }
  return Line;
}

/// Returns true if the two operations give the same result in either order.
bool commute(AtomicOp A, AtomicOp B) {
  auto Adds = [](AtomicOp O) { return O == AtomicOp::Add || O == AtomicOp::Sub; };
  return A == B || (Adds(A) && Adds(B));
}

/// The atomic operation of the race with which an update may not commute; null: there is none.
const Access *inOtherOrder(const Context &C, const Finding &F, const Updates &Chosen) {
  const Kernel &K = C.K.Model;
  for (AccessId Id : F.Accesses) {
    const Access &A = K.access(Id);
    const bool Known =
        A.Kind == AccessKind::Atomic && A.Atomic >= AtomicOp::Add && A.Atomic <= AtomicOp::Xor;
    if (Known && llvm::any_of(Chosen, [&](auto &At) {
          const std::optional<AtomicOp> O = operationOf(C.P, C.K, At.second.Write);
          return O && !commute(*O, A.Atomic);
        }))
      return &A;
  }
  return nullptr;
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding> All) {
  const Kernel &K = C.K.Model;
  if (unsigned Line = ownChange(K, F))
    return llvm::createStringError("what line " + std::to_string(Line) +
                                   " changes is read again, as others have changed it by then: use "
                                   "what the atomic operation there returns");
  Updates Chosen;
  for (AccessId Id : F.Accesses)
    if (std::optional<Update> U = updateOf(K, Id))
      add(C, *U, Chosen);
  auto Covered = [&](AccessId Id) {
    return K.access(Id).Kind == AccessKind::Atomic || updateOf(K, Id) || isPartOf(K, Chosen, Id);
  };
  // The race on `s[i] += s[i + 16]` is with a cell that it only reads: a barrier must repair that.
  if (llvm::Expected<std::vector<Repair>> Extreme = makeExtremeAtomic(C, F, All);
      !Extreme || !Extreme->empty())
    return Extreme;
  if (Chosen.empty() || !llvm::all_of(F.Accesses, Covered))
    return !F.InterBlock && orderedByBarrier(All, F.Accesses[0], F.Accesses[1])
               ? std::vector<Repair>()
               : makeAccessesAtomic(C, F);
  if (std::string Why = sameWork(C, F); !Why.empty())
    return llvm::createStringError(Why);
  if (const Access *A = inOtherOrder(C, F, Chosen))
    return llvm::createStringError(
        "an atomic is not enough: the result depends on whether the update comes before or after "
        "the atomic operation in line " +
        std::to_string(A->Loc.Line) + " of another thread; one must be finished before the other");
  addPickedAlike(C, Chosen);
  if (llvm::Error E = close(C, Chosen, All))
    return std::move(E);

  Repair R;
  R.Id = "make-atomic";
  R.How = Applicability::Proven;
  R.Title = "make the update" + std::string(Chosen.size() > 1 ? "s in lines " : " in line ");
  for (const auto &[Loc, U] : Chosen)
    R.Title += (Loc == Chosen.begin()->first ? "" : ", ") + std::to_string(Loc.Line);
  R.Title += " atomic";
  analysis::FlowPaths Paths(K);
  for (const auto &[Loc, U] : Chosen) {
    if (agreementOn(K, Paths, K.access(U.Write)) <= Uniformity::Block) {
      R.How = std::max(R.How, Applicability::Suggested);
      R.Notes.emplace_back(
          "every thread of a block makes the same update: right if it is meant once "
          "for each thread; if once for the block, let one thread make it");
    }
    llvm::Expected<SourceForm> Source = writeAtomic(C.P, C.K, U.Read, U.Write);
    if (!Source) {
      R.Notes.emplace_back("no source form: " + llvm::toString(Source.takeError()));
      R.How = Applicability::Manual;
      R.Edits.clear();
      break;
    }
    llvm::append_range(R.Edits, Source->Edits);
    llvm::append_range(R.Notes, Source->Notes);
    llvm::append_range(R.Assumptions, Source->Assumptions);
    if (!Source->Notes.empty())
      R.How = std::max(R.How, Applicability::Suggested);
  }
  llvm::sort(R.Edits);
  if (!R.Assumptions.empty() && R.How == Applicability::Proven)
    R.How = Applicability::Conditional;
  writeInIR(C, Chosen, R);
  for (unsigned I = 0; I < All.size(); ++I) {
    auto Ours = [&](AccessId Id) {
      return K.access(Id).Kind == AccessKind::Atomic || isPartOf(K, Chosen, Id);
    };
    if (&All[I] != &F && isRace(All[I]) && All[I].KernelName == F.KernelName &&
        llvm::all_of(All[I].Accesses, Ours))
      R.AlsoFixes.push_back(I);
  }
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) { return isRace(F); }

const RepairKind MakeAtomic = {
    "make-atomic",
    R"(Turns an update that races with itself in another thread into one atomic operation.

Before:                              After:
  count[bin]++;                        atomicAdd(&count[bin], 1);

For a statement that reads and writes one location (x += e, x++, x = x op e, x = max(x, e)),
also between threads of different blocks, where no barrier helps. Updates elsewhere that race
with it become atomic in the same repair; when a plain access to the same memory races with
it, and no barrier orders the two, the repair is not made; nor where only threads race that do
the same work, as they differ in a dimension that the kernel never reads. It is only suggested
where all threads of a block add the same, and where the order in which they come decides how
floating-point numbers are rounded.
Where no such function computes in the cell's type, a loop around atomicCAS does; where the
instances of a template need different functions, cuda::atomic_ref.
What the statements before the update read of its location is what the atomic returns
(out[n] = v; n++ becomes out[atomicAdd(&n, 1)] = v).
A test and a store that keep a least or greatest value (if (v < *best) *best = v) become one
atomicMin or atomicMax, also where the test skips the store (if (v >= *best) continue; *best = v).
Loads and stores that race with atomics, that a loop waits with, that lead from cell to cell, or
that set a flag which other blocks test become those of cuda::atomic_ref, which is suggested:

Before:                              After:
  while (parent[v] != v)               while (load(parent[v]) != v)
    v = parent[v];                       v = load(parent[v]);

where load(x) stands for cuda::atomic_ref<int>(x).load(cuda::memory_order_relaxed).)",
    applies, propose, "make updates atomic"};

} // namespace cudafix::transform
