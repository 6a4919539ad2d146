// SPDX-License-Identifier: Apache-2.0
//
// ExprContext: symbols, hash-consing, traversal, evaluation. The simplifying builders
// are in Simplify.cpp, the printer in ExprPrint.cpp.

#include "model/Expr.h"
#include "model/ExprFold.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace cudafix;

int64_t ExprNode::signedValue() const {
  assert(isConst());
  return llvm::SignExtend64(Value, Width);
}

static void profile(llvm::FoldingSetNodeID &ID, Op O, llvm::ArrayRef<Expr> Args, unsigned Width,
                    uint8_t Flags, uint64_t Value) {
  ID.AddInteger(static_cast<unsigned>(O));
  ID.AddInteger(Width);
  ID.AddInteger(static_cast<unsigned>(Flags));
  ID.AddInteger(Value);
  for (Expr A : Args)
    ID.AddPointer(A.node());
}

void ExprNode::Profile(llvm::FoldingSetNodeID &ID) const {
  profile(ID, Opcode, args(), Width, Flags, Value);
}

ExprContext::ExprContext() = default;

SymbolId ExprContext::addSymbol(Symbol S) {
  assert(S.Width >= 1 && S.Width <= 64);
  Symbols.push_back(std::move(S));
  return Symbols.size() - 1;
}

Expr ExprContext::unique(Op O, llvm::ArrayRef<Expr> Args, unsigned Width, uint8_t Flags,
                         uint64_t Value) {
  llvm::FoldingSetNodeID ID;
  profile(ID, O, Args, Width, Flags, Value);
  void *Where = nullptr;
  if (ExprNode *N = Nodes.FindNodeOrInsertPos(ID, Where))
    return Expr(N);
  auto *N = new (Alloc.Allocate<ExprNode>()) ExprNode();
  Expr *Copy = Alloc.Allocate<Expr>(Args.size());
  std::uninitialized_copy(Args.begin(), Args.end(), Copy);
  N->Opcode = O;
  N->Flags = Flags;
  N->Width = Width;
  N->NumArgs = Args.size();
  N->Id = NextId++;
  N->Value = Value;
  N->Args = Copy;
  Nodes.InsertNode(N, Where);
  return Expr(N);
}

Expr ExprContext::constant(uint64_t Value, unsigned Width) {
  assert(Width >= 1 && Width <= 64);
  return unique(Op::Const, {}, Width, NoFlags, Value & llvm::maskTrailingOnes<uint64_t>(Width));
}

Expr ExprContext::apply(SymbolId Id, llvm::ArrayRef<Expr> Args) {
  return unique(Op::Apply, Args, Symbols[Id].Width, NoFlags, Id);
}

Expr ExprContext::builtin(SymbolKind Kind, unsigned Dim) {
  static constexpr const char *Names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  // Limits of all architectures, CUDA C++ Programming Guide, "Technical Specifications".
  static constexpr int64_t MaxBlock[] = {1024, 1024, 64};
  static constexpr int64_t MaxGrid[] = {2147483647, 65535, 65535};
  auto K = static_cast<unsigned>(Kind);
  std::optional<SymbolId> &Id = Builtins[K][Dim];
  if (!Id) {
    Symbol S;
    S.Kind = Kind;
    S.Index = Dim;
    S.Name = std::string(Names[K]) + "." + "xyz"[Dim];
    S.Signed = false;
    bool IsDim = Kind == SymbolKind::BlockDim || Kind == SymbolKind::GridDim;
    bool OfGrid = Kind == SymbolKind::BlockIdx || Kind == SymbolKind::GridDim;
    S.Level = IsDim ? Uniformity::Launch : OfGrid ? Uniformity::Block : Uniformity::Thread;
    S.Lo = IsDim ? 1 : 0;
    S.Hi = (OfGrid ? MaxGrid : MaxBlock)[Dim] - (IsDim ? 0 : 1);
    Id = addSymbol(std::move(S));
  }
  return apply(*Id);
}

Expr ExprContext::threadIdx(unsigned D) { return builtin(SymbolKind::ThreadIdx, D); }
Expr ExprContext::blockIdx(unsigned D) { return builtin(SymbolKind::BlockIdx, D); }
Expr ExprContext::blockDim(unsigned D) { return builtin(SymbolKind::BlockDim, D); }
Expr ExprContext::gridDim(unsigned D) { return builtin(SymbolKind::GridDim, D); }

void ExprContext::visit(Expr E, llvm::function_ref<void(Expr)> Visit,
                        llvm::function_ref<bool(Expr)> Known) {
  if (Known(E))
    return;
  llvm::DenseMap<Expr, bool> Done; // false: operands pending
  llvm::SmallVector<Expr, 32> Work{E};
  while (!Work.empty()) {
    Expr Top = Work.back();
    auto [It, New] = Done.try_emplace(Top, false);
    if (!New) {
      Work.pop_back();
      if (!It->second) {
        It->second = true;
        Visit(Top);
      }
      continue;
    }
    for (Expr A : Top->args())
      if (!Done.contains(A) && !Known(A))
        Work.push_back(A);
  }
}

Expr ExprContext::replace(Expr E, llvm::function_ref<Expr(Expr)> Replace) {
  llvm::DenseMap<Expr, Expr> Map;
  visit(E, [&](Expr N) {
    llvm::SmallVector<Expr, 4> Args;
    bool Changed = false;
    for (Expr A : N->args()) {
      Args.push_back(Map.lookup(A));
      Changed |= Args.back() != A;
    }
    Expr New = N;
    if (N->op() == Op::Apply) {
      if (Changed)
        New = apply(N->symbol(), Args);
      if (Expr R = Replace(New))
        New = R;
    } else if (Changed) {
      New = make(N->op(), Args, N->width(), N->flags());
    }
    Map[N] = New;
  });
  return Map.lookup(E);
}

std::optional<uint64_t> ExprContext::evaluate(
    Expr E,
    llvm::function_ref<std::optional<uint64_t>(Expr, llvm::ArrayRef<uint64_t>)> Value) const {
  llvm::DenseMap<Expr, std::optional<uint64_t>> Map;
  visit(E, [&](Expr N) {
    std::optional<uint64_t> &Result = Map[N];
    if (N->op() == Op::Const) {
      Result = N->value();
      return;
    }
    llvm::SmallVector<uint64_t, 4> Args;
    llvm::SmallVector<unsigned, 4> Widths;
    if (N->op() == Op::Ite) { // only the arm taken must have a value
      auto C = Map.lookup(N->arg(0));
      Result = C ? Map.lookup(N->arg(*C ? 1 : 2)) : std::nullopt;
      return;
    }
    bool Junction = N->width() == 1 && (N->op() == Op::And || N->op() == Op::Or);
    for (Expr A : N->args()) {
      auto V = Map.lookup(A);
      if (V && Junction && *V == (N->op() == Op::Or)) { // decided, whatever the others are
        Result = V;
        return;
      }
      if (!V && Junction)
        continue;
      if (!V)
        return;
      Args.push_back(*V);
      Widths.push_back(A->width());
    }
    if (Junction && Args.size() < N->args().size())
      return;
    auto V =
        N->op() == Op::Apply ? Value(N, Args) : foldOperator(N->op(), Args, Widths, N->width());
    if (V)
      V = *V & llvm::maskTrailingOnes<uint64_t>(N->width());
    Map[N] = V;
  });
  return Map.lookup(E);
}
