// SPDX-License-Identifier: Apache-2.0

#include "model/Print.h"
#include "model/Finding.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace cudafix;
using llvm::raw_ostream;
using llvm::StringRef;

StringRef cudafix::name(AtomicOp O) {
  static constexpr StringRef Names[] = {"none", "add", "sub", "min", "max",  "and",   "or",   "xor",
                                        "exch", "cas", "inc", "dec", "load", "store", "other"};
  return Names[static_cast<unsigned>(O)];
}
StringRef cudafix::name(AtomicScope S) {
  static constexpr StringRef Names[] = {"block", "device", "system"};
  return Names[static_cast<unsigned>(S)];
}
StringRef cudafix::name(BarrierKind K) {
  static constexpr StringRef Names[] = {"block", "warp", "grid", "group", "other"};
  return Names[static_cast<unsigned>(K)];
}
StringRef cudafix::name(AsyncOp::Kind K) {
  static constexpr StringRef Names[] = {"bulk copy in",
                                        "bulk copy out",
                                        "bulk commit",
                                        "bulk wait",
                                        "bulk wait for reading",
                                        "proxy fence",
                                        "mbarrier init",
                                        "mbarrier init fence",
                                        "mbarrier arrival",
                                        "mbarrier wait",
                                        "wait for kernels before",
                                        "trigger of kernels after",
                                        "wgmma",
                                        "wgmma commit",
                                        "wgmma wait"};
  return Names[static_cast<unsigned>(K)];
}
StringRef cudafix::name(LoopKind K) {
  static constexpr StringRef Names[] = {"affine", "geometric", "unknown"};
  return Names[static_cast<unsigned>(K)];
}
StringRef cudafix::name(Uniformity U) {
  static constexpr StringRef Names[] = {"launch", "block", "warp", "thread"};
  return Names[static_cast<unsigned>(U)];
}

namespace {
class Printer {
public:
  Printer(raw_ostream &OS, const Kernel &K) : OS(OS), K(K) {}
  void run();

private:
  void array(const Array &A);
  void loop(const Loop &L);
  void access(const Access &A);
  void barrier(const Barrier &B);
  void node(const Node &N);
  void event(const Event &E);
  void edge(const Edge &E);
  void symbols();
  void chain(llvm::ArrayRef<SourceLoc> Calls);
  void expr(Expr E);

  void use(Expr E);
  void findUsed();

  raw_ostream &OS;
  const Kernel &K;
  std::set<SymbolId> Used;
};
} // namespace

static void place(raw_ostream &OS, const SourceLoc &L) {
  if (L.Line)
    OS << L.Line << ':' << L.Column;
  else
    OS << '?';
}

void Printer::use(Expr E) {
  if (E)
    ExprContext::visit(E, [&](Expr N) {
      if (N->op() == Op::Apply)
        Used.insert(N->symbol());
    });
}

/// The symbols that the printed terms mention.
void Printer::findUsed() {
  for (const Access &A : K.Accesses)
    for (Expr E : {A.Offset, A.Size, A.Guard, A.Value})
      use(E);
  for (const Barrier &B : K.Barriers)
    use(B.Mask);
  for (const Loop &L : K.Loops)
    use(L.TripCount);
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      use(E.Cond);
  for (const Assumption &A : K.Assumptions)
    use(A.Cond);
}

void Printer::expr(Expr E) {
  if (E)
    K.Ctx->print(OS, E);
  else
    OS << '?';
}

void Printer::chain(llvm::ArrayRef<SourceLoc> Calls) {
  for (const SourceLoc &L : Calls) {
    OS << " called from ";
    place(OS, L);
  }
}

void Printer::array(const Array &A) {
  OS << "  array " << A.Id << ": " << toString(A.Where) << ' ' << A.Name;
  if (A.Parameter != NoId)
    OS << " parameter " << A.Parameter;
  if (A.Dynamic)
    OS << " dynamic";
  if (A.ElementSize)
    OS << " element " << A.ElementSize;
  if (A.Bytes)
    OS << " bytes " << A.Bytes;
  if (A.Written)
    OS << " written";
  if (!A.Unknown.empty())
    OS << " unknown (" << A.Unknown << ')';
  OS << '\n';
}

void Printer::loop(const Loop &L) {
  OS << "  loop " << L.Id << ": header " << L.Header;
  if (L.Parent != NoId)
    OS << " in loop " << L.Parent;
  OS << ", " << name(L.Kind) << ", counter " << K.Ctx->symbol(L.Counter).Name << ", trip ";
  expr(L.TripCount);
  if (L.UniformTrip)
    OS << ", uniform";
  if (L.SpinWait)
    OS << ", spin wait";
  OS << " at ";
  place(OS, L.Loc);
  OS << '\n';
}

void Printer::access(const Access &A) {
  OS << "    " << toString(A.Kind) << ' ' << A.Id << ": " << K.array(A.Array).Name << '[';
  expr(A.Offset);
  OS << ", +";
  expr(A.Size);
  OS << ']';
  if (A.Kind == AccessKind::Atomic)
    OS << ' ' << name(A.Atomic) << " scope " << name(A.Scope) << (A.Acquire ? " acquire" : "")
       << (A.Release ? " release" : "");
  if (A.Volatile)
    OS << " volatile";
  if (A.Guard) {
    OS << " if ";
    expr(A.Guard);
  }
  if (A.Value) {
    OS << " value ";
    expr(A.Value);
  }
  if (A.Partner != NoId)
    OS << " partner " << A.Partner;
  OS << " at ";
  place(OS, A.Loc);
  chain(A.CallChain);
  OS << "  `" << A.Text << "`\n";
}

void Printer::barrier(const Barrier &B) {
  OS << "    barrier " << B.Id << ": " << name(B.Kind);
  if (B.Mask) {
    OS << " mask ";
    expr(B.Mask);
  }
  if (B.TileSize != 32)
    OS << " tile " << B.TileSize;
  if (B.ReturnsValue)
    OS << " returns value";
  if (B.AcrossBlocks)
    OS << " across blocks";
  if (B.OfGrid)
    OS << " of the grid";
  if (B.Named) {
    OS << " number ";
    B.Named->Number ? expr(B.Named->Number) : void(OS << "?");
    if (B.Named->Counts) {
      OS << " count ";
      B.Named->Count ? expr(B.Named->Count) : void(OS << "?");
    }
    if (B.Named->Arrives)
      OS << " arrives";
  }
  OS << " at ";
  place(OS, B.Loc);
  chain(B.CallChain);
  OS << "  `" << B.Text << "`\n";
}

void Printer::event(const Event &E) {
  switch (E.What) {
  case Event::Kind::Access:
    return access(K.Accesses[E.Id]);
  case Event::Kind::Barrier:
    return barrier(K.Barriers[E.Id]);
  case Event::Kind::Fence:
    OS << "    fence " << name(K.Fences[E.Id].Scope) << " at ";
    place(OS, K.Fences[E.Id].Loc);
    OS << '\n';
    return;
  case Event::Kind::Async:
    if (const AsyncStep &A = K.AsyncSteps[E.Id]; !A.Wait)
      OS << "    commit of asynchronous copies\n";
    else if (A.Prior == NoId)
      OS << "    wait for asynchronous copies\n";
    else
      OS << "    wait for asynchronous copies but the latest " << A.Prior << '\n';
    return;
  case Event::Kind::Collective: {
    const Collective &X = K.Collectives[E.Id];
    OS << "    exchange between lanes";
    if (X.Mask)
      OS << " of mask " << K.Ctx->toString(X.Mask);
    OS << " at ";
    place(OS, X.Loc);
    OS << "  `" << X.Text << "`\n";
    return;
  }
  case Event::Kind::AsyncOp: {
    const AsyncOp &X = K.AsyncOps[E.Id];
    OS << "    " << name(X.What);
    if (X.Source != NoId)
      OS << " from " << K.Arrays[X.Source].Name;
    if (X.Target != NoId)
      OS << " to " << K.Arrays[X.Target].Name;
    if (X.Object != NoId)
      OS << " object " << K.Arrays[X.Object].Name;
    if (X.Prior != NoId)
      OS << " but the latest " << X.Prior;
    OS << " at ";
    place(OS, X.Loc);
    chain(X.CallChain);
    OS << "  `" << X.Text << "`\n";
    return;
  }
  case Event::Kind::Slot:
    const Slot &S = K.Slots[E.Id];
    OS << "    slot " << S.Id << " at ";
    place(OS, S.Loc);
    chain(S.CallChain);
    if (S.Convergent)
      OS << " convergent";
    if (!S.Editable)
      OS << " not editable (" << S.WhyNot << ')';
    OS << '\n';
  }
}

void Printer::edge(const Edge &E) {
  OS << "    -> " << E.To << " if ";
  expr(E.Cond);
  if (E.Divergent)
    OS << " divergent";
  if (E.Back)
    OS << " back";
  if (E.EarlyReturn)
    OS << " early return";
  if (E.Loc.Line) {
    OS << " at ";
    place(OS, E.Loc);
  }
  OS << '\n';
}

void Printer::node(const Node &N) {
  OS << "  node " << N.Id << (N.Convergent ? " convergent" : "");
  if (N.Loop != NoId)
    OS << " in loop " << N.Loop;
  OS << '\n';
  for (const Event &E : N.Events)
    event(E);
  for (const Edge &E : N.Succs)
    edge(E);
}

void Printer::symbols() {
  for (SymbolId I = 0; I < K.Ctx->numSymbols(); ++I) {
    const Symbol &S = K.Ctx->symbol(I);
    if (!Used.count(I))
      continue;
    if (S.Kind != SymbolKind::Load && S.Kind != SymbolKind::Opaque && S.Kind != SymbolKind::Exit)
      continue;
    OS << "  symbol " << S.Name << ": uniform in " << name(S.Level) << ", " << S.Width << " bits";
    if (S.ReadOnly)
      OS << ", read-only";
    if (!S.Reason.empty())
      OS << " (" << S.Reason << ')';
    OS << '\n';
  }
}

void Printer::run() {
  findUsed();
  OS << "kernel " << K.Name << " at ";
  place(OS, K.Loc);
  OS << ", " << K.MaxThreads << " threads at most\n";
  for (const Array &A : K.Arrays)
    array(A);
  for (const Loop &L : K.Loops)
    loop(L);
  symbols();
  for (const Node &N : K.Nodes)
    node(N);
  for (const Assumption &A : K.Assumptions) {
    OS << "  assumed ";
    expr(A.Cond);
    if (A.Node != NoId)
      OS << " at node " << A.Node;
    OS << '\n';
  }
  for (const LaneSum &X : K.LaneSums) {
    OS << "  sum over lanes " << (X.Above ? "above " : "below ");
    expr(X.Lane);
    OS << (X.WithOwn ? " and itself of " : " of ");
    expr(X.Gives);
    OS << ": ";
    expr(X.Sum);
    OS << '\n';
  }
  for (const MagicNumbers &X : K.Magic) {
    auto Name = [&](SymbolId S) { return K.Ctx->symbol(S).Name; };
    OS << "  divides by " << Name(X.Divisor) << " with " << Name(X.Multiplier) << " and "
       << Name(X.Shift) << '\n';
  }
  for (const RunningSum &X : K.RunningSums) {
    OS << "  sum of loop " << X.Loop << ": ";
    expr(X.Sum);
    OS << " grows by ";
    expr(X.Added);
    if (!X.After->isTrue()) {
      OS << ", then ";
      expr(X.After);
    }
    OS << '\n';
  }
  for (const Handout &X : K.Handouts) {
    OS << "  handed out by access " << X.Ticket << " to each "
       << (X.Group == Uniformity::Warp ? "warp: " : "block: ");
    expr(X.Value);
    OS << " is ";
    expr(X.Drawn);
    OS << '\n';
  }
  for (const ModelGap &G : K.Gaps) {
    OS << "  gap at ";
    place(OS, G.Loc);
    OS << ": " << G.Reason << (G.MayAccessMemory ? ", may access memory" : "")
       << (G.MaySynchronize ? ", may synchronize" : "") << '\n';
  }
}

void cudafix::print(raw_ostream &OS, const Kernel &K) { Printer(OS, K).run(); }
