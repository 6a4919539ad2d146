// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/StridesApart.h"
#include "analysis/question/HostProducts.h"
#include "analysis/question/RaceCase.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

namespace {
/// A sum: its summands with constant factors.
using Sum = llvm::MapVector<Expr, int64_t>;

using Factors = SmallVector<Expr, 3>;

/// What one stride scales in each of the two offsets.
struct Coordinates {
  Factors Stride; ///< host values, in the order of their nodes; empty: not scaled
  Sum Of[2];      ///< by thread
};

class Decomposition {
public:
  Decomposition(const Kernel &K, const Launch &L, const TwoThreads &T, const Expr (&Offset)[2],
                llvm::ArrayRef<Expr> Conditions)
      : K(K), L(L), T(T), C(*K.Ctx), Products(K, L, T) {
    for (Expr Of : Offset)
      summands(Of, 1, [&](Expr E, int64_t) { Places.insert(unwidened(E)); });
    for (Expr E : Conditions)
      takeBounds(E, /*Hold=*/true);
    for (unsigned I = 0; I < 2; ++I)
      take(Offset[I], 1, {}, I);
    // A bound on a whole sum says more than a bound on one of its summands.
    llvm::sort(Bounded, [](const Sum &A, const Sum &B) { return A.size() > B.size(); });
  }
  /// `Ends`: parameters that are not strides.
  StridedPlaces run(const llvm::DenseSet<SymbolId> &Ends = {});
  /// Parameters that delimit digits (`x % n`).
  llvm::DenseSet<SymbolId> endsOfDigits() const;

private:
  const Symbol &symbolOf(Expr Apply) const { return C.symbol(T.original(Apply->symbol())); }
  bool isNumber(Expr Apply) const { return isStored(K, symbolOf(Apply), Apply); }
  bool isGiven(Expr E) const;
  bool ofThread(Expr E) const;
  bool ofThread(const Sum &S) const {
    return llvm::any_of(S, [&](auto &Term) { return ofThread(Term.first); });
  }
  int64_t addFactors(Expr E, Factors &To) const;
  void take(Expr E, int64_t Factor, Factors Stride, unsigned I);
  Coordinates &along(Factors Stride);
  bool keepOpaque();
  void takeBounds(Expr E, bool Hold);
  bool isSentinel(Expr E) const;
  bool isOfTensor(const Coordinates &D) const;
  bool isOpaque(SymbolId P) const;
  bool endsEarly(SymbolId Counter) const;
  bool isBounded(Sum S) const;
  bool isDigit(Expr E) const;
  bool isData(Expr E) const;
  Expr total(const Sum &S) const;

  const Kernel &K;
  const Launch &L;
  const TwoThreads &T;
  ExprContext &C;
  HostProducts Products;
  llvm::DenseSet<Expr> Places; ///< summands of the offsets
  SmallVector<Coordinates, 4> All;
  SmallVector<Sum, 8> Bounded;       ///< sums that a condition bounds from above
  llvm::DenseSet<Expr> Counted;      ///< parts of such sums, multiplied by the compared numbers
  llvm::DenseSet<SymbolId> Compared; ///< parameters in conditions, or that are not strides
  llvm::DenseSet<Expr> Seen[2];      ///< conditions already visited, by whether they hold
};
} // namespace

/// Returns true for a term that consists of parameters only.
bool Decomposition::isGiven(Expr E) const {
  return ExprContext::all(E, [&](Expr N) { return N->op() != Op::Apply || isNumber(N); });
}

/// Returns true if the term differs between threads, blocks or iterations.
bool Decomposition::ofThread(Expr E) const {
  return ExprContext::any(E, [&](Expr N) {
    if (N->op() != Op::Apply)
      return false;
    SymbolKind Kind = symbolOf(N).Kind;
    return !isNumber(N) && Kind != SymbolKind::BlockDim && Kind != SymbolKind::GridDim;
  });
}

Coordinates &Decomposition::along(Factors Stride) {
  llvm::sort(Stride, [](Expr A, Expr B) { return A.node() < B.node(); });
  auto *At = llvm::find_if(All, [&](const Coordinates &D) { return D.Stride == Stride; });
  return At == All.end() ? All.emplace_back(Coordinates{std::move(Stride), {}}) : *At;
}

/// Adds the factors of a product of parameters; returns its constant factor.
int64_t Decomposition::addFactors(Expr E, Factors &To) const {
  E = unwidened(E);
  if (Expr Product = Products.behind(E))
    return addFactors(Product, To);
  if (E->isConst())
    return E->signedValue();
  if (E->op() == Op::Mul)
    return addFactors(E->arg(0), To) * addFactors(E->arg(1), To);
  To.push_back(E);
  return 1;
}

/// Adds a summand of thread `I`'s offset, multiplied by a factor and a stride.
void Decomposition::take(Expr E, int64_t Factor, Factors Stride, unsigned I) {
  E = unwidened(E);
  if (E->op() == Op::Add || E->op() == Op::Sub) {
    take(E->arg(0), Factor, Stride, I);
    return take(E->arg(1), E->op() == Op::Sub ? -Factor : Factor, Stride, I);
  }
  if (E->op() == Op::Shl && isGiven(E->arg(1))) // rows whose length is a power of two
    E = C.mul(E->arg(0), C.binary(Op::Shl, C.constant(1, E->width()), E->arg(1)), NSW);
  if (E->op() == Op::Mul)
    for (unsigned Side : {1, 0}) {
      Expr By = unwidened(E->arg(Side));
      if (By->isConst())
        return take(E->arg(1 - Side), Factor * By->signedValue(), Stride, I);
      if (isGiven(By)) {
        Factor *= addFactors(By, Stride);
        return take(E->arg(1 - Side), Factor, std::move(Stride), I);
      }
    }
  // A first index that is part of a bounded position (first + i < end) belongs to the coordinate.
  const bool Starts = llvm::any_of(Bounded, [&](const Sum &S) { return S.contains(E); });
  // So does a first index that the kernel computes, such as that of the last chunk of a row.
  auto IsStride = [&](Expr N) { return N->op() == Op::Apply || N->op() == Op::Mul; };
  if (!E->isConst() && isGiven(E) && !Starts && IsStride(E)) {
    Factor *= addFactors(E, Stride);
    E = C.constant(1, 64);
  }
  int64_t Value = E->isConst() ? E->signedValue() : 1;
  along(std::move(Stride)).Of[I][E->isConst() ? C.constant(1, 64) : E] += Factor * Value;
}

/// Returns true if the condition only distinguishes a position from a marker for "none" (`at !=
/// -1`, `at >= 0`).
bool Decomposition::isSentinel(Expr E) const {
  const bool Differs = isNot(E) && E->arg(0)->op() == Op::Eq;
  if (!Differs && E->op() != Op::Slt && E->op() != Op::Sle)
    return false;
  Expr Place = Differs ? E->arg(0)->arg(0) : E->arg(1),
       Mark = (Differs ? E->arg(0) : E)->arg(Differs);
  if (!Mark->isConst() || !ofThread(Place))
    return false;
  bool IsPlace = Differs || Mark->signedValue() <= 1;
  summands(Place, 1, [&](Expr Part, int64_t) {
    IsPlace &= Part->isConst() || Places.contains(unwidened(Part));
  });
  return IsPlace;
}

/// Collects sums that the conditions bound by a host value, if they `Hold` by themselves and not
/// only as part of another condition; also collects the parameters in the conditions.
void Decomposition::takeBounds(Expr E, bool Hold) {
  const bool Joins = Hold && E->op() == Op::And && E->width() == 1;
  if ((!Joins && !Seen[Hold].insert(E).second) || (Hold && isSentinel(E)))
    return;
  if (E->op() == Op::Apply && isNumber(E))
    Compared.insert(E->symbol());
  if (E->op() == Op::Apply && symbolOf(E).Kind == SymbolKind::Load)
    return; // the address of a load is not compared
  const bool Compares =
      E->op() == Op::Slt || E->op() == Op::Ult || E->op() == Op::Sle || E->op() == Op::Ule;
  if (Hold && Compares && !isData(E->arg(1))) {
    Sum S;
    summands(E->arg(0), 1, [&](Expr Of, int64_t Factor) {
      if (!Of->isConst())
        S[Of] += Factor;
    });
    if (ofThread(S))
      Bounded.push_back(std::move(S));
  }
  for (Expr Part : E->args())
    takeBounds(Part, Joins);
}

/// Returns true if the term depends on more than indices and host values.
bool Decomposition::isData(Expr E) const {
  return ExprContext::any(E, [&](Expr N) {
    if (N->op() != Op::Apply)
      return false;
    SymbolKind Kind = symbolOf(N).Kind;
    return Kind == SymbolKind::Exit || (Kind == SymbolKind::Load && !isNumber(N)) ||
           Kind == SymbolKind::Opaque || Kind == SymbolKind::Fresh;
  });
}

/// Adds the symbols of a term's value. Conditions that select between two values do not count.
static void addValues(Expr E, llvm::DenseSet<SymbolId> &To) {
  llvm::DenseSet<Expr> Seen;
  SmallVector<Expr, 16> Work{E};
  while (!Work.empty()) {
    Expr N = Work.pop_back_val();
    if (!Seen.insert(N).second)
      continue;
    if (N->op() == Op::Apply)
      To.insert(N->symbol());
    llvm::append_range(Work, llvm::drop_begin(N->args(), N->op() == Op::Ite ? 1 : 0));
  }
}

/// Returns true if neither conditions nor host code say how large the parameter is, or how it
/// relates to the launch's dimensions and to bounds of indices.
bool Decomposition::isOpaque(SymbolId P) const {
  llvm::DenseSet<SymbolId> Related{P};
  auto Names = [&](Expr E) {
    return E && ExprContext::any(E, [&](Expr N) {
             return N->op() == Op::Apply && Related.contains(N->symbol());
           });
  };
  // Every stride is at least 0, or 1, so such a condition says nothing.
  auto IsSign = [](Expr E) {
    return E->op() != Op::Eq &&
           ExprContext::all(E, [](Expr N) { return !N->isConst() || N->value() <= 1; });
  };
  // The factors represent a product.
  auto IsProduct = [&](Expr E) {
    return E->op() == Op::Eq && llvm::any_of(E->args(), [&](Expr Side) {
             return Side->op() == Op::Apply && !Compared.contains(Side->symbol()) &&
                    Products.behind(Side);
           });
  };
  for (size_t Before = 0; Before < Related.size();) {
    Before = Related.size();
    for (const Fact &F : L.Facts) {
      if (!Names(F.Cond) || IsSign(F.Cond) || IsProduct(F.Cond))
        continue;
      if (F.Cond->op() != Op::Eq ||
          llvm::any_of(F.Cond->args(), [](Expr Side) { return Side->isConst(); }))
        return false;
      addValues(F.Cond, Related);
    }
  }
  auto IsKnown = [&](SymbolId S) {
    SymbolKind Kind = C.symbol(S).Kind;
    return Kind == SymbolKind::BlockDim || Kind == SymbolKind::GridDim || Compared.contains(S);
  };
  return llvm::none_of(Related, IsKnown) && llvm::none_of(llvm::ArrayRef{0, 1, 2}, [&](int D) {
           return Names(L.Grid[D]) || Names(L.Block[D]);
         });
}

/// Returns true for a remainder or a part of one: a condition on the whole bounds each digit.
bool Decomposition::isDigit(Expr E) const {
  switch (E->op()) {
  case Op::Trunc: // a truncation of a 64-bit position that keeps its value
    return (E->flags() & NSW) && isDigit(E->arg(0));
  case Op::URem:
  case Op::SRem:
    return true;
  case Op::And:
    return llvm::any_of(E->args(), [](Expr Side) { return Side->isConst(); });
  case Op::UDiv:
  case Op::SDiv:
  case Op::LShr:
  case Op::AShr: {
    Sum S;
    summands(E->arg(0), 1, [&](Expr Of, int64_t Factor) {
      if (!Of->isConst())
        S[Of] += Factor;
    });
    return isBounded(S);
  }
  default:
    return false;
  }
}

/// Returns true if the code itself fixes the trip count of the counter's loop, so that it could as
/// well be unrolled.
bool Decomposition::endsEarly(SymbolId Counter) const {
  auto Of = llvm::find_if(K.Loops, [&](const Loop &O) { return O.Counter == Counter; });
  return Of != K.Loops.end() && Of->TripCount && ExprContext::all(Of->TripCount, [&](Expr N) {
           return N->op() != Op::Apply ||
                  (C.symbol(N->symbol()).Kind == SymbolKind::Counter && endsEarly(N->symbol()));
         });
}

/// Returns true if the sum is not negative and its parts that no condition bounds are a block
/// index, or digits of a position in a block.
bool Decomposition::isBounded(Sum S) const {
  auto Erase = [&](const Sum &Less, int64_t Times) {
    for (auto &[E, Factor] : Less)
      if ((S[E] -= Times * Factor) == 0)
        S.erase(E);
  };
  for (const Sum &Ended : Bounded) {
    auto &[E, Factor] = Ended.front();
    auto At = S.find(E);
    if (At == S.end() || Factor == 0 || At->second % Factor)
      continue;
    int64_t Times = At->second / Factor;
    if (Times > 0 && llvm::all_of(Ended, [&](auto &Term) {
          auto Here = S.find(Term.first);
          return Here != S.end() && Here->second == Times * Term.second;
        }))
      Erase(Ended, Times);
  }
  auto Has = [&](Expr E, SymbolKind Kind) {
    return ExprContext::any(
        E, [&](Expr N) { return N->op() == Op::Apply && symbolOf(N).Kind == Kind; });
  };
  bool Threads = false, Blocks = false; // whether the sum has such parts
  for (auto &[E, Factor] : S) {
    if (Factor > 0 && Counted.contains(E))
      continue;
    if (!E->isConst() && isGiven(E)) // a first index without a bound
      return false;
    const bool OfThread = Has(E, SymbolKind::ThreadIdx), OfBlock = Has(E, SymbolKind::BlockIdx);
    const bool Turns = ExprContext::any(E, [&](Expr N) {
      return N->op() == Op::Apply && symbolOf(N).Kind == SymbolKind::Counter &&
             !endsEarly(T.original(N->symbol()));
    });
    if (Factor < 0 || (!isDigit(E) && (OfThread || Turns || isData(E))))
      return false;
    Threads |= OfThread && !OfBlock;
    Blocks |= OfBlock && !OfThread;
  }
  return !Threads || !Blocks; // with both, it is a position in the whole grid
}

Expr Decomposition::total(const Sum &S) const {
  Expr Total = C.constant(0, 64);
  for (auto &[E, Factor] : S)
    Total = C.add(Total, C.mul(C.sext(E, 64), C.constant(Factor, 64), NSW), NSW);
  return Total;
}

/// Returns true if the product is the extent of a digit that is not scaled: in `n + x % n`, n is
/// the place of the next digit.
static bool endsDigit(llvm::ArrayRef<Coordinates> All, const Factors &Product) {
  if (Product.size() != 1)
    return false;
  return llvm::any_of(All, [&](const Coordinates &D) {
    return D.Stride.empty() && llvm::any_of(D.Of, [&](const Sum &S) {
             return llvm::any_of(S, [&](auto &Term) {
               Expr E = Term.first;
               return (E->op() == Op::URem || E->op() == Op::SRem) &&
                      unwidened(E->arg(1)) == Product.front();
             });
           });
  });
}

/// Returns true if only constants are scaled.
static bool isPlace(const Coordinates &D) {
  return llvm::all_of(D.Of, [](const Sum &S) {
    return llvm::all_of(S, [](auto &Term) { return Term.first->isConst(); });
  });
}

/// Numbers that the code compares are counts, not strides. In `pitch * (slice * height + row)` with
/// conditions on height, pitch scales slice * height + row; in `image * stride + row * width +
/// column`, stride scales only image. Returns false if nothing is scaled by the pitch alone, if no
/// condition bounds the row, or if such a count is itself a position.
bool Decomposition::keepOpaque() {
  auto AllOpaque = [&](Expr Factor) {
    return ExprContext::all(Factor,
                            [&](Expr N) { return N->op() != Op::Apply || isOpaque(N->symbol()); });
  };
  const SmallVector<Coordinates, 4> Given = std::exchange(All, {});
  for (const Coordinates &D : Given) {
    Factors Opaque, Counts;
    for (Expr Factor : D.Stride)
      (AllOpaque(Factor) ? Opaque : Counts).push_back(Factor);
    auto IsAlone = [&](const Coordinates &Of) {
      return Of.Stride == Opaque && (ofThread(Of.Of[0]) || ofThread(Of.Of[1]));
    };
    const bool NextDigit = Opaque.empty() && isPlace(D) && endsDigit(Given, Counts);
    const bool Inner = Opaque.empty() && isBounded(D.Of[0]) && isBounded(D.Of[1]);
    if (!Counts.empty() && !NextDigit && !Inner &&
        (Opaque.empty() || llvm::none_of(Given, IsAlone)))
      return false;
    Coordinates &To = along(std::move(Opaque));
    for (unsigned I = 0; I < 2; ++I)
      for (auto [E, Times] : D.Of[I]) {
        if (E->isConst() && !Counts.empty() && !NextDigit)
          return false;
        Expr Part = E;
        for (Expr Factor : Counts)
          Part = C.mul(C.sext(Part, 64), C.sext(Factor, 64), NSW);
        To.Of[I][Part] += Times;
        if (!Counts.empty() && Inner)
          Counted.insert(Part);
      }
  }
  return true;
}

/// Returns true if the stride is an element of an array of strides in a struct, and another element
/// scales something that differs between threads: these are strides of a tensor, and this index may
/// be constant.
bool Decomposition::isOfTensor(const Coordinates &D) const {
  auto ArrayOf = [&](const Coordinates &Of) -> std::optional<std::pair<unsigned, int64_t>> {
    if (Of.Stride.size() != 1 || Of.Stride.front()->op() != Op::Apply)
      return std::nullopt;
    const Symbol &S = symbolOf(Of.Stride.front());
    return S.Element ? std::optional(std::pair(S.Index, S.Element->Start)) : std::nullopt;
  };
  const auto Own = ArrayOf(D);
  return Own && llvm::any_of(All, [&](const Coordinates &Of) {
           return ArrayOf(Of) == Own && (ofThread(Of.Of[0]) || ofThread(Of.Of[1]));
         });
}

llvm::DenseSet<SymbolId> Decomposition::endsOfDigits() const {
  llvm::DenseSet<SymbolId> Ends;
  auto AddEnds = [&](Expr N) {
    if (N->op() == Op::URem || N->op() == Op::SRem)
      addValues(N->arg(1), Ends);
  };
  for (const Coordinates &D : All)
    for (const Sum &S : D.Of)
      for (auto &[E, Factor] : S)
        ExprContext::visit(E, AddEnds);
  return Ends;
}

StridedPlaces Decomposition::run(const llvm::DenseSet<SymbolId> &Ends) {
  Compared.insert_range(Ends);
  if (!keepOpaque())
    return {};
  StridedPlaces Found;
  llvm::SetVector<SymbolId> Given;
  unsigned Strides = 0;
  for (const Coordinates &D : All) {
    if (D.Stride.empty())
      continue;
    Expr Total[] = {total(D.Of[0]), total(D.Of[1])};
    if (!ofThread(D.Of[0]) && !ofThread(D.Of[1])) {
      if (Total[0] == Total[1])
        continue;
      if (!isOfTensor(D)) // a distance about which nothing is known
        return {};
    } else if ((D.Of[0].empty() || D.Of[1].empty()) && !isOfTensor(D)) {
      return {}; // both may be one product that is multiplied out in only one of the accesses
    }
    ++Strides;
    SmallVector<Expr, 8> Parts(D.Stride.begin(), D.Stride.end());
    while (!Parts.empty()) {
      Expr N = Parts.pop_back_val();
      if (N->op() == Op::Apply) // where it is stored is no stride
        Given.insert(N->symbol());
      else
        Parts.append(N->args().begin(), N->args().end());
    }
    Found.Equal.push_back(C.eq(Total[0], Total[1]));
  }
  auto IsGiven = [&](Expr N) { return N->op() == Op::Apply && Given.contains(N->symbol()); };
  for (const Coordinates &D : All)
    for (const Sum &S : D.Of) {
      // The components of strides must have no other use.
      for (auto &[E, Factor] : S)
        if (ExprContext::any(E, IsGiven))
          return {};
      if (!D.Stride.empty() && Strides == 1)
        continue; // the outermost coordinate needs no bound
      Sum Of = S;
      if (auto At = Of.find(C.constant(1, 64)); At != Of.end() && At->second < 0) {
        Of.erase(At);
        Found.Negative.push_back(C.slt(total(S), C.constant(0, 64)));
      }
      Found.Bounded &= isBounded(Of);
    }
  if (Found.Equal.empty())
    return {};
  // Nobody has looked at what stands in memory.
  Found.Bounded &= llvm::all_of(
      Given, [&](SymbolId S) { return C.symbol(T.original(S)).Kind == SymbolKind::Parameter; });
  Found.Given.assign(Given.begin(), Given.end());
  llvm::sort(Found.Given);
  return Found;
}

StridedPlaces analysis::stridedPlaces(const Kernel &K, const Launch &L, const TwoThreads &T,
                                      const Expr (&Offset)[2], llvm::ArrayRef<Expr> Conditions) {
  Decomposition First(K, L, T, Offset, Conditions);
  const llvm::DenseSet<SymbolId> Ends = First.endsOfDigits();
  StridedPlaces Found = First.run();
  // If the end of a digit scales the next digit, it may be no stride: try without it.
  return Found.Equal.empty() && !Ends.empty() ? Decomposition(K, L, T, Offset, Conditions).run(Ends)
                                              : Found;
}
