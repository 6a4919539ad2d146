// SPDX-License-Identifier: Apache-2.0

#include "detect/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::string tuple(const std::array<uint64_t, 3> &V, const std::array<uint64_t, 3> &Dim) {
  if (Dim[1] == 1 && Dim[2] == 1)
    return std::to_string(V[0]);
  return "(" + std::to_string(V[0]) + "," + std::to_string(V[1]) + "," + std::to_string(V[2]) + ")";
}

std::string cudafix::detect::threadName(const Witness &W, unsigned T) {
  return tuple(W.Threads[T].Thread, W.BlockDim);
}

std::string cudafix::detect::blockName(const Witness &W, unsigned T) {
  return tuple(W.Threads[T].Block, W.GridDim);
}

std::string cudafix::detect::lineName(const SourceLoc &Of, const SourceLoc &From) {
  std::string Line = "line " + std::to_string(Of.Line);
  return Of.File == From.File ? Line : Line + " of " + llvm::sys::path::filename(Of.File).str();
}

namespace {
struct Words {
  Role What;
  llvm::StringLiteral Verb;
};
} // namespace

static Words wordsFor(const Access &A) {
  switch (A.Kind) {
  case AccessKind::Read:
    return {Role::Read, "reads"};
  case AccessKind::Write:
    return {Role::Write, "writes"};
  case AccessKind::Atomic:
    return {Role::Atomic, "atomically updates"};
  case AccessKind::AsyncCopy:
    return {Role::AsyncCopy, "issues"};
  }
  return {Role::Access, "accesses"};
}

static std::string whoOf(const RaceAnswer &R, unsigned T) {
  const Witness &W = R.Example;
  std::string S = "thread " + threadName(W, T);
  if (R.Where == Scope::OtherBlock)
    S += " of block " + blockName(W, T);
  return S;
}

/// The text of a flaw in the synchronization.
static std::string flawText(const Kernel &K, const RaceAnswer &R, const SyncFlaw &F) {
  const Access &Op = K.access(F.Op);
  const SourceLoc &At = K.access(R.A).Loc;
  std::string Line = " at " + lineName(Op.Loc, At);
  std::string Cell = "'" + K.array(Op.Array).Name + "'" + Line;
  switch (F.What) {
  case SyncFlaw::Kind::NoLock:
    return whoOf(R, F.Thread) + " does not take the lock " + Cell;
  case SyncFlaw::Kind::OtherLock:
    return "they can hold different locks";
  case SyncFlaw::Kind::NoFenceAfter:
    return "no fence between " + Cell + " and the access after it";
  case SyncFlaw::Kind::NoFenceBefore:
    return "no fence between the access and " + Cell;
  case SyncFlaw::Kind::NarrowFence: {
    const Fence &Narrow = K.fence(F.Fence);
    return (Narrow.Text.empty() ? "the fence" : Narrow.Text) + " at " + lineName(Narrow.Loc, At) +
           " covers the threads of one block only";
  }
  case SyncFlaw::Kind::NarrowAtomic:
    return (Op.Text.empty() ? Cell : Op.Text + Line) + " covers the threads of one block only";
  }
  return "";
}

static std::string message(const Kernel &K, const RaceAnswer &R) {
  const Access &A = K.access(R.A), &B = K.access(R.B);
  const Array &Arr = K.array(A.Array);
  std::string Memory = Arr.Where == Space::Shared    ? "shared memory"
                       : Arr.Where == Space::Surface ? "surface"
                                                     : "global memory";
  std::string S;
  llvm::raw_string_ostream OS(S);
  OS << "race on " << Memory << " '" << Arr.Name << "': ";
  if (R.SameValue) {
    OS << "several threads write the same value";
    return S;
  }
  std::string Why = !R.Flaws.empty()               ? flawText(K, R, R.Flaws.front())
                    : R.Where == Scope::OtherBlock ? "different blocks, which no barrier orders"
                    : R.NotWaited                  ? "the copy is not waited for before the barrier"
                    : R.Where == Scope::SameWarp   ? "one warp, no __syncwarp() in between"
                                                   : "one block, no barrier in between";
  OS << whoOf(R, 0) << ' ' << wordsFor(A).Verb << ' ' << (A.Text.empty() ? Arr.Name : A.Text);
  if (R.A == R.B)
    OS << " and " << whoOf(R, 1) << " too";
  else
    OS << " while " << whoOf(R, 1) << ' ' << wordsFor(B).Verb << ' '
       << (B.Text.empty() ? Arr.Name : B.Text) << " at " << lineName(B.Loc, A.Loc);
  OS << " (" << Why << ')';
  return S;
}

/// A text for two threads that differ only in an index that the kernel never reads: both do the
/// same work, so the launch is wrong. Empty if an atomic gives them different work.
static std::string sameWork(const Kernel &K, const RaceAnswer &R) {
  auto GivesWork = [](const Access &A) { return A.Kind == AccessKind::Atomic && A.Result; };
  if (R.Example.Threads.size() < 2 || llvm::any_of(K.Accesses, GivesWork))
    return "";
  const auto &[A, B] = std::tie(R.Example.Threads[0], R.Example.Threads[1]);
  std::string Unread;
  auto Differ = [&](uint64_t X, uint64_t Y, bool Read, const char *Index, unsigned D) {
    if (X != Y && !Read)
      Unread += (Unread.empty() ? "" : " and ") + std::string(Index) + "xyz"[D];
    return X == Y || !Read;
  };
  for (unsigned D = 0; D < 3; ++D)
    if (!Differ(A.Thread[D], B.Thread[D], K.UsesDim[D], "threadIdx.", D) ||
        !Differ(A.Block[D], B.Block[D], K.UsesGridDim[D], "blockIdx.", D))
      return "";
  return Unread.empty() ? ""
                        : "; they differ in " + Unread +
                              " only, which the kernel never reads, and do the same work";
}

static Finding toFinding(const KernelFacts &F, const Launch &L, const RaceAnswer &R,
                         llvm::StringRef Id) {
  const Kernel &K = F.K;
  const Access &A = K.access(R.A), &B = K.access(R.B);
  Finding N;
  N.Id = Id.str();
  N.How = R.How;
  N.Severity = R.How <= Confidence::Proved ? Level::Error : Level::Warning;
  if (R.SameValue)
    N.Severity = Level::Note;
  N.KernelName = K.Name;
  N.Loc = A.Loc;
  N.Message = message(K, R) + (R.SameValue ? "" : sameWork(K, R));
  N.Object = K.array(A.Array).Name;
  for (unsigned T = 0; T < 2; ++T) {
    const Access &X = T ? B : A;
    const Role Did = wordsFor(X).What;
    std::string Text = toString(Did).str() + " by " + whoOf(R, T);
    if (T || R.A != R.B)
      N.RelatedPlaces.push_back({X.Loc, Did, Text});
    for (const SourceLoc &Call : X.CallChain)
      if (llvm::none_of(N.RelatedPlaces, [&](const Related &P) { return P.Loc == Call; }))
        N.RelatedPlaces.push_back({Call, Role::Caller, "called from here"});
  }
  if (A.Array != B.Array)
    N.Facts.push_back(K.array(A.Array).Name + " and " + K.array(B.Array).Name +
                      " point into one object");
  addFacts(N, L);
  N.Example = R.Example;
  N.Accesses = {R.A, R.B};
  N.InterBlock = R.Where == Scope::OtherBlock;
  N.BlocksToo = llvm::any_of(F.Races, [&](const RaceResult &All) {
    return llvm::any_of(All.Answers, [&](const RaceAnswer &Other) {
      return Other.Where == Scope::OtherBlock &&
             std::minmax(Other.A, Other.B) == std::minmax(R.A, R.B);
    });
  });
  N.SameWarp = R.Where == Scope::SameWarp;
  N.Flaws = R.Flaws;
  N.Premises = R.Premises;
  for (const SyncFlaw &S : R.Flaws)
    if (S.What != SyncFlaw::Kind::OtherLock)
      N.RelatedPlaces.push_back({K.access(S.Op).Loc, Role::Synchronization, flawText(K, R, S)});
  return N;
}

std::vector<Finding>
cudafix::detect::raceFindings(const KernelFacts &F, llvm::StringRef Id,
                              llvm::function_ref<bool(const RaceAnswer &)> Select) {
  // By source place, so that copies of one statement (unrolling, inlining) are one finding.
  std::map<std::pair<SourceLoc, SourceLoc>, Finding> ByPlace;
  for (auto [I, Result] : llvm::enumerate(F.Races))
    for (const RaceAnswer &R : Result.Answers) {
      if (!std::holds_alternative<Satisfiable>(R.Answer) || !Select(R))
        continue;
      Finding N = toFinding(F, F.Launches[I], R, Id);
      auto Key = std::minmax(F.K.access(R.A).Loc, F.K.access(R.B).Loc);
      auto [It, New] = ByPlace.try_emplace({Key.first, Key.second}, N);
      if (!New && N.How < It->second.How)
        It->second = std::move(N);
    }
  std::vector<Finding> Findings;
  for (auto &[Key, N] : ByPlace)
    Findings.push_back(std::move(N));
  return Findings;
}

void cudafix::detect::addFacts(Finding &To, const Launch &From) {
  for (const Fact &Fact : From.Facts)
    if (!Fact.Implied && !Fact.Text.empty() && !llvm::is_contained(To.Facts, Fact.Text))
      To.Facts.push_back(Fact.Text);
}
