// SPDX-License-Identifier: Apache-2.0
//
// ExprContext: symbols, hash-consing, traversal, evaluation. The simplifying builders
// are in Simplify.cpp, the printer in ExprPrint.cpp.

#include "model/Expr.h"
#include "model/ExprFold.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <memory>
#include <vector>

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

namespace {
/// The set of terms that a traversal has visited, by id. Its table is reused within a thread and
/// needs no clearing; traversals may be nested.
class Marks {
  struct Table {
    std::vector<uint32_t> Of;
    uint32_t Round = 0;
  };
  static thread_local std::vector<std::unique_ptr<Table>> Store;
  std::unique_ptr<Table> Mine;

public:
  enum Mark : uint32_t { Pending = 1, Done = 2 };
  Marks() {
    if (Store.empty()) {
      Mine = std::make_unique<Table>();
    } else {
      Mine = std::move(Store.back());
      Store.pop_back();
    }
    if ((Mine->Round += 2) >= UINT32_MAX - 4) {
      Mine->Of.clear();
      Mine->Round = 2;
    }
  }
  Marks(const Marks &) = delete;
  Marks &operator=(const Marks &) = delete;
  ~Marks() { Store.push_back(std::move(Mine)); }

  bool is(Expr E, Mark M) const {
    return E->id() < Mine->Of.size() && Mine->Of[E->id()] >= Mine->Round + M;
  }
  void set(Expr E, Mark M) {
    if (E->id() >= Mine->Of.size())
      Mine->Of.resize(std::max<size_t>(E->id() + 1, 2 * Mine->Of.size()));
    Mine->Of[E->id()] = Mine->Round + M;
  }
};
} // namespace

thread_local std::vector<std::unique_ptr<Marks::Table>> Marks::Store;

void ExprContext::visit(Expr E, llvm::function_ref<void(Expr)> Visit,
                        llvm::function_ref<bool(Expr)> Known) {
  if (Known(E))
    return;
  Marks Met;
  llvm::SmallVector<Expr, 32> Work{E};
  while (!Work.empty()) {
    Expr Top = Work.back();
    if (Met.is(Top, Marks::Pending)) {
      Work.pop_back();
      if (!Met.is(Top, Marks::Done)) {
        Met.set(Top, Marks::Done);
        Visit(Top);
      }
      continue;
    }
    Met.set(Top, Marks::Pending);
    for (Expr A : Top->args())
      if (!Met.is(A, Marks::Pending) && !Known(A))
        Work.push_back(A);
  }
}

bool ExprContext::any(Expr E, llvm::function_ref<bool(Expr)> Is) {
  bool Found = false;
  visit(E, [&](Expr N) { Found = Found || Is(N); }, [&](Expr) { return Found; });
  return Found;
}

Expr ExprContext::withArgs(Expr E, llvm::ArrayRef<Expr> Args) {
  if (Args == E->args())
    return E;
  return E->op() == Op::Apply ? apply(E->symbol(), Args)
                              : make(E->op(), Args, E->width(), E->flags());
}

Expr ExprContext::rebuilt(Expr E, llvm::DenseMap<Expr, Expr> &Put) {
  auto Visit = [&](Expr N) {
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : N->args())
      Args.push_back(Put.lookup(A));
    Put[N] = withArgs(N, Args);
  };
  visit(E, Visit, [&](Expr N) { return Put.contains(N); });
  return Put.lookup(E);
}

Expr ExprContext::replace(Expr E, llvm::function_ref<Expr(Expr)> Replace) {
  llvm::DenseMap<Expr, Expr> Map;
  visit(E, [&](Expr N) {
    llvm::SmallVector<Expr, 4> Args;
    for (Expr A : N->args())
      Args.push_back(Map.lookup(A));
    Expr New = withArgs(N, Args);
    if (N->op() == Op::Apply)
      if (Expr R = Replace(New))
        New = R;
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
      if (V && Junction && *V == (N->op() == Op::Or)) { // one operand decides the result
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
