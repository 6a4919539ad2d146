// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/RaceCase.h"
#include "model/Customary.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <functional>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

RaceCase::RaceCase(const RaceAnswer &R, const Kernel &K, smt::Workspace &Solving, const Launch &L,
                   const FlowInfo &Flow, const RaceQuestion &Q, AskSolver Ask)
    : R(R), K(K), Solving(Solving), L(L), Flow(Flow), Q(Q), C(*K.Ctx), Ask(Ask),
      Offset(supportOfDifference(K, Q.T, Q.Offset[0], Q.Offset[1], Q.Tickets)),
      Cond(supportOf(K, Q.T, condition(0), nullptr, &Q.Scheduled)) {
  Cond.Merge(supportOf(K, Q.T, condition(1), nullptr, &Q.Scheduled));
  for (Expr Offset : Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      for (unsigned I = 0; N->op() == Op::Mul && I < 2; ++I)
        if (Expr Scale = unwidened(N->arg(I)); Scale->op() == Op::Apply &&
                                               !N->arg(1 - I)->isConst() &&
                                               isStored(K, symbolOf(Scale), Scale))
          Stored.insert(Scale);
    });
  auto Collect = [&](Expr E) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Apply && isGiven(N) && N->width() >= 16 && N->width() <= 64)
        Parameters.insert(N);
    });
  };
  for (unsigned I = 0; I < 2; ++I)
    Collect(Q.Offset[I]), Collect(condition(I));
}

bool RaceCase::isGiven(Expr Apply) const {
  return Stored.contains(Apply) || analysis::isGiven(K, symbolOf(Apply), Apply);
}

bool RaceCase::isOfParameters(Expr E) const {
  return ExprContext::all(E, [&](Expr N) { return N->op() != Op::Apply || isGiven(N); });
}

bool RaceCase::isOfLaunch(Expr E) const {
  return ExprContext::all(E, [&](Expr N) {
    const SymbolKind Kind = N->op() == Op::Apply ? symbolOf(N).Kind : SymbolKind::BlockDim;
    return Kind == SymbolKind::BlockDim || Kind == SymbolKind::GridDim || isGiven(N);
  });
}

SmallVector<Expr, 8> RaceCase::scales(bool AndDivide) const {
  llvm::SetVector<Expr> Found, Divisors;
  // In a row of `width / parts`, `parts` is no length: a larger value makes the row shorter.
  std::function<void(Expr)> Add = [&](Expr E) {
    if (Parameters.contains(E))
      Found.insert(E);
    const bool Divides = E->op() == Op::UDiv || E->op() == Op::SDiv;
    for (Expr Arg : E->args().take_front(Divides ? 1 : E->args().size()))
      Add(Arg);
  };
  // In the first turn of a loop (`x[turn * n + i]`) only the kernel's own terms contain the row
  // length.
  SmallVector<Expr, 8> Cells{Q.Offset[0], Q.Offset[1], access(0).Offset, access(1).Offset};
  for (unsigned I : {0, 1}) // tests whether a cell is the thread's, such as `if (row * n + i == 0)`
    ExprContext::visit(condition(I), [&](Expr N) {
      if (N->op() == Op::Eq && N->arg(0)->width() > 1)
        Cells.append(N->args().begin(), N->args().end());
    });
  for (Expr O : Cells)
    ExprContext::visit(O, [&](Expr N) {
      if (N->op() == Op::URem || N->op() == Op::SRem)
        ExprContext::visit(N->arg(1), [&](Expr M) { Divisors.insert(M); });
      if (N->op() != Op::Mul)
        return;
      for (unsigned I : {0, 1})
        if (isOfParameters(N->arg(I)) && !isOfParameters(N->arg(1 - I)))
          Add(N->arg(I));
    });
  if (!AndDivide)
    Found.set_subtract(Divisors);
  return SmallVector<Expr, 8>(Found.begin(), Found.end());
}

bool RaceCase::isLimited(Expr Parameter) const {
  auto Limits = [&](Expr N) {
    const bool Compares =
        N->op() == Op::Slt || N->op() == Op::Sle || N->op() == Op::Ult || N->op() == Op::Ule;
    return Compares && ((unwidened(N->arg(0)) == Parameter && N->arg(1)->isConst()) ||
                        (unwidened(N->arg(1)) == Parameter && N->arg(0)->isConst()));
  };
  return llvm::any_of(L.Facts, [&](const Fact &F) { return ExprContext::any(F.Cond, Limits); });
}

/// Size of the contiguous bytes that the kernel writes around the access: members of a struct or a
/// vector are written one by one.
static int64_t writtenAround(const Kernel &K, const Access &A) {
  SmallVector<std::pair<int64_t, int64_t>, 8> Pieces; // first byte and end, relative to A
  for (const Access &W : K.Accesses) {
    if (W.Array != A.Array || W.Kind != AccessKind::Write || !W.Size->isConst())
      continue;
    auto [Terms, Bytes] = difference(W.Offset, A.Offset);
    if (Terms.empty())
      Pieces.emplace_back(Bytes, Bytes + static_cast<int64_t>(W.Size->value()));
  }
  llvm::sort(Pieces);
  int64_t Begin = INT64_MIN, End = INT64_MIN; // of the contiguous piece so far
  for (auto [First, Last] : Pieces) {
    if (First > End && End > 0)
      break;
    if (First > End)
      Begin = First;
    End = std::max(End, Last);
  }
  return End - Begin;
}

/// Returns true if two offsets differ only in which loop's turns they count.
static bool sameButForLoop(const ExprContext &C, Expr A, Expr B) {
  if (A == B)
    return true;
  auto [Terms, Bytes] = difference(A, B);
  int64_t Steps = 0;
  for (auto &[E, Factor] : Terms) {
    Expr Counter = unwidened(E);
    if (Counter->op() != Op::Apply || C.symbol(Counter->symbol()).Kind != SymbolKind::Counter)
      return false;
    Steps += Factor;
  }
  return Bytes == 0 && Steps == 0;
}

SmallVector<Expr, 8> RaceCase::distances() const {
  auto WrittenAs = [&](const Access &A) {
    return llvm::find_if(K.Accesses, [&](const Access &W) {
      return W.Array == A.Array && W.Kind == AccessKind::Write &&
             sameButForLoop(C, W.Offset, A.Offset);
    });
  };
  SmallVector<Expr, 8> Out;
  const Expr Size = access(0).Size;
  const auto Write = WrittenAs(access(0));
  if (!Size->isConst() || Write == K.Accesses.end() || WrittenAs(access(1)) == K.Accesses.end())
    return Out;
  int64_t Step = INT64_MAX; // larger than a cell in rows of constant length
  for (Expr O : Q.Offset)
    summands(O, 1, [&](Expr E, int64_t Factor) {
      if (!isOfParameters(E))
        Step = std::min<int64_t>(Step, std::abs(Factor));
    });
  if (Step > writtenAround(K, *Write))
    return Out;
  auto [Terms, Bytes] = difference(Q.Offset[0], Q.Offset[1]);
  llvm::SetVector<Expr> Apart;
  for (auto &[E, Factor] : Terms)
    if (isOfParameters(E))
      ExprContext::visit(E, [&](Expr P) {
        if (Parameters.contains(P))
          Apart.insert(P);
      });
  for (Expr P : Parameters)
    if (Apart.contains(P))
      Out.push_back(P);
  return Out;
}

SmallVector<Expr, 8> RaceCase::notNegative() const {
  llvm::SetVector<Expr> Found;
  for (Expr P : parameters())
    if (C.symbol(P->symbol()).Signed)
      Found.insert(P);
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(condition(I), [&](Expr N) {
      if (N->op() != Op::Ult && N->op() != Op::Ule)
        return;
      for (Expr Of : N->args()) {
        Expr Side = unwidened(Of);
        const bool Short = Side->op() == Op::Sub && Side->width() < 32 && isOfLaunch(Side);
        const bool Whole = Side == Of && (Side->op() == Op::Sub || Side->op() == Op::Add);
        if (Short || (Whole && isOfParameters(Side)))
          Found.insert(Side);
      }
    });
  for (Expr Of : Q.Offset)
    ExprContext::visit(Of, [&](Expr N) {
      if (N->op() == Op::Sub && !(N->flags() & NSW) && isOfLaunch(N))
        Found.insert(N);
    });
  SmallVector<Expr, 8> Out;
  for (Expr E : Found) {
    // Narrow numbers may use their full range.
    const bool Short = E->op() == Op::Sub && E->width() < 32;
    Out.push_back(Short ? C.ule(E->arg(1), E->arg(0)) : C.sle(C.constant(0, E->width()), E));
  }
  return Out;
}

/// The number without extensions, and without truncations that keep its value.
static Expr inAnyWidth(Expr E) {
  for (E = unwidened(E); E->op() == Op::Trunc && (E->flags() & NSW);)
    E = unwidened(E->arg(0));
  return E;
}

Expr RaceCase::lengthOfRow(Expr Start) const {
  Start = inAnyWidth(Start);
  if (Start->op() != Op::Mul)
    return Expr();
  Expr Length;
  bool IsStart = false;
  SmallVector<Expr, 4> Factors(Start->args());
  for (size_t I = 0; I < Factors.size(); ++I) {
    Expr Factor = inAnyWidth(Factors[I]);
    if (isOfParameters(Factor) && !Factor->isConst()) {
      Expr Wide = Factor->width() == 64 ? Factor : wide(Factors[I]);
      Length = Length ? C.mul(Wide, Length, NSW) : Wide;
    } else if (Factor->op() == Op::Mul)
      Factors.append(Factor->args().begin(), Factor->args().end());
    else
      IsStart |= !isOfParameters(Factor);
  }
  return IsStart ? Length : Expr();
}

Expr RaceCase::entryOf(unsigned I) const {
  Expr Entry;
  unsigned Other = 0;
  summands(Q.Offset[I], 1, [&](Expr E, int64_t) {
    if (!isData(E))
      return;
    E = unwidened(E);
    // `list ? list[i] : i`
    if (E->op() == Op::Ite && isData(E->arg(1)) != isData(E->arg(2)) &&
        !ExprContext::any(E->arg(0), [&](Expr N) { return isLoad(N); }))
      E = unwidened(E->arg(isData(E->arg(1)) ? 1 : 2));
    if (E->op() == Op::Mul) // a row number
      for (unsigned Side : {0, 1})
        if (isOfParameters(E->arg(Side))) {
          E = unwidened(E->arg(1 - Side));
          break;
        }
    if (isLoad(E) && E->args().size() == 1 && !Entry)
      Entry = E;
    else
      ++Other;
  });
  return Other ? Expr() : Entry;
}

bool RaceCase::pickByOneList() const {
  Expr A = entryOf(0), B = entryOf(1);
  return A && B && symbolOf(A).Index == symbolOf(B).Index;
}

/// Returns true if the value is the same for every writer (`if (level[i] < 0) level[i] = next`).
static bool isOneValue(const ExprContext &C, Expr Value) {
  bool One = Value != Expr();
  if (One)
    ExprContext::visit(Value, [&](Expr N) {
      if (N->op() == Op::Apply)
        One &= C.symbol(N->symbol()).Kind == SymbolKind::Parameter;
    });
  return One;
}

bool RaceCase::updatesCell(unsigned I) const {
  const Access &W = access(I);
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
  if (!isOneValue(C, W.Value))
    Look(condition(I));
  if (W.Value)
    Look(Q.P[I].of(Q.T, W.Value, I));
  return Reads;
}

Expr RaceCase::wide(Expr E, bool Signed) const {
  return E->width() == 64 ? E : Signed ? C.sext(E, 64) : C.zext(E, 64);
}

Satisfiability RaceCase::under(llvm::ArrayRef<Expr> Conditions) const {
  SmallVector<Expr, 32> With(Q.Constraints);
  llvm::append_range(With, Conditions);
  Satisfiability V = Ask(With);
  if (L.Tried.empty() || !std::holds_alternative<Unsatisfiable>(V))
    return V;
  // A refutation proves nothing if sizes of a tried run violate the conditions: ask with these
  // free.
  llvm::DenseSet<Expr> Asked;
  for (Expr Condition : Conditions)
    ExprContext::visit(Condition, [&](Expr N) {
      if (N->op() == Op::Apply)
        Asked.insert(N);
    });
  llvm::DenseSet<Expr> Freed;
  for (Expr Size : L.Tried)
    if (Expr Of = Q.T.of(Size, 0); ExprContext::any(Of, [&](Expr N) { return Asked.contains(N); }))
      Freed.insert(Of);
  if (Freed.empty())
    return V;
  llvm::erase_if(With, [&](Expr E) { return Freed.contains(E); });
  return Ask(With);
}

bool RaceCase::happensUnder(llvm::ArrayRef<Expr> Conditions) const {
  const auto *Found = std::get_if<Satisfiable>(&R.Answer);
  auto Value = [&](Expr A, llvm::ArrayRef<uint64_t> Args) -> std::optional<uint64_t> {
    for (const ModelEntry &M : Found->Model)
      if (M.Symbol == A->symbol() && llvm::equal(M.Args, Args))
        return M.Value;
    return std::nullopt;
  };
  auto Holds = [&](Expr E) { return C.evaluate(E, Value) == 1; };
  return Found && llvm::all_of(Q.Constraints, Holds) && llvm::all_of(Conditions, Holds);
}

bool RaceCase::excludesAccess(llvm::ArrayRef<Expr> Conditions) const {
  return llvm::any_of(llvm::ArrayRef{0u, 1u}, [&](unsigned I) {
    SmallVector<Expr, 32> With(Q.T.launchable());
    for (Expr E : {Flow.reached(access(I).Node), access(I).Guard})
      if (E)
        With.push_back(Q.T.of(E, I));
    llvm::append_range(With, Conditions);
    return std::holds_alternative<Unsatisfiable>(Ask(With));
  });
}

bool RaceCase::excludesPair(llvm::ArrayRef<Expr> Conditions) const {
  SmallVector<Expr, 32> With(Conditions);
  for (unsigned I = 0; I < 2; ++I)
    if (Expr Comes = condition(I))
      With.push_back(Comes);
  return excludesThreads(With);
}

Satisfiability RaceCase::threadsUnder(llvm::ArrayRef<Expr> Conditions) const {
  SmallVector<Expr, 32> With(Q.T.constraints());
  llvm::append_range(With, Conditions);
  return Ask(With);
}

SmallVector<Expr, 8> RaceCase::sample(llvm::ArrayRef<Expr> Conditions) const {
  SmallVector<Expr, 32> With(Q.T.constraints());
  // Shift amounts are less than the width.
  llvm::SmallDenseSet<Expr, 4> Shifts;
  for (Expr E : {Q.Offset[0], Q.Offset[1], condition(0), condition(1)})
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Shl && N->op() != Op::LShr && N->op() != Op::AShr)
        return;
      With.push_back(C.ult(N->arg(1), C.constant(N->width(), N->arg(1)->width())));
      ExprContext::visit(N->arg(1), [&](Expr By) { Shifts.insert(By); });
    });
  for (unsigned I = 0; I < 2; ++I)
    if (Expr Reached = Flow.reached(access(I).Node))
      With.push_back(Q.T.of(Reached, I));
  llvm::append_range(With, Conditions);
  // Launches without elements or with negative sizes show nothing.
  Satisfiability V;
  for (uint64_t Least : {customary::Sample, uint64_t(1)}) {
    SmallVector<Expr, 32> Sized(With);
    for (Expr P : parameters())
      if (!Shifts.contains(P))
        Sized.push_back(C.sle(C.constant(Least, P->width()), P));
    V = Ask(Sized);
    if (std::holds_alternative<Satisfiable>(V))
      break;
  }
  SmallVector<Expr, 8> Values;
  auto *Found = std::get_if<Satisfiable>(&V);
  for (Expr P : Found ? parameters() : llvm::ArrayRef<Expr>())
    for (const ModelEntry &M : Found->Model)
      if (M.Symbol == P->symbol() && llvm::equal(M.Args, P->args(), [](uint64_t Value, Expr At) {
            return At->isConst() && At->value() == Value;
          }))
        Values.push_back(C.eq(P, C.constant(M.Value, P->width())));
  return Values;
}

/// Conditions that each extent by which the kernel splits an index (index / n, index % n) is at
/// least 2.
static SmallVector<Expr, 4> severalDigits(const RaceCase &Case) {
  llvm::SmallSetVector<Expr, 4> Extents;
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      const bool Digit = N->op() == Op::SRem || N->op() == Op::URem;
      if (Digit && Case.isOfParameters(N->arg(1)))
        ExprContext::visit(N->arg(1), [&](Expr P) {
          if (P->op() == Op::Apply && P->args().empty() && P->width() >= 16)
            Extents.insert(P);
        });
    });
  SmallVector<Expr, 4> Several;
  for (Expr P : Extents)
    Several.push_back(Case.C.slt(Case.C.constant(1, P->width()), P));
  return Several;
}

SmallVector<Expr, 8> RaceCase::fitting(llvm::ArrayRef<Expr> Conditions) const {
  SmallVector<Expr, 32> With(Q.T.launchable());
  auto Contradict = [&] { return std::holds_alternative<Unsatisfiable>(Ask(With)); };
  // A launch with a single digit shows nothing: conditions that require one belong to another
  // layout.
  const size_t OfLaunch = With.size();
  llvm::append_range(With, severalDigits(*this));
  if (With.size() > OfLaunch && Contradict())
    With.truncate(OfLaunch);
  const size_t Before = With.size();
  llvm::append_range(With, Conditions);
  if (!Contradict())
    return SmallVector<Expr, 8>(Conditions);
  With.truncate(Before);
  for (Expr E : Conditions) {
    With.push_back(E);
    if (Contradict())
      With.pop_back();
  }
  return SmallVector<Expr, 8>(llvm::ArrayRef(With).drop_front(Before));
}
