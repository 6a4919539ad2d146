// SPDX-License-Identifier: Apache-2.0
//
// How sure a racy answer is by the parameters and the block that its witness picked: a race
// that needs values no customary launch has is possible, no more.

#include "analysis/question/Confidence.h"
#include "analysis/question/Support.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Of a row, that each thread of a launch customarily takes at most.
static constexpr unsigned MaxItems = 16;

/// Is it a number that the host gives: a parameter, or what it put into constant memory?
bool Classifier::isGiven(Expr N) const {
  const Symbol &S = C.symbol(Q.T.original(N->symbol()));
  const Array *From = loadedFrom(K, S);
  return S.Kind == SymbolKind::Parameter ||
         (From && From->Where == Space::Constant &&
          llvm::all_of(N->args(), [](Expr At) { return At->isConst(); }));
}

/// Integers of the host that the offsets and guards of the question hold.
llvm::SetVector<Expr> Classifier::parameters() const {
  llvm::SetVector<Expr> Out;
  auto Collect = [&](Expr E) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Apply && isGiven(N) && N->width() >= 16 && N->width() <= 64)
        Out.insert(N);
    });
  };
  for (unsigned I = 0; I < 2; ++I)
    Collect(Q.Offset[I]), Collect(Q.T.of(Q.P[I].At->Cond, I));
  return Out;
}

/// How many bytes of a row one step of a thread takes where the parameter counts bytes (a
/// pitch); 1 where it counts elements.
uint64_t Classifier::bytesPerStep(Expr Parameter) const {
  Expr Size = Q.P[0].What->Size;
  int64_t Least = INT64_MAX;
  for (Expr O : Q.Offset)
    summands(O, 1, [&](Expr E, int64_t Factor) {
      bool Holds = false;
      ExprContext::visit(E, [&](Expr N) { Holds |= N == Parameter; });
      if (Holds)
        Least = std::min<int64_t>(Least, std::abs(Factor));
    });
  return Least == 1 && Size->isConst() && Size->value() ? Size->value() : 1;
}

/// Row lengths and strides are at least as large as the threads along each dimension, as
/// far as what is known of them allows.
/// With `WholeBlock`: also where the block's other dimensions lie in the row, too. `Items`:
/// elements that each thread takes of a row.
Usual Classifier::large(llvm::ArrayRef<Expr> Parameters, bool WholeBlock, unsigned Items) {
  llvm::DenseSet<SymbolId> ByFact, ByKernel;
  auto Bound = [&](Expr E, llvm::DenseSet<SymbolId> &Into) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Apply)
        Into.insert(N->symbol());
    });
  };
  for (const Fact &F : L.Facts)
    Bound(F.Cond, ByFact);
  for (const Assumption &A : K.Assumptions)
    if (A.Stated)
      Bound(A.Cond, ByKernel);
  Usual U;
  for (Expr P : Parameters) {
    const Symbol &S = C.symbol(P->symbol());
    Expr Wide = P->width() == 64 ? P : S.Signed ? C.sext(P, 64) : C.zext(P, 64);
    SmallVector<Expr, 8> With(U.Conditions);
    Expr Scale = C.constant(bytesPerStep(P) * Items, 64);
    for (unsigned D = 0; D < 3; ++D)
      if (Expr Along = Q.T.threadsAlong(D)) {
        for (unsigned Other = 0; WholeBlock && Other < 3; ++Other)
          if (Other != D && K.UsesDim[Other])
            Along = C.mul(Along, C.zext(Q.T.of(C.blockDim(Other), 0), 64), NSW | NUW);
        With.push_back(C.sle(C.mul(Along, Scale, NSW | NUW), Wide));
      }
    if (ByKernel.contains(P->symbol()))
      continue;
    if (ByFact.contains(P->symbol())) {
      SmallVector<Expr, 32> Launchable(Q.T.constraints());
      llvm::append_range(Launchable, With);
      if (std::holds_alternative<Proved>(Ask(Launchable)))
        continue;
    }
    U.Text.push_back(S.Name);
    U.Conditions = std::move(With);
  }
  return U;
}

/// Does one of the parameters scale an index, rather than being added to it?
static bool isFactor(Expr Offset, llvm::ArrayRef<Expr> Parameters) {
  bool Found = false;
  summands(Offset, 1, [&](Expr E, int64_t) {
    if (E->op() != Op::Apply)
      ExprContext::visit(E, [&](Expr M) { Found |= llvm::is_contained(Parameters, M); });
  });
  return Found;
}

/// Is one of the parameters the stride of a coordinate, which is no parameter itself?
bool Classifier::isStride(Expr Offset, llvm::ArrayRef<Expr> Parameters) const {
  bool Found = false;
  summands(Offset, 1, [&](Expr E, int64_t) {
    if (E->op() == Op::Mul)
      for (unsigned I : {0, 1})
        Found |=
            isFactor(E, Parameters) && isOfParameters(E->arg(I)) && !isOfParameters(E->arg(1 - I));
  });
  return Found;
}

/// The parameters that the offsets hold, except divisors: a modulus is often smaller than
/// the grid.
SmallVector<Expr, 8> Classifier::lengths(llvm::ArrayRef<Expr> Parameters) const {
  llvm::SetVector<Expr> Inside, Divisors;
  for (Expr O : Q.Offset)
    ExprContext::visit(O, [&](Expr N) {
      if (llvm::is_contained(Parameters, N))
        Inside.insert(N);
      if (N->op() == Op::URem || N->op() == Op::SRem)
        ExprContext::visit(N->arg(1), [&](Expr M) { Divisors.insert(M); });
    });
  Inside.set_subtract(Divisors);
  return SmallVector<Expr, 8>(Inside.begin(), Inside.end());
}

/// Does what host code says leave room for these conditions?
bool Classifier::isLaunchable(llvm::ArrayRef<Expr> Conditions) {
  SmallVector<Expr, 32> All(Q.T.constraints());
  llvm::append_range(All, Conditions);
  return std::holds_alternative<Refuted>(Ask(All));
}

/// Without host code a parameter may be anything, also a row length shorter than the row
/// or an offset into the middle of another part. A race that needs such a value is not
/// shown as sure.
Confidence Classifier::byParameters() {
  SmallVector<Expr, 8> All(parameters().getArrayRef()), InOffset = lengths(All);
  Usual NonNegative = nonNegative(All), Large = large(InOffset);
  for (const Usual &Data : {loadedValues(), withinRow(), restInRow(false)})
    if (!Data.Conditions.empty() && std::holds_alternative<Proved>(under(Data.Conditions)))
      return Confidence::Possible;
  if (Usual Rest = restInRow(true); !Rest.Conditions.empty() && mayVanish(Rest.Conditions))
    return Confidence::Possible;
  if (Usual Wide = addressable(All); !Wide.Conditions.empty()) {
    if (mayVanish(Wide.Conditions, llvm::join(Wide.Text, ", ") + " less than 2^40"))
      return Confidence::Possible;
    llvm::append_range(NonNegative.Conditions, Wide.Conditions);
  }
  if (!NonNegative.Text.empty() &&
      mayVanish(NonNegative.Conditions, llvm::join(NonNegative.Text, ", ") + " not negative"))
    return Confidence::Possible;
  if (Usual Small = smallSides(All); !Small.Conditions.empty()) {
    llvm::append_range(Small.Conditions, NonNegative.Conditions);
    if (isLaunchable(Small.Conditions) &&
        mayVanish(Small.Conditions, llvm::join(Small.Text, ", ") + " less than 2^15"))
      return Confidence::Possible;
  }
  if (Usual Powers = powersOfTwo(All); !Powers.Conditions.empty()) {
    llvm::append_range(Powers.Conditions, NonNegative.Conditions);
    if (mayVanish(Powers.Conditions, llvm::join(Powers.Text, ", ") + " a power of two"))
      return Confidence::Possible;
  }
  if (Usual Whole = wholeVectors(All); !Whole.Conditions.empty()) {
    llvm::append_range(Whole.Conditions, NonNegative.Conditions);
    if (isLaunchable(Whole.Conditions) && mayVanish(Whole.Conditions, llvm::join(Whole.Text, ", ")))
      return Confidence::Possible;
  }
  if (Large.Conditions.empty())
    return Confidence::Proved;
  Usual Inside = withinLengths(InOffset), Nested = nestedStrides();
  auto Vanishes = [&](Usual Size, llvm::StringRef Times) {
    for (const Usual *Other : {&NonNegative, &Inside, &Nested})
      llvm::append_range(Size.Conditions, Other->Conditions);
    return !Size.Text.empty() &&
           mayVanish(Size.Conditions, llvm::join(Size.Text, ", ") + " at least " + Times.str() +
                                          "gridDim * blockDim");
  };
  if (!Vanishes(Large, "") && !Vanishes(large(InOffset, true), "") &&
      !((isStride(Q.Offset[0], InOffset) || isStride(Q.Offset[1], InOffset)) &&
        Vanishes(large(InOffset, true, MaxItems), std::to_string(MaxItems) + " * ")))
    return Confidence::Proved;
  bool Global = K.Arrays[K.Accesses[R.A].Array].Where == Space::Global;
  bool Factor = isFactor(Q.Offset[0], InOffset) || isFactor(Q.Offset[1], InOffset);
  // Not decided under any of the conditions, or by where a cell lies that a parameter picks.
  bool Open = R.Assumption.empty() || llvm::any_of(Q.Offset, [&](Expr Offset) {
                return !Offset->isConst() && isOfParameters(Offset);
              });
  return Open && L.Block[0] && Global && !Factor ? Confidence::Likely : Confidence::Possible;
}

/// Counts and positions read from memory are neither negative nor close to where
/// arithmetic wraps. What is only compared with a constant is a mark (`level[i] == -1`).
Usual Classifier::loadedValues() const {
  Usual U;
  llvm::SetVector<Expr> Loads;
  auto Add = [&](Expr N) {
    if (N->op() == Op::Apply && N->width() >= 32 &&
        C.symbol(Q.T.original(N->symbol())).Kind == SymbolKind::Load)
      Loads.insert(N);
  };
  auto Collect = [&](Expr E) {
    Add(E);
    ExprContext::visit(E, [&](Expr N) {
      bool Compares = N->width() == 1 && N->args().size() == 2 &&
                      (N->arg(0)->isConst() || N->arg(1)->isConst());
      for (Expr Arg : N->args())
        if (!Compares)
          Add(Arg);
    });
  };
  for (unsigned I = 0; I < 2; ++I)
    Collect(Q.Offset[I]), Collect(Q.T.of(Q.P[I].At->Cond, I));
  for (Expr E : Loads)
    U.Conditions.push_back(C.ult(E, C.constant(1 << 20, E->width())));
  return U;
}

/// What scales the number of a row, where parameters alone do: their product, 64 bits.
Expr Classifier::lengthOfRow(Expr Start) const {
  Start = unwidened(Start);
  if (Start->op() != Op::Mul)
    return Expr();
  for (unsigned I : {0, 1})
    if (Expr Length = Start->arg(I);
        !Length->isConst() && isOfParameters(Length) && !isOfParameters(Start->arg(1 - I)))
      return Length->width() == 64 ? Length : C.sext(Length, 64);
  return Expr();
}

/// A position read from memory, added to where a row starts, lies within the row: it is
/// less than what scales the number of the row. So are the ends of loops read from there.
Usual Classifier::withinRow() const {
  Usual U;
  Expr Zero = C.constant(0, 64);
  auto Wide = [&](Expr E) { return E->width() == 64 ? E : C.zext(E, 64); };
  auto Inside = [&](Expr E, Expr Length) {
    U.Conditions.push_back(C.sle(Zero, E));
    U.Conditions.push_back(C.slt(E, Length));
  };
  for (Expr Offset : Q.Offset) {
    llvm::SmallVector<std::pair<Expr, int64_t>, 4> Data;
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      if (supportOf(K, Q.T, E).Data && E->width() <= 64)
        Data.push_back({E, Factor});
    });
    if (Data.empty())
      continue;
    Expr Sum = Zero;
    for (auto [E, Factor] : Data)
      Sum = C.add(Sum, C.mul(Wide(E), C.constant(Factor, 64), NSW), NSW);
    int64_t Row = INT64_MAX;
    summands(Offset, 1, [&](Expr E, int64_t Factor) {
      if (E->isConst() || supportOf(K, Q.T, E).Data)
        return;
      if (llvm::all_of(Data, [&](auto &D) { return Factor > std::abs(D.second); }))
        Row = std::min(Row, Factor);
      Expr Length = lengthOfRow(E);
      if (!Length || Data.size() != 1 || Data[0].second != Factor)
        return;
      Inside(Wide(Data[0].first), Length);
      for (Expr End : loadsLike(Data[0].first))
        Inside(Wide(End), Length);
    });
    if (Row != INT64_MAX)
      Inside(Sum, C.constant(Row, 64));
  }
  return U;
}

/// What the threads load in their conditions by the same instruction.
llvm::SmallVector<Expr, 4> Classifier::loadsLike(Expr Loaded) const {
  llvm::SetVector<Expr> Found;
  if (Loaded->op() == Op::Apply)
    for (unsigned I = 0; I < 2; ++I)
      ExprContext::visit(Q.T.of(Q.P[I].At->Cond, I), [&](Expr N) {
        if (N->op() == Op::Apply && Q.T.original(N->symbol()) == Q.T.original(Loaded->symbol()))
          Found.insert(N);
      });
  return llvm::SmallVector<Expr, 4>(Found.begin(), Found.end());
}

/// Does the host take the dimension from a table of constants?
static bool isListed(const Launch &L, Expr Dimension) {
  return llvm::any_of(L.Facts, [&](const Fact &F) {
    return F.Cond->op() == Op::Or && llvm::all_of(F.Cond->args(), [&](Expr E) {
             return E->op() == Op::Eq && E->arg(0) == Dimension && E->arg(1)->isConst();
           });
  });
}

/// Blocks of two dimensions that the code is written for: rows as long as the offsets scale
/// threadIdx.y by (`16 * threadIdx.y + threadIdx.x`), and as many of them as a thread steps over,
/// or a customary number.
llvm::SmallSetVector<std::pair<unsigned, unsigned>, 4> Classifier::writtenTiles() const {
  llvm::SmallSetVector<std::pair<unsigned, unsigned>, 4> Out;
  for (unsigned I = 0; I < 2; ++I) {
    int64_t X = 0, Y = 0;
    SmallVector<int64_t, 4> Steps;
    summands(Q.P[I].What->Offset, 1, [&](Expr E, int64_t Factor) {
      if (E->op() != Op::Apply)
        return;
      const Symbol &S = C.symbol(E->symbol());
      if (S.Kind == SymbolKind::ThreadIdx && S.Index < 2)
        (S.Index ? Y : X) += Factor;
      else if (S.Kind == SymbolKind::Counter)
        Steps.push_back(Factor);
    });
    if (X <= 0 || Y <= X || Y % X)
      continue;
    int64_t Width = Y / X;
    SmallVector<int64_t, 8> Heights{4, 8, 16, 32};
    for (int64_t Step : Steps)
      if (Step > 0 && Step % Y == 0)
        Heights.push_back(Step / Y);
    for (int64_t Height : Heights)
      if (Width * Height <= 1024)
        Out.insert({unsigned(Width), unsigned(Height)});
  }
  return Out;
}

/// With no launch in sight a block may be of any shape. Is there a customary one under
/// which the race vanishes? The kernel may be written for it.
bool Classifier::customaryBlock() {
  using Shape = std::array<unsigned, 3>;
  SmallVector<Shape, 16> Shapes = {{128, 1, 1}, {256, 1, 1}, {512, 1, 1}, {16, 16, 1}, {32, 8, 1},
                                   {32, 32, 1}, {8, 8, 1},   {8, 16, 1},  {32, 4, 1},  {64, 4, 1},
                                   {8, 8, 8},   {4, 4, 4},   {8, 8, 4},   {8, 8, 2}};
  for (unsigned Width : writtenWidths())
    Shapes.push_back({Width, 1, 1});
  for (auto [Width, Height] : writtenTiles())
    Shapes.push_back({Width, Height, 1});
  const Shape Warp = {32, 1, 1};
  bool ForWarp = asksForLanes();
  if (ForWarp)
    Shapes.push_back(Warp);
  Expr Block[3];
  SmallVector<Expr, 3> Flat; // a grid of what the kernel does not read is 1 along it
  for (unsigned D = 0; D < 3; ++D)
    if (L.Grid[D] && !L.Grid[D]->isConst() && !K.UsesGridDim[D])
      Flat.push_back(C.eq(L.Grid[D], C.constant(1, 32)));
  if (!Flat.empty() && std::holds_alternative<Proved>(under(Flat)))
    return true;
  unsigned Open = 0;
  bool Stated = false; // the host computes the block from something not known
  for (unsigned D = 0; D < 3; ++D) {
    if (L.Block[D] ? L.Block[D]->isConst() : !K.UsesDim[D])
      continue;
    if (isListed(L, C.blockDim(D)))
      continue;
    Block[D] = Q.T.of(C.blockDim(D), 0);
    Stated |= L.Block[D] != Expr() && L.Block[D] != C.blockDim(D);
    Open += K.UsesDim[D]; // a block of what the kernel does not read is 1 along it
  }
  if (!Open) { // a kernel that reads no index of its threads is one for a single thread
    SmallVector<Expr, 3> One;
    for (Expr Dim : Block)
      if (Dim && !Stated)
        One.push_back(C.eq(Dim, C.constant(1, 32)));
    bool Reads = K.UsesDim[0] || K.UsesDim[1] || K.UsesDim[2];
    return !Reads && !One.empty() && R.Where != Scope::OtherBlock &&
           std::holds_alternative<Proved>(under(One));
  }
  SmallVector<Expr, 8> All(parameters().getArrayRef());
  Usual Sizes = nonNegative(All), Large = large(lengths(All));
  llvm::append_range(Sizes.Conditions, Large.Conditions);
  bool Undecided = false, Races = false;
  for (const Shape &S : Shapes) {
    SmallVector<Expr, 3> Dims;
    unsigned Wide = 0;
    std::string Text;
    for (unsigned D = 0; D < 3; ++D) {
      Wide += S[D] > 1;
      Text += (D ? "x" : "") + std::to_string(S[D]);
      if (Block[D])
        Dims.push_back(C.eq(Block[D], C.constant(S[D], 32)));
    }
    bool TooLarge = S[0] * S[1] * S[2] > K.MaxThreads;
    if ((Wide != Open && !(ForWarp && S == Warp)) || TooLarge)
      continue;
    if ((Stated || !L.Facts.empty()) && !isLaunchable(Dims))
      continue;
    if (std::holds_alternative<Proved>(under(Dims))) {
      R.Assumption = "blockDim " + Text;
      return true;
    }
    llvm::append_range(Dims, Sizes.Conditions);
    Verdict V = under(Dims);
    Undecided |= std::holds_alternative<Unknown>(V);
    Races |= std::holds_alternative<Refuted>(V);
    if (std::holds_alternative<Proved>(V)) {
      R.Assumption = "blockDim " + Text;
      if (!Sizes.Text.empty())
        R.Assumption += ", " + llvm::join(Sizes.Text, ", ") + " not negative";
      if (!Large.Text.empty())
        R.Assumption += ", " + llvm::join(Large.Text, ", ") + " at least gridDim * blockDim";
      return true;
    }
  }
  return Undecided && !Races;
}
