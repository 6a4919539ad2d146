// SPDX-License-Identifier: Apache-2.0
//
// Rows within rows, each of which must contain what is added to its start.

#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;

namespace {
/// The summands of one offset, grouped by what scales them.
struct Rows {
  struct Scaled {
    Expr Length;
    SmallVector<std::pair<Expr, int64_t>, 2> Of; ///< summands scaled by the length, and the factors

    bool operator==(const Scaled &) const = default;
  };
  SmallVector<Scaled, 3> Scales;
  SmallVector<std::pair<Expr, int64_t>, 8> Rest;
};
} // namespace

/// The lengths of rows whose numbers differ between threads.
static llvm::SetVector<Expr> lengthsOf(const RaceCase &Case) {
  llvm::SetVector<Expr> Lengths;
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t) {
      if (Expr Length = Case.lengthOfRow(E))
        Lengths.insert(Length);
    });
  return Lengths;
}

/// `Lengths`: numbers of elements that make up a whole row.
static std::optional<Rows> rowsOf(const RaceCase &Case, unsigned I, int64_t Element,
                                  const llvm::SetVector<Expr> &Lengths) {
  Rows Out;
  bool Fits = true;
  summands(Case.Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
    Fits &= Factor % Element == 0;
    Expr Length = Case.lengthOfRow(E);
    if (!Length && E->width() <= 64 && Lengths.contains(Case.wide(E)))
      Length = Case.wide(E);
    if (!Length)
      return Out.Rest.push_back({E, Factor / Element});
    Fits &= Factor > 0;
    auto *At = llvm::find_if(Out.Scales, [&](const Rows::Scaled &S) { return S.Length == Length; });
    if (At == Out.Scales.end())
      At = &Out.Scales.emplace_back(Rows::Scaled{Length, {}});
    At->Of.push_back({E, Factor / Element});
  });
  if (!Fits)
    return std::nullopt;
  return Out;
}

/// Returns true if memory bounds exactly the row's number: for `n * length + i`, n < ends[b]
/// suffices and n - 1 < ends[b] does not.
static bool isEndedByData(const RaceCase &Case, unsigned I, const Rows::Scaled &Of) {
  Expr Number;
  if (Expr Product = unwidened(Of.Of[0].first); Of.Of.size() == 1 && Product->op() == Op::Mul)
    for (unsigned Side : {0, 1})
      if (unwidened(Product->arg(Side)) == unwidened(Of.Length))
        Number = Product->arg(1 - Side);
  return Number && ExprContext::any(Case.condition(I), [&](Expr N) {
           if ((N->op() != Op::Slt && N->op() != Op::Ult) || !Case.isData(N->arg(1)))
             return false;
           auto [Terms, Behind] = difference(Number, N->arg(0));
           return Terms.empty() && Behind <= 0;
         });
}

/// If memory bounds the row numbers of only one access (`plane * (height * width)` and `plane *
/// (height * width) + row * width`), the other access `I` is in row 0 of these.
static void addFirstRows(const RaceCase &Case, unsigned I, std::optional<Rows> (&Of)[2]) {
  // Something that moves inside a row may leave it.
  for (const std::optional<Rows> &R : Of)
    if (llvm::any_of(R->Rest, [](auto &Term) { return !Term.first->isConst(); }))
      return;
  Rows &To = *Of[I];
  for (const Rows::Scaled &S : Of[1 - I]->Scales)
    if (llvm::none_of(To.Scales, [&](auto &Has) { return Has.Length == S.Length; }) &&
        isEndedByData(Case, 1 - I, S))
      To.Scales.push_back({S.Length, {{Case.C.constant(0, 64), S.Of[0].second}}});
}

/// Returns true if one length is a multiple of another: such rows already nest, unless memory
/// bounds them.
static bool holdEachOther(llvm::ArrayRef<Expr> Lengths) {
  auto FactorsOf = [](Expr Length) {
    SmallVector<Expr, 4> Out, Work{unwidened(Length)};
    while (!Work.empty())
      if (Expr E = unwidened(Work.pop_back_val()); E->op() == Op::Mul)
        Work.append(E->args().begin(), E->args().end());
      else
        Out.push_back(E);
    return Out;
  };
  return llvm::any_of(Lengths, [&](Expr Row) {
    const SmallVector<Expr, 4> Inner = FactorsOf(Row);
    return llvm::any_of(Lengths, [&](Expr Plane) {
      SmallVector<Expr, 4> Outer = FactorsOf(Plane);
      return Row != Plane && llvm::all_of(Inner, [&](Expr F) {
               auto *At = llvm::find(Outer, F);
               return At != Outer.end() && (Outer.erase(At), true);
             });
    });
  });
}

std::vector<Need> convention::restInRows(const RaceCase &Case, Convention Rule) {
  ExprContext &C = Case.C;
  int64_t Element = 0;
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr, int64_t Factor) { Element = std::gcd(Element, Factor); });
  std::optional<Rows> Of[2];
  const llvm::SetVector<Expr> Named = lengthsOf(Case);
  for (unsigned I = 0; I < 2; ++I)
    if (!Element || !(Of[I] = rowsOf(Case, I, Element, Named)))
      return {};
  if (Rule == Convention::WithinRows)
    for (unsigned I = 0; I < 2; ++I)
      addFirstRows(Case, I, Of);
  if (Of[0]->Scales.size() < 2 || Of[1]->Scales.size() != Of[0]->Scales.size())
    return {};
  // If both threads are in the same row, only positions inside it count.
  for (size_t K = Of[0]->Scales.size(); K-- > 0;) {
    auto *Same = llvm::find(Of[1]->Scales, Of[0]->Scales[K]);
    if (Same == Of[1]->Scales.end())
      continue;
    Of[1]->Scales.erase(Same);
    Of[0]->Scales.erase(Of[0]->Scales.begin() + K);
  }
  const size_t Count = Of[0]->Scales.size();
  if (Count == 0 || Count > 3)
    return {};
  bool Open = false, OpenByData = false;
  SmallVector<Expr, 3> Lengths;
  SmallVector<unsigned, 3> Order;
  for (const Rows::Scaled &S : Of[0]->Scales) {
    if (llvm::none_of(Of[1]->Scales, [&](auto &Other) { return Other.Length == S.Length; }))
      return {};
    Order.push_back(Lengths.size());
    const bool OfBlock = llvm::any_of(S.Of, [&](auto &Term) {
      return ExprContext::any(Term.first, [&](Expr N) {
        return N->op() == Op::Apply && Case.symbolOf(N).Kind == SymbolKind::BlockIdx;
      });
    });
    Lengths.insert(OfBlock ? Lengths.end() : Lengths.begin(), S.Length); // block rows are outermost
    for (unsigned I = 0; I < 2; ++I) {
      Open |= endsElsewhere(Case, I, S.Length, /*Host=*/true);
      OpenByData |= endsElsewhere(Case, I, S.Length, /*Host=*/false);
    }
  }
  const bool OfData = Rule == Convention::WithinRows;
  if (OfData ? !OpenByData || !holdEachOther(Lengths) : !Open || holdEachOther(Lengths))
    return {};
  auto Sum = [&](llvm::ArrayRef<std::pair<Expr, int64_t>> Terms, Expr To) {
    for (auto [E, Factor] : Terms)
      To = C.add(To, C.mul(Case.wide(E), C.constant(Factor, 64), NSW), NSW);
    return To;
  };
  std::vector<Need> Out;
  do {
    Need One;
    for (const std::optional<Rows> &R : Of) {
      Expr Inside = Sum(R->Rest, C.constant(0, 64));
      for (unsigned At : Order) { // innermost first
        const Rows::Scaled &Row = *llvm::find_if(
            R->Scales, [&](const Rows::Scaled &S) { return S.Length == Lengths[At]; });
        Expr Length = C.mul(Row.Length, C.constant(Row.Of[0].second, 64), NSW);
        One.add(Rule, C.sle(C.constant(0, 64), Inside));
        One.add(Rule, C.slt(Inside, Length));
        Inside = Sum(Row.Of, Inside);
      }
    }
    Out.push_back(std::move(One));
  } while (std::next_permutation(Order.begin(), Order.end()));
  return Out;
}
