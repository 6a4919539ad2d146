// SPDX-License-Identifier: Apache-2.0
//
// Kernel values for tests, built event by event:
//
//   Builder B;
//   auto Tile = B.array("tile", Space::Shared, 1024);
//   NodeId N = B.node();
//   B.write(N, Tile, B.tid() * 4); B.slot(N); B.read(N, Tile, ...); B.exit(N);
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix {

struct Builder {
  Kernel K;
  std::unique_ptr<smt::Workspace> Solving;
  unsigned Line = 1; ///< of the next event; grows by one with each

  Builder() {
    K.Name = K.MangledName = "kernel";
    K.Ctx = std::make_shared<ExprContext>();
    Solving = std::make_unique<smt::Workspace>(*K.Ctx);
  }

  ExprContext &c() { return *K.Ctx; }
  Expr tid() { return c().threadIdx(0); }
  /// Four times a 32-bit term, as the byte offset of an int.
  Expr word(Expr Index) { return c().mul(c().sext(Index, 64), c().constant(4, 64), NSW); }
  Expr plus(Expr A, uint64_t N) { return c().add(A, c().constant(N, A->width()), NSW); }

  NodeId node(bool Convergent = true, LoopId L = NoId) {
    Node N;
    N.Id = K.Nodes.size();
    N.Convergent = Convergent;
    N.Loop = L;
    K.Nodes.push_back(N);
    for (LoopId P = L; P != NoId; P = K.Loops[P].Parent)
      K.Loops[P].Nodes.push_back(N.Id);
    return N.Id;
  }
  Edge &edge(NodeId From, NodeId To, Expr Cond = {}, bool Divergent = false, bool Back = false) {
    Edge E;
    E.To = To;
    E.Cond = Cond ? Cond : c().boolean(true);
    E.Divergent = Divergent;
    E.Back = Back;
    K.Nodes[From].Succs.push_back(E);
    return K.Nodes[From].Succs.back();
  }
  /// `From` branches on `Cond` to `Then` and `Else`.
  void branch(NodeId From, Expr Cond, NodeId Then, NodeId Else, bool Divergent) {
    edge(From, Then, Cond, Divergent);
    edge(From, Else, c().lnot(Cond), Divergent);
  }
  /// A loop; its nodes are made with `node(.., Loop)`, the header first.
  LoopId loop(LoopId Parent = NoId, bool UniformTrip = true) {
    Loop L;
    L.Id = K.Loops.size();
    L.Parent = Parent;
    L.Header = K.Nodes.size();
    L.UniformTrip = UniformTrip;
    std::string Id = std::to_string(L.Id);
    auto Make = [&](SymbolKind Kind, const char *Name) {
      Symbol S;
      S.Kind = Kind;
      S.Level = UniformTrip ? Uniformity::Block : Uniformity::Thread;
      S.Index = L.Id;
      S.Name = Name + Id;
      S.Lo = 0;
      return c().addSymbol(S);
    };
    L.Counter = Make(SymbolKind::Counter, "i");
    L.Exit = Make(SymbolKind::Exit, "n");
    K.Loops.push_back(L);
    return L.Id;
  }
  Expr counter(LoopId L) { return c().apply(K.Loops[L].Counter); }

  ArrayId array(const char *Name, Space Where = Space::Shared, uint64_t Bytes = 0) {
    Array A;
    A.Id = K.Arrays.size();
    A.Name = Name;
    A.Where = Where;
    A.ElementSize = 4;
    A.Bytes = Bytes;
    K.Arrays.push_back(A);
    return A.Id;
  }
  AccessId access(NodeId N, ArrayId A, AccessKind Kind, Expr Offset) {
    Access X;
    X.Id = K.Accesses.size();
    X.Array = A;
    X.Offset = Offset;
    X.Size = c().constant(4, 64);
    X.Kind = Kind;
    X.Node = N;
    X.Loc = here();
    if (Kind != AccessKind::Read)
      K.Arrays[A].Written = true;
    K.Accesses.push_back(X);
    K.Nodes[N].Events.push_back({Event::Kind::Access, X.Id});
    return X.Id;
  }
  AccessId read(NodeId N, ArrayId A, Expr Offset) { return access(N, A, AccessKind::Read, Offset); }
  AccessId write(NodeId N, ArrayId A, Expr Offset) {
    return access(N, A, AccessKind::Write, Offset);
  }
  BarrierId barrier(NodeId N, BarrierKind Kind = BarrierKind::Block) {
    Barrier X;
    X.Id = K.Barriers.size();
    X.Kind = Kind;
    X.Node = N;
    X.Loc = here();
    X.Text = "__syncthreads()";
    K.Barriers.push_back(X);
    K.Nodes[N].Events.push_back({Event::Kind::Barrier, X.Id});
    return X.Id;
  }
  SlotId slot(NodeId N) {
    Slot S;
    S.Id = K.Slots.size();
    S.Node = N;
    S.Convergent = K.Nodes[N].Convergent;
    S.Editable = true;
    S.Loc = here();
    for (LoopId L = K.Nodes[N].Loop; L != NoId; L = K.Loops[L].Parent)
      ++S.Depth;
    K.Slots.push_back(S);
    K.Nodes[N].Events.push_back({Event::Kind::Slot, S.Id});
    return S.Id;
  }
  /// One block of `Threads` threads.
  Launch launch(unsigned Threads) {
    Launch L;
    L.Generic = false;
    for (unsigned D = 0; D < 3; ++D) {
      L.Grid[D] = c().constant(1, 32);
      L.Block[D] = c().constant(D ? 1 : Threads, 32);
    }
    return L;
  }

private:
  SourceLoc here() {
    SourceLoc L;
    L.File = "kernel.cu";
    L.Line = Line;
    L.Column = 3;
    L.Offset = 100 * Line++;
    return L;
  }
};

} // namespace cudafix
