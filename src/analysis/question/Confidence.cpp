// SPDX-License-Identifier: Apache-2.0
//
// How sure a racy answer is by the memory contents that its witness picked.

#include "analysis/question/Confidence.h"
#include "analysis/flow/FlowPaths.h"
#include "analysis/question/Objects.h"
#include "analysis/question/Support.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

void analysis::summands(Expr E, int64_t Factor, llvm::function_ref<void(Expr, int64_t)> Take) {
  switch (E->op()) {
  case Op::Add:
  case Op::Sub:
    summands(E->arg(0), Factor, Take);
    return summands(E->arg(1), E->op() == Op::Sub ? -Factor : Factor, Take);
  case Op::Mul:
    if (E->arg(1)->isConst())
      return summands(E->arg(0), Factor * E->arg(1)->signedValue(), Take);
    break;
  case Op::ZExt:
  case Op::SExt:
    return summands(E->arg(0), Factor, Take);
  default:
    break;
  }
  Take(E, Factor);
}

/// Is the loaded value the start of a row that an index runs over (`first[b] + threadIdx.x`),
/// rather than the cell or the row itself? Both are summands of one scale then.
bool Classifier::picksOffset(unsigned I) const {
  llvm::DenseSet<int64_t> Data, Running;
  auto Holds = [&](Expr E, auto Is) {
    bool Found = false;
    ExprContext::visit(E, [&](Expr N) {
      Found |= N->op() == Op::Apply && Is(C.symbol(Q.T.original(N->symbol())));
    });
    return Found;
  };
  auto Steps = [](const Symbol &S) {
    return S.Kind == SymbolKind::Counter || S.Kind == SymbolKind::Opaque;
  };
  std::function<void(Expr, int64_t)> Look = [&](Expr E, int64_t Factor) {
    if (E->op() == Op::UDiv || E->op() == Op::SDiv || E->op() == Op::LShr || E->op() == Op::AShr)
      return summands(E->arg(0), Factor, Look);
    bool FromMemory = supportOf(K, Q.T, E).Data;
    bool Loaded = E->op() == Op::Apply && !Steps(C.symbol(Q.T.original(E->symbol())));
    if (FromMemory && (Loaded || !Holds(E, Steps)))
      Data.insert(std::abs(Factor));
    else if (FromMemory || Holds(E, Steps) ||
             (E->op() == Op::Apply && !Q.T.isShared(Q.T.original(E->symbol()))))
      Running.insert(std::abs(Factor));
  };
  summands(Q.Offset[I], 1, Look);
  return Data.size() == 1 && Running.contains(*Data.begin());
}

/// What is left of A - B: summands that stand on more than constants, with their factors, and
/// the constant.
static std::pair<llvm::SmallDenseMap<Expr, int64_t>, int64_t> difference(Expr A, Expr B) {
  llvm::SmallDenseMap<Expr, int64_t> Terms;
  int64_t Constant = 0;
  for (auto [Of, Sign] : {std::pair(A, 1), std::pair(B, -1)})
    summands(Of, Sign, [&](Expr E, int64_t Factor) {
      if (E->isConst())
        Constant += E->signedValue() * Factor;
      else if ((Terms[E] += Factor) == 0)
        Terms.erase(E);
    });
  return {std::move(Terms), Constant};
}

/// Does the term stand on numbers of the host and constants alone?
bool Classifier::isOfParameters(Expr E) const {
  bool Is = true;
  ExprContext::visit(E, [&](Expr N) { Is &= N->op() != Op::Apply || isGiven(N); });
  return Is;
}

/// Do the accesses start at places that parameters, or many elements, set apart, as the parts
/// of one shared array do? A loaded index that goes from one into the other leaves its range.
bool Classifier::reachesOtherPart() const {
  if (K.Arrays[Q.P[0].What->Array].Where != Space::Shared)
    return false;
  auto [Terms, Bytes] = difference(Q.Offset[0], Q.Offset[1]);
  auto Size = [](const Access &A) { return A.Size->isConst() ? int64_t(A.Size->value()) : 0; };
  int64_t Element = std::max(Size(*Q.P[0].What), Size(*Q.P[1].What));
  bool Far = Element && std::abs(Bytes) >= 32 * Element;
  return Far || llvm::any_of(Terms, [&](auto &Entry) { return isOfParameters(Entry.first); });
}

/// Does the write compute with what the cell held (`x += 1`), rather than only follow it?
bool Classifier::accumulates(unsigned I) const {
  const Access &W = *Q.P[I].What;
  if (!W.Value)
    return true;              // a value that is not modelled
  auto IsLoad = [&](Expr E) { // its index is no operand
    return E->op() == Op::Apply && C.symbol(Q.T.original(E->symbol())).Kind == SymbolKind::Load;
  };
  auto IsCell = [&](Expr E) {
    return IsLoad(E) && C.symbol(Q.T.original(E->symbol())).Index == W.Array &&
           E->arg(0) == Q.Offset[I];
  };
  Expr V = Q.P[I].of(Q.T, W.Value, I);
  bool Found = IsCell(V);
  ExprContext::visit(V, [&](Expr E) { Found |= llvm::any_of(E->args(), IsCell); }, IsLoad);
  return Found;
}

/// Is it an access where neighbouring elements differ (`key[i] <= x && x < key[i + 1]`), or where
/// an element of the thread is the one looked for (`key[i] == wanted[b]`)? In sorted data one
/// thread finds the boundary, one each key's (`count[key[i]]`), and of unique keys one is that.
bool Classifier::isAtBoundary(unsigned I) const {
  const Access &W = *Q.P[I].What;
  if (W.Kind != AccessKind::Write && W.Kind != AccessKind::Read)
    return false;
  unsigned Writer = W.Kind == AccessKind::Read ? 1 - I : I;
  bool Accumulates = updatesCell(Writer) && accumulates(Writer);
  auto Loaded = [&](Expr E) {
    E = unwidened(E);
    bool Is = E->op() == Op::Apply && !E->args().empty() &&
              C.symbol(Q.T.original(E->symbol())).Kind == SymbolKind::Load;
    return Is ? E : Expr();
  };
  struct Comparison {
    Expr Load, With; ///< a loaded value, and anything
    bool Equal;      ///< as the way to the store demands
  };
  SmallVector<Comparison, 8> Compared;
  const Expr Cond = Q.T.of(Q.P[I].At->Cond, I);
  llvm::DenseSet<Expr> Holds; // parts of a conjunction
  SmallVector<Expr, 8> Work{Cond};
  while (!Work.empty())
    if (Expr E = Work.pop_back_val(); Holds.insert(E).second && E->op() == Op::And)
      Work.append(E->args().begin(), E->args().end());
  ExprContext::visit(Cond, [&](Expr N) {
    bool Orders =
        N->op() == Op::Slt || N->op() == Op::Sle || N->op() == Op::Ult || N->op() == Op::Ule;
    if (!Orders && N->op() != Op::Eq)
      return;
    Expr X = Loaded(N->arg(0)), Y = Loaded(N->arg(1));
    if (Orders && X && Y && Q.T.original(X->symbol()) == Q.T.original(Y->symbol()))
      return; // the bounds of a loop
    if (X)
      Compared.push_back({X, Y ? Y : N->arg(1), !Orders && Holds.contains(N)});
    if (Y)
      Compared.push_back({Y, X ? X : N->arg(0), !Orders && Holds.contains(N)});
  });
  auto OfThread = [&](Expr Index) { // not of an iteration that the whole block is in
    bool Own = false;
    ExprContext::visit(Index, [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      SymbolKind Kind = C.symbol(Q.T.original(N->symbol())).Kind;
      Own |= Kind == SymbolKind::ThreadIdx ||
             (Kind == SymbolKind::BlockIdx && R.Where == Scope::OtherBlock);
    });
    return Own;
  };
  auto IsFound = [&](auto &X) { // where the threads of a block look for one value
    return !Accumulates && X.Equal && OfThread(X.Load->arg(0)) && R.Where != Scope::OtherBlock &&
           (Loaded(X.With) ? !OfThread(X.With->arg(0))
                           : !X.With->isConst() && isOfParameters(X.With));
  };
  if (llvm::any_of(Compared, IsFound))
    return true;
  auto PicksCell = [&](Expr Load) {
    bool Found = false;
    ExprContext::visit(Q.Offset[I], [&](Expr N) { Found |= N == Load; });
    return Found;
  };
  return llvm::any_of(Compared, [&](auto &X) {
    return OfThread(X.Load->arg(0)) && llvm::any_of(Compared, [&](auto &Y) {
             bool Together = X.With == Y.With || X.With == Y.Load;
             if (!Together || (Accumulates && !PicksCell(X.Load) && !PicksCell(Y.Load)))
               return false;
             auto [Terms, Bytes] = difference(Y.Load->arg(0), X.Load->arg(0));
             return Q.T.original(X.Load->symbol()) == Q.T.original(Y.Load->symbol()) &&
                    Terms.empty() && Bytes == X.Load->width() / 8;
           });
  });
}

/// Does the race need that the two threads loaded different values? A cell of the thread's
/// own part, picked by data, is no common cell.
bool Classifier::needsUnequalLoads() {
  SmallVector<Expr, 8> Loads[2];
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(Q.Offset[I], [&](Expr N) {
      if (N->op() == Op::Apply && supportOf(K, Q.T, C.apply(N->symbol(), N->args())).Data)
        Loads[I].push_back(N);
    });
  SmallVector<Expr, 8> Equal;
  for (Expr X : Loads[0])
    for (Expr Y : Loads[1])
      if (X != Y && Q.T.original(X->symbol()) == Q.T.original(Y->symbol()))
        Equal.push_back(C.eq(X, Y));
  if (Equal.empty())
    return false;
  SmallVector<Expr, 8> All(parameters().getArrayRef());
  llvm::append_range(Equal, nonNegative(All).Conditions);
  llvm::append_range(Equal, large(lengths(All)).Conditions);
  return mayVanish(Equal);
}

/// Are the accesses to different parts of one allocation whose sizes only the host knows? A
/// part that is too small is no race of the kernel.
bool Classifier::isLeavingPart() const {
  auto Start = [&](const Access &A) {
    ArrayId Id = A.Part == NoId ? A.Array : A.Part;
    const Origin *O = originOf(L, Id);
    return O ? O->Offset : Expr();
  };
  const Access &X = *Q.P[0].What, &Y = *Q.P[1].What;
  Expr A = Start(X), B = Start(Y);
  return X.Part != Y.Part && A && B && !C.sub(A, B, NSW)->isConst();
}

/// Does a value that the model does not express, the same for both threads, set how far their
/// accesses are apart? The witness made it up.
bool Classifier::scalesUnmodelled() const {
  auto IsOpaque = [&](Expr E) {
    if (E->op() != Op::Apply || C.symbol(Q.T.original(E->symbol())).Kind != SymbolKind::Opaque)
      return false;
    bool Shared = true;
    ExprContext::visit(E, [&](Expr N) {
      Shared &= N->op() != Op::Apply || Q.T.isShared(Q.T.original(N->symbol()));
    });
    return Shared;
  };
  bool Scales = false;
  for (Expr Offset : Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t) {
      if (E->op() != Op::Apply)
        ExprContext::visit(E, [&](Expr N) { Scales |= IsOpaque(N); });
    });
  auto [Terms, Bytes] = difference(Q.Offset[0], Q.Offset[1]);
  return Scales || llvm::any_of(Terms, [&](auto &Entry) { return IsOpaque(Entry.first); });
}

/// The question's answer under the conditions.
Verdict Classifier::under(llvm::ArrayRef<Expr> Conditions) {
  SmallVector<Expr, 32> With(Q.Constraints);
  llvm::append_range(With, Conditions);
  return Ask(With);
}

/// Is no race known under the conditions? The assumption is stated only where there is
/// provably none.
bool Classifier::mayVanish(llvm::ArrayRef<Expr> Conditions, llvm::StringRef Assumption) {
  Verdict V = under(Conditions);
  if (std::holds_alternative<Proved>(V) && !Assumption.empty())
    R.Assumption = Assumption.str();
  return !std::holds_alternative<Refuted>(V);
}

/// Does the code write an index into the same array there, as in a structure that is followed
/// while it is changed?
static bool followsChanges(const Kernel &K, const Access &A) {
  auto Stores = [&](const Access &W) { // an index that the array itself may have held
    if (W.Kind != AccessKind::Write || !W.Value || W.Value->op() != Op::Apply)
      return false;
    const Symbol &S = K.Ctx->symbol(W.Value->symbol());
    return S.Kind != SymbolKind::Load || S.Index == A.Array;
  };
  return llvm::any_of(K.Accesses, [&](const Access &B) {
    if (B.Array != A.Array || A.Kind == AccessKind::Atomic || B.Kind == AccessKind::Atomic)
      return false;
    bool Follows = false;
    for (auto [Write, Other] : {std::pair(&A, &B), std::pair(&B, &A)})
      if (Stores(*Write))
        ExprContext::visit(Other->Offset, [&, V = Write->Value](Expr E) {
          bool OfLoop = E->op() == Op::Apply && E->symbol() == V->symbol() &&
                        K.Ctx->symbol(V->symbol()).Kind == SymbolKind::Opaque;
          Follows |= E == V || OfLoop; // as it is in one of the loop's iterations
        });
    return Follows;
  });
}

/// Is it the same value whoever writes it, as in `if (level[i] < 0) level[i] = next`?
bool Classifier::isOneValue(Expr Value) const {
  bool One = Value != Expr();
  if (One)
    ExprContext::visit(Value, [&](Expr N) {
      if (N->op() == Op::Apply)
        One &= C.symbol(N->symbol()).Kind == SymbolKind::Parameter;
    });
  return One;
}

/// Is access I a plain write whose value or condition stands on what the cell held?
bool Classifier::updatesCell(unsigned I) const {
  const Access &W = *Q.P[I].What;
  if (W.Kind != AccessKind::Write)
    return false;
  bool Reads = false;
  auto Look = [&](Expr E) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Apply || N->args().empty())
        return;
      const Symbol &S = C.symbol(N->symbol());
      Reads |= S.Kind == SymbolKind::Load && S.Index == W.Array && N->arg(0) == Q.Offset[I];
    });
  };
  if (!isOneValue(W.Value))
    Look(Q.T.of(Q.P[I].At->Cond, I));
  if (W.Value)
    Look(Q.P[I].of(Q.T, W.Value, I));
  return Reads;
}

/// Does the thread also put a value of its own into the cell, as who owns it does?
bool Classifier::startsCell(unsigned I) const {
  const Access &A = *Q.P[I].What;
  return llvm::any_of(K.Accesses, [&](const Access &W) {
    bool OfPair = W.Id == Q.P[0].What->Id || W.Id == Q.P[1].What->Id;
    if (OfPair || W.Array != A.Array || W.Kind != AccessKind::Write || W.Partner != NoId ||
        !W.Value || W.Offset != A.Offset || W.Size != A.Size)
      return false;
    bool Reads = false;
    ExprContext::visit(W.Value, [&](Expr N) {
      Reads |= N->op() == Op::Apply && C.symbol(N->symbol()).Kind == SymbolKind::Load &&
               C.symbol(N->symbol()).Index == A.Array;
    });
    return !Reads;
  });
}

/// Does what is read from the array decide where a thread goes, as a flag does?
static bool steersThreads(const Kernel &K, ArrayId Of) {
  bool Waits = llvm::any_of(K.Accesses, [&](const Access &A) {
    LoopId L = K.Nodes[A.Node].Loop;
    return A.Array == Of && L != NoId && K.Loops[L].SpinWait;
  });
  return Waits || llvm::any_of(K.Nodes, [&](const Node &N) {
           bool Reads = false;
           for (const Edge &Way : N.Succs)
             ExprContext::visit(Way.Cond, [&](Expr E) {
               if (E->op() == Op::Apply)
                 if (const Symbol &S = K.Ctx->symbol(E->symbol()); S.Kind == SymbolKind::Load)
                   Reads |= S.Index == Of;
             });
           return Reads;
         });
}

/// How sure the answer is by what the offsets and conditions stand on.
Confidence Classifier::byData() {
  const Access &X = *Q.P[0].What, &Y = *Q.P[1].What;
  Support Offset = supportOfDifference(K, Q.T, Q.Offset[0], Q.Offset[1], Q.Tickets);
  Support Cond = supportOf(K, Q.T, Q.T.of(Q.P[0].At->Cond, 0), nullptr, &Q.Scheduled);
  Cond.Merge(supportOf(K, Q.T, Q.T.of(Q.P[1].At->Cond, 1), nullptr, &Q.Scheduled));
  bool Updates = X.Partner == Y.Id || Y.Partner == X.Id || (&X == &Y && X.Partner != NoId) ||
                 updatesCell(0) || updatesCell(1) || (followsChanges(K, X) && followsChanges(K, Y));
  bool Mixed = (X.Kind == AccessKind::Atomic) != (Y.Kind == AccessKind::Atomic);
  bool Flag = (X.Volatile || Y.Volatile) && K.Arrays[X.Array].Where != Space::Shared &&
              steersThreads(K, X.Array);
  bool SomeLanes = R.Where == Scope::SameWarp && llvm::any_of(K.Barriers, [&](const Barrier &B) {
                     return namesSomeLanes(K, B) && !knowsLanes(K, B);
                   });
  if (Offset.Gap || Cond.Gap || Flag || SomeLanes)
    return Confidence::Possible;
  if (isLeavingPart() || (!Offset.Data && scalesUnmodelled()))
    return Confidence::Possible;
  if (Offset.Data || Cond.Data) {
    bool First = isAtBoundary(0), Second = isAtBoundary(1);
    if ((First && Second) || ((First || Second) && pickByOneList()))
      return Confidence::Possible;
  }
  if (!Q.OneCell.empty() && std::holds_alternative<Proved>(under(Q.OneCell)))
    return Confidence::Possible;
  if (mayOnlyWrap())
    return Confidence::Possible;
  if (Offset.Data && !Cond.Data && (readsPicked(0) || readsPicked(1)))
    return Confidence::Likely;
  if (Offset.Data)
    return (Updates || Mixed) && !(startsCell(0) && startsCell(1)) &&
                   !(picksOffset(0) && picksOffset(1)) && !reachesOtherPart() &&
                   (Mixed || !picksByOwnEntry()) && !needsUnequalLoads()
               ? Confidence::Likely
               : Confidence::Possible;
  return Cond.Data || !Q.Tickets.empty() ? Confidence::Likely : Confidence::Proved;
}

/// Is it read from memory of which the kernel does not say that nobody writes it?
static bool mayChange(const Kernel &K, const Symbol &S) {
  if (S.Kind != SymbolKind::Load || !S.ReadOnly)
    return S.Kind == SymbolKind::Load;
  const Array *From = loadedFrom(K, S);
  if (!From)
    return false;
  if (From->Parameter == NoId || From->Parameter >= K.Params.size())
    return From->Where != Space::Constant;
  llvm::StringRef Type = K.Params[From->Parameter].Type;
  return !Type.take_front(Type.rfind('*')).contains("const");
}

/// Has the reader itself put the value there that the other thread writes once more?
bool Classifier::readsOwnValue() {
  unsigned Writer = Q.P[0].What->Kind == AccessKind::Write ? 0 : 1;
  const Access &W = *Q.P[Writer].What, &Read = *Q.P[1 - Writer].What;
  if (W.Kind != AccessKind::Write || Read.Kind != AccessKind::Read || !W.Value ||
      W.Offset != Read.Offset || W.Size != Read.Size || W.Array != Read.Array)
    return false;
  FlowPaths Paths(K);
  bool Seen = false;
  auto IsWrite = [&](const Event &E) { return E.What == Event::Kind::Access && E.Id == W.Id; };
  Paths.visitBefore(Paths.access(Read.Id), IsWrite, [&](const Event &E) { Seen |= IsWrite(E); });
  const Node &First = K.Nodes.front();
  bool Around = Paths.nodesBefore(Paths.access(Read.Id), IsWrite).test(First.Id) &&
                llvm::none_of(First.Events, IsWrite);
  bool Always = Seen && !Around;
  bool InLoop = false; // the value may be another one each time
  ExprContext::visit(W.Value, [&](Expr N) {
    if (N->op() == Op::Apply) {
      SymbolKind Kind = C.symbol(N->symbol()).Kind;
      InLoop |= Kind == SymbolKind::Counter;
      // What is not modelled may stand on memory.
      R.SameLoad |= mayChange(K, C.symbol(N->symbol())) || Kind == SymbolKind::Opaque;
    }
  });
  return Always && !InLoop &&
         std::holds_alternative<Proved>(
             under(C.ne(Q.T.of(W.Value, Writer), Q.T.of(W.Value, 1 - Writer))));
}

/// Is the one value the other where those are equal that nothing shows to differ?
bool Classifier::mayWriteSame(Expr V0, Expr V1) {
  SmallVector<Expr, 8> Hidden[2], Equal;
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(I ? V1 : V0, [&](Expr N) {
      if (N->op() == Op::Apply && C.symbol(Q.T.original(N->symbol())).Evidence)
        Hidden[I].push_back(N);
    });
  for (Expr X : Hidden[0])
    for (Expr Y : Hidden[1]) {
      SymbolId Of = Q.T.original(X->symbol());
      if (Of != Q.T.original(Y->symbol()) || X->args().size() != Y->args().size())
        continue;
      SmallVector<Expr, 8> Premise;
      for (unsigned D = 0; D < 3; ++D)
        if (*C.symbol(Of).Evidence & 1u << D)
          Premise.push_back(C.eq(Q.T.of(C.threadIdx(D), 0), Q.T.of(C.threadIdx(D), 1)));
      for (auto [A, B] : llvm::zip(X->args(), Y->args()))
        Premise.push_back(C.eq(A, B));
      Equal.push_back(C.implies(C.land(Premise), C.eq(X, Y)));
    }
  if (Equal.empty())
    return false;
  Equal.push_back(C.ne(V0, V1));
  return std::holds_alternative<Proved>(under(Equal));
}

void Classifier::run() {
  const Access &X = *Q.P[0].What, &Y = *Q.P[1].What;
  if (R.Where == Scope::SameWarp && (llvm::is_contained(X.ExchangedBefore, Y.Id) ||
                                     llvm::is_contained(Y.ExchangedBefore, X.Id))) {
    R.How = Confidence::Possible;
    return;
  }
  bool Undecided = false; // whether they write the same value
  if (X.Kind == AccessKind::Write && Y.Kind == AccessKind::Write && X.Value && Y.Value &&
      X.Value->width() == Y.Value->width() && X.Size == Y.Size) {
    Expr V0 = Q.P[0].of(Q.T, X.Value, 0), V1 = Q.P[1].of(Q.T, Y.Value, 1);
    Verdict Differ = under(C.ne(V0, V1));
    R.SameValue = std::holds_alternative<Proved>(Differ);
    Undecided = std::holds_alternative<Unknown>(Differ);
    R.MaySame = std::holds_alternative<Refuted>(Differ) && mayWriteSame(V0, V1);
    ExprContext::visit(V0, [&](Expr N) {
      if (N->op() == Op::Apply)
        R.SameLoad |= mayChange(K, C.symbol(Q.T.original(N->symbol())));
    });
  }
  R.SameValue |= readsOwnValue();
  R.How = Undecided ? Confidence::Possible : byData();
  if (R.How == Confidence::Possible)
    return;
  R.How = std::max(R.How, byParameters());
  if (R.How != Confidence::Possible && (customaryBlock() || needsNoTurn()))
    R.How = Confidence::Possible;
  R.MaySame &= R.How == Confidence::Proved;
  if (R.MaySame)
    R.How = Confidence::Likely;
}

void cudafix::analysis::classify(RaceAnswer &R, const Kernel &K, const Launch &L,
                                 const RaceQuestion &Q, AskSolver Ask) {
  Classifier(R, K, L, Q, Ask).run();
}
