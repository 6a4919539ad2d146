// SPDX-License-Identifier: Apache-2.0
//
// How sure a racy answer is: what the witness picked beyond indices (memory contents,
// unusual parameters, an unusual block) decides between proved, likely and possible.

#include "analysis/FlowPaths.h"
#include "analysis/RaceQuestion.h"
#include "analysis/Support.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

namespace {

/// Conditions that hold in customary launches, with the words for them.
struct Usual {
  SmallVector<Expr, 8> Conditions;
  std::vector<std::string> Text;
};

class Classifier {
public:
  Classifier(RaceAnswer &R, const Kernel &K, const Launch &L, const RaceQuestion &Q, AskSolver Ask)
      : R(R), K(K), L(L), Q(Q), C(*K.Ctx), Ask(Ask) {}
  void run();

private:
  Confidence byData();
  bool updatesCell(unsigned I) const;
  bool startsCell(unsigned I) const;
  bool readsOwnValue();
  Confidence byParameters();
  SmallVector<Expr, 8> lengths(llvm::ArrayRef<Expr> Parameters) const;
  bool picksOffset() const;
  bool needsUnequalLoads();
  llvm::SetVector<Expr> parameters() const;
  Usual powersOfTwo(llvm::ArrayRef<Expr> Parameters) const;
  Usual nonNegative(llvm::ArrayRef<Expr> Parameters) const;
  Usual large(llvm::ArrayRef<Expr> Parameters, bool WholeBlock = false);
  uint64_t bytesPerStep(Expr Parameter) const;
  Verdict under(llvm::ArrayRef<Expr> Conditions);
  bool mayVanish(llvm::ArrayRef<Expr> Conditions, llvm::StringRef Assumption = "");
  bool customaryBlock();

  RaceAnswer &R;
  const Kernel &K;
  const Launch &L;
  const RaceQuestion &Q;
  ExprContext &C;
  AskSolver Ask;
};

} // namespace

/// The summands of a sum with their constant factors.
static void summands(Expr E, int64_t Factor, llvm::function_ref<void(Expr, int64_t)> Take) {
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
bool Classifier::picksOffset() const {
  llvm::DenseSet<int64_t> Data, Running;
  summands(Q.Offset[0], 1, [&](Expr E, int64_t Factor) {
    if (supportOf(K, Q.T, E).Data)
      Data.insert(std::abs(Factor));
    else if (E->op() == Op::Apply && !Q.T.isShared(Q.T.original(E->symbol())))
      Running.insert(std::abs(Factor));
  });
  return Data.size() == 1 && Running.contains(*Data.begin());
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
        ExprContext::visit(Other->Offset, [&, W = Write](Expr E) { Follows |= E == W->Value; });
    return Follows;
  });
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
  if (Offset.Data)
    return (Updates || Mixed) && !(startsCell(0) && startsCell(1)) && !picksOffset() &&
                   !needsUnequalLoads()
               ? Confidence::Likely
               : Confidence::Possible;
  return Cond.Data || !Q.Tickets.empty() ? Confidence::Likely : Confidence::Proved;
}

/// Integer parameters that the offsets and guards of the question hold.
llvm::SetVector<Expr> Classifier::parameters() const {
  llvm::SetVector<Expr> Out;
  auto Collect = [&](Expr E) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Apply && C.symbol(N->symbol()).Kind == SymbolKind::Parameter &&
          N->width() >= 16 && N->width() <= 64)
        Out.insert(N);
    });
  };
  for (unsigned I = 0; I < 2; ++I)
    Collect(Q.Offset[I]), Collect(Q.T.of(Q.P[I].At->Cond, I));
  return Out;
}

/// Sizes and positions are not negative, nor is a difference of them that is compared as
/// an unsigned number.
Usual Classifier::nonNegative(llvm::ArrayRef<Expr> Parameters) const {
  Usual U;
  auto Add = [&](Expr E, std::string Text) {
    U.Conditions.push_back(C.sle(C.constant(0, E->width()), E));
    U.Text.push_back(std::move(Text));
  };
  for (Expr P : Parameters)
    if (C.symbol(P->symbol()).Signed)
      Add(P, C.symbol(P->symbol()).Name);
  auto IsUniform = [&](Expr E) {
    bool Uniform = true;
    ExprContext::visit(E, [&](Expr N) {
      Uniform &= N->op() != Op::Apply || C.symbol(N->symbol()).Kind == SymbolKind::Parameter;
    });
    return Uniform;
  };
  llvm::DenseSet<Expr> Seen;
  for (unsigned I = 0; I < 2; ++I)
    ExprContext::visit(Q.T.of(Q.P[I].At->Cond, I), [&](Expr N) {
      if (N->op() != Op::Ult && N->op() != Op::Ule)
        return;
      for (Expr Side : N->args())
        if ((Side->op() == Op::Sub || Side->op() == Op::Add) && IsUniform(Side) &&
            Seen.insert(Side).second)
          Add(Side, C.toString(Side));
    });
  return U;
}

/// What is less 1 a mask of bits is a power of two.
Usual Classifier::powersOfTwo(llvm::ArrayRef<Expr> Parameters) const {
  auto IsSize = [&](Expr E) { // of parameters alone
    bool Any = false, Other = false;
    ExprContext::visit(E, [&](Expr N) {
      bool Is = llvm::is_contained(Parameters, N);
      Any |= Is;
      Other |= N->op() == Op::Apply && !Is;
    });
    return Any && !Other;
  };
  llvm::SetVector<Expr> Masks;
  for (Expr Offset : Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      for (Expr Mask : N->args())
        if (N->op() == Op::And && Mask->op() == Op::Add && Mask->arg(1)->isConst() &&
            Mask->arg(1)->signedValue() == -1 && IsSize(Mask->arg(0)))
          Masks.insert(Mask);
    });
  Usual U;
  for (Expr Mask : Masks) {
    Expr P = Mask->arg(0), Zero = C.constant(0, P->width());
    U.Conditions.push_back(C.ult(Zero, P));
    U.Conditions.push_back(C.eq(C.binary(Op::And, P, Mask), Zero));
    U.Text.push_back(C.toString(P));
  }
  return U;
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
/// With `WholeBlock`: also where the block's other dimensions lie in the row, too.
Usual Classifier::large(llvm::ArrayRef<Expr> Parameters, bool WholeBlock) {
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
    Bound(A.Cond, ByKernel);
  Usual U;
  for (Expr P : Parameters) {
    const Symbol &S = C.symbol(P->symbol());
    Expr Wide = P->width() == 64 ? P : S.Signed ? C.sext(P, 64) : C.zext(P, 64);
    SmallVector<Expr, 8> With(U.Conditions);
    Expr Scale = C.constant(bytesPerStep(P), 64);
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
      if (!L.Block[0] || !std::holds_alternative<Refuted>(Ask(Launchable)))
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

/// Without host code a parameter may be anything, also a row length shorter than the row
/// or an offset into the middle of another part. A race that needs such a value is not
/// shown as sure.
Confidence Classifier::byParameters() {
  SmallVector<Expr, 8> All(parameters().getArrayRef()), InOffset = lengths(All);
  Usual NonNegative = nonNegative(All), Large = large(InOffset);
  if (!NonNegative.Conditions.empty() &&
      mayVanish(NonNegative.Conditions, llvm::join(NonNegative.Text, ", ") + " not negative"))
    return Confidence::Possible;
  if (Usual Powers = powersOfTwo(All); !Powers.Conditions.empty()) {
    llvm::append_range(Powers.Conditions, NonNegative.Conditions);
    if (mayVanish(Powers.Conditions, llvm::join(Powers.Text, ", ") + " a power of two"))
      return Confidence::Possible;
  }
  if (Large.Conditions.empty())
    return Confidence::Proved;
  Usual Larger = large(InOffset, true);
  bool Vanishes = false;
  for (Usual *Size : {&Large, &Larger}) {
    llvm::append_range(Size->Conditions, NonNegative.Conditions);
    Vanishes = Vanishes || (!Size->Text.empty() &&
                            mayVanish(Size->Conditions, llvm::join(Size->Text, ", ") +
                                                            " at least gridDim * blockDim"));
  }
  if (!Vanishes)
    return Confidence::Proved;
  bool Factor = isFactor(Q.Offset[0], InOffset) || isFactor(Q.Offset[1], InOffset);
  bool Global = K.Arrays[K.Accesses[R.A].Array].Where == Space::Global;
  return L.Block[0] && Global && !Factor ? Confidence::Likely : Confidence::Possible;
}

/// With no launch in sight a block may be of any shape. Is there a customary one under
/// which the race vanishes? The kernel may be written for it.
bool Classifier::customaryBlock() {
  static constexpr unsigned Shapes[][3] = {
      {128, 1, 1}, {256, 1, 1}, {512, 1, 1}, {16, 16, 1}, {32, 8, 1}, {32, 32, 1}, {8, 8, 1},
      {8, 16, 1},  {32, 4, 1},  {64, 4, 1},  {8, 8, 8},   {4, 4, 4},  {8, 8, 4}};
  Expr Block[3];
  unsigned Open = 0;
  bool Stated = false; // the host computes the block from something not known
  for (unsigned D = 0; D < 3; ++D) {
    if (L.Block[D] ? L.Block[D]->isConst() : !K.UsesDim[D])
      continue;
    Block[D] = Q.T.of(C.blockDim(D), 0);
    Stated |= L.Block[D] != Expr() && L.Block[D] != C.blockDim(D);
    ++Open;
  }
  if (!Open)
    return false;
  SmallVector<Expr, 8> All(parameters().getArrayRef());
  Usual Sizes = nonNegative(All), Large = large(lengths(All));
  llvm::append_range(Sizes.Conditions, Large.Conditions);
  bool Undecided = false, Races = false;
  for (auto &Shape : Shapes) {
    SmallVector<Expr, 3> Dims;
    unsigned Wide = 0;
    std::string Text;
    for (unsigned D = 0; D < 3; ++D) {
      Wide += Shape[D] > 1;
      Text += (D ? "x" : "") + std::to_string(Shape[D]);
      if (Block[D])
        Dims.push_back(C.eq(Block[D], C.constant(Shape[D], 32)));
    }
    bool TooLarge = Shape[0] * Shape[1] * Shape[2] > K.MaxThreads;
    if (Wide != Open || TooLarge)
      continue;
    if (Stated || !L.Facts.empty()) {
      SmallVector<Expr, 32> Launchable(Q.T.constraints());
      llvm::append_range(Launchable, Dims);
      if (!std::holds_alternative<Refuted>(Ask(Launchable)))
        continue;
    }
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
  bool Always = Seen && !Paths.nodesBefore(Paths.access(Read.Id), IsWrite).test(K.Nodes.front().Id);
  bool InLoop = false; // the value may be another one each time
  ExprContext::visit(W.Value, [&](Expr N) {
    if (N->op() == Op::Apply) {
      SymbolKind Kind = C.symbol(N->symbol()).Kind;
      InLoop |= Kind == SymbolKind::Counter || Kind == SymbolKind::Opaque;
      R.SameLoad |= Kind == SymbolKind::Load;
    }
  });
  return Always && !InLoop &&
         std::holds_alternative<Proved>(
             under(C.ne(Q.T.of(W.Value, Writer), Q.T.of(W.Value, 1 - Writer))));
}

void Classifier::run() {
  const Access &X = *Q.P[0].What, &Y = *Q.P[1].What;
  if (X.Kind == AccessKind::Write && Y.Kind == AccessKind::Write && X.Value && Y.Value &&
      X.Value->width() == Y.Value->width() && X.Size == Y.Size) {
    Expr V0 = Q.P[0].of(Q.T, X.Value, 0), V1 = Q.P[1].of(Q.T, Y.Value, 1);
    R.SameValue = std::holds_alternative<Proved>(under(C.ne(V0, V1)));
    ExprContext::visit(V0, [&](Expr N) {
      R.SameLoad |=
          N->op() == Op::Apply && C.symbol(Q.T.original(N->symbol())).Kind == SymbolKind::Load;
    });
  }
  R.SameValue |= readsOwnValue();
  R.How = byData();
  if (R.How == Confidence::Possible)
    return;
  R.How = std::max(R.How, byParameters());
  if (R.How != Confidence::Possible && customaryBlock())
    R.How = Confidence::Possible;
}

void cudafix::analysis::classify(RaceAnswer &R, const Kernel &K, const Launch &L,
                                 const RaceQuestion &Q, AskSolver Ask) {
  Classifier(R, K, L, Q, Ask).run();
}
