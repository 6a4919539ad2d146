// SPDX-License-Identifier: Apache-2.0
//
// Strides as programs choose them: rows that hold whole vectors, coordinates that do not reach
// into each other, cells that are picked among those of the threads.

#include "analysis/question/Confidence.h"
#include "analysis/question/Support.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Do all threads of the block read one cell that a word in memory picks among those of which each
/// thread writes its own (`v[*least]` beside `v[threadIdx.x]`)? Whichever it is, it races.
bool Classifier::readsPicked(unsigned I) {
  const Access &R = *Q.P[I].What, &W = *Q.P[1 - I].What;
  if (R.Kind != AccessKind::Read || W.Kind != AccessKind::Write || R.Array != W.Array ||
      R.Size != W.Size || K.Arrays[R.Array].Where != Space::Shared)
    return false;
  unsigned Picked = 0;
  bool ForAll = true;
  Expr Cell = C.replace(R.Offset, [&](Expr N) {
    const Symbol &S = C.symbol(N->symbol());
    if (S.Kind != SymbolKind::Load || N->width() != C.threadIdx(0)->width()) {
      ForAll &= S.Kind != SymbolKind::ThreadIdx;
      return Expr();
    }
    ++Picked;
    return C.threadIdx(0);
  });
  Expr Differs = C.ne(Q.T.of(Cell, 1 - I), Q.T.of(W.Offset, 1 - I));
  return Picked == 1 && ForAll && std::holds_alternative<Proved>(under(Differs));
}

/// Does the race need a ring of cells that tickets are drawn for (`slot[atomicAdd(n, 1) % size]`)
/// to come round?
bool Classifier::mayOnlyWrap() {
  SmallVector<Expr, 4> Within;
  for (Expr Offset : Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      bool Modulus = N->op() == Op::URem || N->op() == Op::SRem;
      if ((Modulus || N->op() == Op::And) && Q.Tickets.contains(N->arg(0)))
        Within.push_back(Modulus ? C.ult(N->arg(0), N->arg(1)) : C.ule(N->arg(0), N->arg(1)));
    });
  return !Within.empty() && std::holds_alternative<Proved>(under(Within));
}

/// The one loaded value that picks the cell, where nothing else of it comes from memory.
Expr Classifier::entryOf(unsigned I) const {
  Expr Entry;
  unsigned Other = 0;
  summands(Q.Offset[I], 1, [&](Expr E, int64_t) {
    if (!supportOf(K, Q.T, E).Data)
      return;
    E = unwidened(E);
    if (E->op() == Op::Mul) // the number of a row
      for (unsigned Side : {0, 1})
        if (isOfParameters(E->arg(Side))) {
          E = unwidened(E->arg(1 - Side));
          break;
        }
    bool IsLoad = E->op() == Op::Apply && E->args().size() == 1 &&
                  C.symbol(Q.T.original(E->symbol())).Kind == SymbolKind::Load;
    if (IsLoad && !Entry)
      Entry = E;
    else
      ++Other;
  });
  return Other ? Expr() : Entry;
}

/// Do entries of one list pick the cells of both accesses?
bool Classifier::pickByOneList() const {
  Expr A = entryOf(0), B = entryOf(1);
  auto ListOf = [&](Expr Entry) { return C.symbol(Q.T.original(Entry->symbol())).Index; };
  return A && B && ListOf(A) == ListOf(B);
}

/// Does each thread pick its cell by an entry of a list that no other thread reads, and put a value
/// of its own there (`force[list[i]] += f`)? As a list names each cell once, none is common. What
/// counts (`count[bin[i]] += 1`) is taken to find a cell several times, and locks are for cells
/// that several threads want.
bool Classifier::picksByOwnEntry() {
  bool Locks = llvm::any_of(K.Accesses, [](const Access &A) { return A.Atomic == AtomicOp::Cas; });
  return !Locks && pickByOneList() && !counts(0) && !counts(1) &&
         std::holds_alternative<Proved>(under(C.eq(entryOf(0)->arg(0), entryOf(1)->arg(0))));
}

/// Does the access, or the write that stands with it, add what all threads add?
bool Classifier::counts(unsigned I) const {
  const Access &A = *Q.P[I].What;
  return A.Counts || (A.Partner != NoId && K.Accesses[A.Partner].Counts);
}

/// The power of two that a division or shift divides by; 0: it is none, or by 1 or more than a
/// vector's 16 elements.
static uint64_t vectorOf(Expr E) {
  if (E->args().size() != 2 || !E->arg(1)->isConst())
    return 0;
  uint64_t By = E->arg(1)->value();
  if (E->op() == Op::LShr || E->op() == Op::AShr)
    By = By < 5 ? uint64_t(1) << By : 0;
  else if (E->op() != Op::UDiv && E->op() != Op::SDiv)
    return 0;
  return By > 1 && By <= 16 && llvm::isPowerOf2_64(By) ? By : 0;
}

/// Rows that are read as vectors (`(row * width + i) / 4`) are whole ones.
Usual Classifier::wholeVectors(llvm::ArrayRef<Expr> Parameters) const {
  llvm::SetVector<std::pair<Expr, uint64_t>> Rows;
  for (Expr Offset : Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      uint64_t Vector = vectorOf(N);
      if (!Vector)
        return;
      summands(N->arg(0), 1, [&](Expr Term, int64_t) {
        if (Term->op() == Op::Mul)
          for (Expr P : Term->args())
            if (llvm::is_contained(Parameters, unwidened(P)))
              Rows.insert({unwidened(P), Vector});
      });
    });
  Usual U;
  for (auto [P, Vector] : Rows) {
    Expr Rest = C.binary(Op::URem, P, C.constant(Vector, P->width()));
    U.Conditions.push_back(C.eq(Rest, C.constant(0, P->width())));
    U.Conditions.push_back(C.ult(P, C.constant(1 << 20, P->width()))); // products do not wrap
    U.Text.push_back(C.toString(P) + " a multiple of " + std::to_string(Vector) + " below 2^20");
  }
  return U;
}

/// Where a product of an offset may wrap around in 32 bits, sizes are so small that it does not.
Usual Classifier::smallSides(llvm::ArrayRef<Expr> Parameters) const {
  bool Wraps = false;
  for (Expr Offset : Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      Wraps |= N->op() == Op::Mul && N->width() == 32 && !N->arg(0)->isConst() &&
               !N->arg(1)->isConst() && !(N->flags() & (NSW | NUW));
    });
  Usual U;
  for (Expr P : Parameters)
    if (Wraps && P->width() == 32) {
      U.Conditions.push_back(C.ult(P, C.constant(1 << 15, 32)));
      U.Text.push_back(C.symbol(P->symbol()).Name);
    }
  return U;
}

/// The parameters and loaded sizes that a coordinate is compared with as its end.
SmallVector<Expr, 4> Classifier::endsOf(Expr Coordinate) const {
  auto IsRead = [&](Expr E) {
    E = unwidened(E);
    return E->op() == Op::Apply && C.symbol(Q.T.original(E->symbol())).Kind == SymbolKind::Load;
  };
  llvm::SetVector<Expr> Ends;
  for (Expr E : Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      bool Less = N->op() == Op::Slt || N->op() == Op::Ult;
      if (Less && unwidened(N->arg(0)) == Coordinate &&
          (isOfParameters(N->arg(1)) || IsRead(N->arg(1))))
        Ends.insert(N->arg(1));
    });
  return SmallVector<Expr, 4>(Ends.begin(), Ends.end());
}

/// The threads of the grid along the one dimension that the coordinate is of; null: it is a digit
/// of an index that was taken apart.
Expr Classifier::threadsOf(Expr Coordinate) const {
  llvm::SmallDenseSet<unsigned> Dims;
  bool Digit = false;
  ExprContext::visit(Coordinate, [&](Expr N) {
    Digit |=
        N->op() == Op::URem || N->op() == Op::SRem || N->op() == Op::UDiv || N->op() == Op::SDiv;
    if (N->op() != Op::Apply)
      return;
    const Symbol &S = C.symbol(Q.T.original(N->symbol()));
    if (S.Kind == SymbolKind::ThreadIdx || S.Kind == SymbolKind::BlockIdx)
      Dims.insert(S.Index);
  });
  return Dims.size() == 1 && !Digit ? Q.T.threadsAlong(*Dims.begin()) : Expr();
}

/// Where coordinates that end at sizes, or are of one dimension of the grid, have strides of their
/// own (`lane * a + row * b`), one of two strides is at least what the other coordinate reaches
/// over.
void Classifier::addBoundedStrides(Expr Offset, Usual &U) const {
  auto Wide = [&](Expr E) { return E->width() == 64 ? E : C.sext(E, 64); };
  struct Reach {
    Expr Stride;                 ///< in bytes, 64 bits
    SmallVector<Expr, 4> Extent; ///< likewise, of all steps
  };
  SmallVector<Reach, 4> Strides;
  summands(Offset, 1, [&](Expr Term, int64_t Factor) {
    Expr Part = unwidened(Term);
    if (Part->op() != Op::Mul)
      return;
    for (unsigned I : {0, 1}) {
      Expr Coordinate = unwidened(Part->arg(I)), Stride = Part->arg(1 - I);
      if (isOfParameters(Coordinate) || !isOfParameters(Stride) || Stride->isConst())
        continue;
      Reach One{C.mul(Wide(Stride), C.constant(Factor, 64), NSW), {}};
      SmallVector<Expr, 4> Ends = endsOf(Coordinate);
      if (Ends.empty())
        if (Expr Along = threadsOf(Coordinate))
          Ends.push_back(Along);
      for (Expr End : Ends)
        One.Extent.push_back(C.mul(Wide(End), One.Stride, NSW));
      Strides.push_back(std::move(One));
    }
  });
  for (size_t I = 0; I < Strides.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      SmallVector<Expr, 4> Ways;
      for (auto [Inner, Outer] : {std::pair(I, J), std::pair(J, I)})
        for (Expr Extent : Strides[Inner].Extent)
          Ways.push_back(C.sle(Extent, Strides[Outer].Stride));
      if (!Ways.empty())
        U.Conditions.push_back(C.lor(Ways));
    }
}

/// Is a position of the threads compared with a number from memory, as with the end of a row?
bool Classifier::endsAtData(unsigned I) const {
  auto Moves = [&](Expr E) {
    bool Found = false;
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      SymbolKind Kind = C.symbol(Q.T.original(N->symbol())).Kind;
      Found |= Kind == SymbolKind::ThreadIdx || Kind == SymbolKind::Counter;
    });
    return Found;
  };
  bool Found = false;
  ExprContext::visit(Q.T.of(Q.P[I].At->Cond, I), [&](Expr N) {
    if (N->op() != Op::Slt && N->op() != Op::Ult)
      return;
    Expr End = unwidened(N->arg(1));
    Found |= Moves(N->arg(0)) && !Moves(End) && supportOf(K, Q.T, End).Data;
  });
  return Found;
}

/// Does host code compute the grid from the length, while nothing in the kernel asks for it? It is
/// written for rows of whole tiles.
bool Classifier::isTiled(Expr Length, unsigned I) const {
  llvm::DenseSet<Expr> Names; // of the length, in the kernel and in host code
  auto Mentions = [](Expr In, auto Is) {
    bool Found = false;
    ExprContext::visit(In, [&](Expr N) { Found |= N->op() == Op::Apply && Is(N); });
    return Found;
  };
  auto IsLength = [&](Expr N) { return Names.contains(N); };
  auto IsGrid = [&](Expr N) { return C.symbol(N->symbol()).Kind == SymbolKind::GridDim; };
  auto Add = [&](Expr E) { return Mentions(E, [&](Expr N) { return !Names.insert(N).second; }); };
  Add(Length);
  if (Mentions(Q.T.of(Q.P[I].At->Cond, I), IsLength))
    return false;
  for (const Fact &F : L.Facts)
    if (F.Cond->op() == Op::Eq && !Mentions(F.Cond, IsGrid))
      for (unsigned Side : {0, 1})
        if (IsLength(unwidened(F.Cond->arg(Side))))
          Add(F.Cond->arg(1 - Side));
  return llvm::any_of(L.Facts, [&](const Fact &F) {
    return Mentions(F.Cond, IsGrid) && Mentions(F.Cond, IsLength);
  });
}

/// What is added to where a row starts lies within the row (`row * length + i`), where data or
/// another number of the host decides how far it goes; with `Tiles`, where the grid alone does.
Usual Classifier::restInRow(bool Tiles) const {
  Usual U;
  auto Wide = [&](Expr E) { return E->width() == 64 ? E : C.sext(E, 64); };
  for (unsigned I = 0; I < 2; ++I) {
    SmallVector<std::pair<Expr, int64_t>, 8> Rest;
    Expr Length;
    int64_t Element = 0;
    bool Open = endsAtData(I), Several = false;
    summands(Q.Offset[I], 1, [&](Expr E, int64_t Factor) {
      if (Expr Of = lengthOfRow(E)) {
        Several |= Length && unwidened(Length) != unwidened(Of);
        Length = Of;
        Element = Element ? std::min(Element, Factor) : Factor;
        return;
      }
      Rest.push_back({E, Factor});
      Open |= !E->isConst() && (isOfParameters(E) || supportOf(K, Q.T, E).Data);
    });
    if (!Length || Several || !(Tiles ? isTiled(Length, I) : Open) || Element <= 0 ||
        llvm::any_of(Rest, [&](auto &R) { return R.second % Element != 0; }))
      continue;
    Expr Sum = C.constant(0, 64);
    for (auto [E, Factor] : Rest)
      Sum = C.add(Sum, C.mul(Wide(E), C.constant(Factor / Element, 64), NSW), NSW);
    U.Conditions.push_back(C.sle(C.constant(0, 64), Sum));
    U.Conditions.push_back(C.slt(Sum, Length));
  }
  return U;
}

/// Where an index is taken apart into coordinates (`x / n * a + x % n * b`), the stride of the
/// outer one is at least what the inner one reaches over.
Usual Classifier::nestedStrides() const {
  struct Coordinate {
    Expr Of, Extent, Stride; ///< the stride in bytes, 64 bits
  };
  auto Wide = [&](Expr E) { return E->width() == 64 ? E : C.sext(E, 64); };
  Usual U;
  for (Expr Offset : Q.Offset) {
    SmallVector<Coordinate, 4> Outer, Inner;
    summands(Offset, 1, [&](Expr Term, int64_t Factor) {
      Expr Scale = C.constant(Factor, 64), Part = unwidened(Term);
      if (Part->op() == Op::Mul && isOfParameters(Part->arg(1))) {
        Scale = C.mul(Scale, Wide(Part->arg(1)), NSW);
        Part = unwidened(Part->arg(0));
      } else if (Part->op() == Op::Mul && isOfParameters(Part->arg(0))) {
        Scale = C.mul(Scale, Wide(Part->arg(0)), NSW);
        Part = unwidened(Part->arg(1));
      }
      bool IsOuter = Part->op() == Op::UDiv || Part->op() == Op::SDiv;
      if (IsOuter || Part->op() == Op::URem || Part->op() == Op::SRem)
        (IsOuter ? Outer : Inner).push_back({Part->arg(0), Part->arg(1), Scale});
    });
    addBoundedStrides(Offset, U);
    for (const Coordinate &O : Outer)
      for (const Coordinate &I : Inner)
        if (O.Of == I.Of && O.Extent == I.Extent)
          U.Conditions.push_back(C.sle(C.mul(Wide(I.Extent), I.Stride, NSW), O.Stride));
  }
  return U;
}

/// What bounds indices, or is one itself, lies within the rows and parts of memory.
Usual Classifier::withinLengths(llvm::ArrayRef<Expr> Lengths) {
  auto Wide = [&](Expr P) {
    bool Unsigned = P->op() == Op::Apply && !C.symbol(P->symbol()).Signed;
    return P->width() == 64 ? P : Unsigned ? C.zext(P, 64) : C.sext(P, 64);
  };
  SmallVector<Expr, 4> Strides;
  for (Expr P : Lengths)
    if (isStride(Q.Offset[0], P) || isStride(Q.Offset[1], P))
      Strides.push_back(P);
  llvm::SetVector<Expr> Bounds, Indices;
  auto IsSize = [&](Expr E, llvm::ArrayRef<Expr> But) {
    bool Is = !E->isConst() && E->width() >= 16 && E->width() <= 64 && isOfParameters(E);
    ExprContext::visit(E, [&](Expr N) { Is &= !llvm::is_contained(But, N); });
    return Is;
  };
  for (Expr E : Q.Constraints)
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Slt && N->op() != Op::Sle && N->op() != Op::Ult && N->op() != Op::Ule &&
          N->op() != Op::Eq)
        return;
      for (Expr Side : N->args()) {
        Expr P = unwidened(Side->op() == Op::Add && Side->arg(1)->isConst() ? Side->arg(0) : Side);
        if (IsSize(P, P->op() == Op::Apply ? Lengths : Strides))
          Bounds.insert(P);
      }
    });
  for (Expr Offset : Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t) {
      if (IsSize(E, Strides))
        Indices.insert(E);
    });
  Usual U;
  SmallVector<Expr, 32> Launchable(Q.T.constraints());
  auto Add = [&](Expr Condition) {
    Launchable.push_back(Condition);
    if (std::holds_alternative<Proved>(Ask(Launchable)))
      Launchable.pop_back(); // the host says otherwise
    else
      U.Conditions.push_back(Condition);
  };
  for (Expr B : Bounds)
    for (Expr Length : B->op() == Op::Apply ? Lengths : llvm::ArrayRef<Expr>(Strides))
      Add(C.sle(Wide(B), Wide(Length)));
  for (Expr I : Indices)
    for (Expr Stride : Strides)
      Add(C.slt(Wide(I), Wide(Stride)));
  return U;
}

/// The widest block, in whole warps where it has one, whose threads the shared array has room for
/// (`tile[threadIdx.x + 4]`).
std::optional<unsigned> Classifier::fittingWidth(unsigned I) const {
  const Access &A = *Q.P[I].What;
  const Array &Of = K.Arrays[A.Array];
  if (Of.Where != Space::Shared || Of.Dynamic || !Of.Bytes || !A.Size->isConst())
    return std::nullopt;
  bool Other = false; // something else bounds the thread, or moves it
  auto IsThread = [&](Expr E, unsigned D) {
    return E->op() == Op::Apply && C.symbol(E->symbol()).Kind == SymbolKind::ThreadIdx &&
           C.symbol(E->symbol()).Index == D;
  };
  ExprContext::visit(Q.P[I].At->Cond, [&](Expr E) { Other |= IsThread(E, 0); });
  int64_t Stride = 0, Start = 0;
  summands(A.Offset, 1, [&](Expr E, int64_t Factor) {
    if (E->isConst())
      Start += E->signedValue() * Factor;
    else if (IsThread(E, 0))
      Stride += Factor;
    else
      Other = true;
  });
  int64_t Room = int64_t(Of.Bytes) - Start - int64_t(A.Size->value());
  if (Other || Stride <= 0 || Start < 0 || Room < Stride)
    return std::nullopt;
  unsigned Width = std::min<int64_t>(Room / Stride + 1, 1024);
  return Width < 32 ? Width : Width / 32 * 32;
}

/// Do the accesses ask for nothing but the lane (`threadIdx.x % 32`), as code for one warp does?
bool Classifier::asksForLanes() const {
  auto IsThread = [&](Expr E) {
    return E->op() == Op::Apply && C.symbol(E->symbol()).Kind == SymbolKind::ThreadIdx;
  };
  auto IsLane = [&](Expr E) {
    bool Rest = E->op() == Op::URem || E->op() == Op::SRem;
    if (E->args().size() != 2 || !E->arg(1)->isConst() ||
        !((Rest && E->arg(1)->value() == 32) || (E->op() == Op::And && E->arg(1)->value() == 31)))
      return false;
    bool OfX = false;
    ExprContext::visit(E->arg(0),
                       [&](Expr N) { OfX |= IsThread(N) && C.symbol(N->symbol()).Index == 0; });
    return OfX;
  };
  unsigned Lanes = 0;
  bool Others = false;
  llvm::DenseSet<Expr> Seen;
  SmallVector<Expr, 16> Work{Q.P[0].What->Offset, Q.P[1].What->Offset};
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (!Seen.insert(E).second)
      continue;
    if (IsLane(E)) {
      ++Lanes;
      continue;
    }
    Others |= IsThread(E);
    Work.append(E->args().begin(), E->args().end());
  }
  return Lanes && !Others;
}

/// Widths of the block that the code is written for: constants that the offsets and guards scale
/// blockIdx.x by, that a thread steps by, and for which the shared arrays have room.
llvm::SmallSetVector<unsigned, 4> Classifier::writtenWidths() const {
  llvm::SmallSetVector<unsigned, 4> Out;
  auto Collect = [&](Expr E, bool Steps) {
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() != Op::Mul || !N->arg(1)->isConst() || N->arg(0)->op() != Op::Apply)
        return;
      const Symbol &S = C.symbol(Q.T.original(N->arg(0)->symbol()));
      int64_t Factor = N->arg(1)->signedValue();
      bool OfBlock = S.Kind == SymbolKind::BlockIdx && S.Index == 0;
      if ((OfBlock || (Steps && S.Kind == SymbolKind::Counter && Factor % 32 == 0)) && Factor > 1 &&
          Factor <= 1024)
        Out.insert(Factor);
    });
  };
  for (unsigned I = 0; I < 2; ++I) {
    Collect(Q.P[I].What->Offset, false);
    Collect(Q.P[I].At->Cond, true);
    if (std::optional<unsigned> Width = fittingWidth(I))
      Out.insert(*Width);
  }
  return Out;
}
