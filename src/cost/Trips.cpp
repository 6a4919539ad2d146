// SPDX-License-Identifier: Apache-2.0
#include "cost/Trips.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::cost;

bool Trips::isExit(const Node &N) const {
  return N.Loop != NoId &&
         llvm::any_of(N.Succs, [&](const Edge &E) { return !Flow.contains(N.Loop, E.To); });
}

/// The condition under which lanes stay in the loop at an exit, in terms of the loop's counter.
Expr Trips::stays(const Node &N, LoopId Loop) const {
  llvm::SmallVector<Expr, 2> Stay;
  for (const Edge &E : N.Succs)
    if (Flow.contains(Loop, E.To))
      Stay.push_back(E.Cond);
  return C.lor(Stay);
}

std::optional<Formula> Trips::overLanes(std::optional<Formula> V, bool Most) {
  bool Exact = true;
  for (SymbolId S : L.Lanes)
    if (V)
      V = Most ? F.upper(*V, S, Exact) : F.lower(*V, S, Exact);
  return V;
}

/// Turns of a loop that goes on while d0 - Step * k >= 1; Step is at least 1.
Trips::Count Trips::ofDifference(const Loop &In, std::optional<Formula> Lo,
                                 std::optional<Formula> Hi) {
  Count R;
  auto Of = [&](const Formula &D, Formula &Start, Formula &Step) {
    Formula Slope;
    for (const auto &[P, Factor] : D.terms()) {
      unsigned Own = 0;
      Product Others;
      for (AtomId A : P) {
        Formula Self;
        Self.add({A}, Ratio(1));
        bool Is = F.atom(A).Kind == AtomKind::Symbol && F.atom(A).Symbol == In.Counter;
        if (!Is && F.mentions(Self, In.Counter))
          return false;
        Own += Is;
        if (!Is)
          Others.push_back(A);
      }
      if (Own > 1)
        return false;
      (Own ? Slope : Start).add(Own ? Others : P, Factor);
    }
    Step = Formula(0) - Slope;
    return F.isNonNegative(Step - Formula(1));
  };
  Formula Start, Step;
  if (Hi && Of(*Hi, Start, Step)) {
    R.Hi = F.max(Formula(0), F.quotientUp(Start, Step));
    auto Most = overLanes(Start, true), Least = overLanes(Start, false);
    bool Fixed = llvm::none_of(L.Lanes, [&](SymbolId S) { return F.mentions(Step, S); });
    if (Lo && *Lo == *Hi && Most && Least && Fixed)
      R.Spread = F.quotientUp(*Most - *Least, Step);
  } else if (Hi && F.isNonNegative(Formula(0) - *Hi)) {
    R.Hi = Formula(0);
  }
  Formula LowStart, LowStep;
  if (Lo && Of(*Lo, LowStart, LowStep))
    R.Lo = F.max(Formula(0), F.quotientUp(LowStart, LowStep));
  return R;
}

/// Matches (Value >> Amount) and (Value << Amount).
static bool isShift(Expr E, Expr &Value, Expr &Amount, bool &Left) {
  E = unwidened(E);
  if (E->op() == Op::Trunc)
    E = E->arg(0);
  if (E->op() != Op::Shl && E->op() != Op::LShr && E->op() != Op::AShr)
    return false;
  Left = E->op() == Op::Shl;
  Value = E->arg(0);
  Amount = E->arg(1);
  return true;
}

/// Turns while a value doubles up to a bound, or halves down to one: a logarithm.
std::optional<Trips::Count> Trips::ofShift(Expr A, Expr B, bool Strict, const Loop &In) {
  Expr Value, Amount;
  bool Left = false;
  bool Grows = isShift(A, Value, Amount, Left) && Left;
  bool Shrinks = !Grows && isShift(B, Value, Amount, Left) && !Left;
  if (!Grows && !Shrinks)
    return std::nullopt;
  Bounds By = T.of(Amount), V = T.of(Value), Other = T.of(Grows ? B : A);
  if (!By.exact() || F.mentions(*By.Lo, In.Counter) == false)
    return std::nullopt;
  // Amount = First + Each * k.
  bool Exact = true;
  Formula First = F.substitute(*By.Lo, In.Counter, Formula(0));
  auto Each = (F.substitute(*By.Lo, In.Counter, Formula(1)) - First).constant();
  auto Begin = First.constant();
  if (!Each || Each->N < 1 || !Each->isInteger() || !Begin ||
      F.substitute(*By.Lo, In.Counter, Formula(2)) != First + Formula(*Each) + Formula(*Each))
    return std::nullopt;
  (void)Exact;
  Count R;
  auto Turns = [&](const std::optional<Formula> &Largest,
                   const std::optional<Formula> &Smallest) -> std::optional<Formula> {
    // 2^amount <= Largest / Smallest.
    if (!Largest || !Smallest || !F.isNonNegative(*Smallest - Formula(1)))
      return std::nullopt;
    Formula Digits = F.digits(F.quotient(*Largest, *Smallest));
    return F.max(Formula(0), F.quotientUp(Digits - First, Formula(*Each)));
  };
  auto Plus = [](const std::optional<Formula> &X, int K) {
    return X ? std::optional(*X + Formula(K)) : std::nullopt;
  };
  if (Grows) {
    R.Hi = Turns(Plus(Other.Hi, Strict ? -1 : 0), V.Lo);
    R.Lo = Turns(Plus(Other.Lo, Strict ? -1 : 0), V.Hi);
  } else {
    R.Hi = Turns(V.Hi, Plus(Other.Lo, Strict ? 1 : 0));
    R.Lo = Turns(V.Lo, Plus(Other.Hi, Strict ? 1 : 0));
  }
  if (!R.Hi)
    return std::nullopt;
  return R;
}

/// Turns of a loop that goes on while A < B, or A <= B.
Trips::Count Trips::ofComparison(Expr A, Expr B, bool Strict, const Loop &In) {
  if (auto Shift = ofShift(A, B, Strict, In))
    return *Shift;
  Bounds X = T.of(A), Y = T.of(B);
  std::optional<Formula> Lo, Hi;
  if (X.Lo && Y.Hi)
    Hi = *Y.Hi - *X.Lo + Formula(!Strict);
  if (X.Hi && Y.Lo)
    Lo = *Y.Lo - *X.Hi + Formula(!Strict);
  return ofDifference(In, Lo, Hi);
}

Trips::Count Trips::countOf(Expr Stay, const Loop &In, bool Negated) {
  if (Stay->isConst()) {
    Count R;
    if (Stay->isTrue() == Negated)
      R.Lo = R.Hi = Formula(0);
    return R;
  }
  switch (Stay->op()) {
  case Op::Xor:
    for (unsigned I : {0, 1})
      if (Stay->arg(I)->isTrue())
        return countOf(Stay->arg(1 - I), In, !Negated);
    return {};
  case Op::And:
  case Op::Or: {
    bool All = (Stay->op() == Op::And) != Negated;
    std::optional<Count> R;
    for (Expr A : Stay->args()) {
      Count One = countOf(A, In, Negated);
      if (!R) {
        R = One;
        continue;
      }
      R->Spread.reset();
      if (All) {
        R->Hi = R->Hi && One.Hi ? F.min(*R->Hi, *One.Hi) : R->Hi ? R->Hi : One.Hi;
        R->Lo = R->Lo && One.Lo ? std::optional(F.min(*R->Lo, *One.Lo)) : std::nullopt;
      } else {
        R->Hi = R->Hi && One.Hi ? std::optional(F.max(*R->Hi, *One.Hi)) : std::nullopt;
        R->Lo = R->Lo ? R->Lo : One.Lo;
      }
    }
    return *R;
  }
  case Op::Slt:
  case Op::Ult:
  case Op::Sle:
  case Op::Ule: {
    bool Strict = Stay->op() == Op::Slt || Stay->op() == Op::Ult;
    return Negated ? ofComparison(Stay->arg(1), Stay->arg(0), !Strict, In)
                   : ofComparison(Stay->arg(0), Stay->arg(1), Strict, In);
  }
  case Op::Eq: {
    Expr A = Stay->arg(0), B = Stay->arg(1);
    if (!Negated)
      return {};
    // Steps of one towards equality: count as for <, from the side where the value starts.
    for (const auto &[X, Y] : {std::pair(A, B), std::pair(B, A)}) {
      if (auto Shift = ofShift(X, Y, true, In))
        return *Shift;
      Bounds P = T.of(X), Q = T.of(Y);
      if (!P.exact() || !Q.exact())
        continue;
      Formula D = *Q.Lo - *P.Lo;
      Formula Step = D - F.substitute(D, In.Counter, F.symbol(In.Counter) + Formula(1));
      if (Step == Formula(1))
        return ofDifference(In, D, D);
    }
    return {};
  }
  default:
    return {};
  }
}

/// Finds the nodes that run in the turn that leaves the loop: those that are reached without going
/// past the exit.
void Trips::findLast(TripCount &R, LoopId Loop, NodeId Exit) const {
  llvm::BitVector Seen(K.Nodes.size());
  NodeId Header = K.Loops[Loop].Header;
  Seen.set(Header);
  for (NodeId N : Flow.order()) {
    if (!Seen.test(N) || !Flow.contains(Loop, N))
      continue;
    R.Last.push_back(N);
    if (N == Exit)
      continue;
    for (const Edge &E : K.Nodes[N].Succs)
      if (!E.Back && Flow.contains(Loop, E.To))
        Seen.set(E.To);
  }
}

TripCount Trips::of(LoopId Loop, const Iterations &At) {
  const cudafix::Loop &In = K.Loops[Loop];
  TripCount R;
  R.Where = In.Loc;
  std::vector<NodeId> Ends; // nodes at which back edges begin
  unsigned Exits = 0;
  for (NodeId N : In.Nodes)
    for (const Edge &E : K.Nodes[N].Succs) {
      if (E.To == In.Header && E.Back)
        Ends.push_back(N);
      Exits += !Flow.contains(Loop, E.To);
    }
  F.setRange(In.Counter, {Formula(0), std::nullopt});
  NodeId Last = NoId;
  bool Uniform = true, AllExact = Exits == 1;
  std::string Data;
  for (NodeId N : Flow.order()) {
    const Node &Of = K.Nodes[N];
    if (!Flow.contains(Loop, N) ||
        llvm::all_of(Of.Succs, [&](const Edge &E) { return Flow.contains(Loop, E.To); }))
      continue;
    Expr Stay = stays(Of, Loop);
    Uniform &= llvm::none_of(Of.Succs, [](const Edge &E) { return E.Divergent; }) ||
               (Stay && Lanes.isUniform(Stay, At));
    if (Of.Loop != Loop || !llvm::all_of(Ends, [&](NodeId End) { return Flow.dominates(N, End); }))
      continue;
    Expr Now = At.empty() ? Stay : C.replace(Stay, [&](Expr A) {
      auto It = At.find(A->symbol());
      return It == At.end() ? Expr() : C.constant(It->second, A->width());
    });
    Count One = countOf(Now, In);
    if (auto Most = overLanes(One.Hi, true)) {
      bool Sharp = One.Lo && One.Hi && *One.Lo == *One.Hi;
      AllExact &= Sharp;
      if (One.Spread && !R.Most && Exits == 1)
        R.Splits = F.min(Formula(31), *One.Spread);
      R.Most = R.Most ? F.min(*R.Most, *Most) : *Most;
      if (auto Least = overLanes(One.Lo, false); Least && Exits == 1)
        R.Least = *Least;
      Last = N;
    } else if (Data.empty()) {
      Data = T.dataOf(Now);
    }
  }
  if (Uniform)
    R.Splits = Formula(0);
  R.Exact = AllExact && R.Most;
  if (R.Most) {
    findLast(R, Loop, Last);
    return R;
  }
  R.Why = Exits == 0      ? "the loop has no end"
          : !Data.empty() ? "how often the loop runs depends on " + Data
                          : "how often the loop runs has no formula";
  return R;
}
