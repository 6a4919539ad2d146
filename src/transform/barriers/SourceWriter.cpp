// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/SourceWriter.h"
#include "analysis/flow/FlowPaths.h"
#include "frontend/ptx/Ptx.h"
#include "transform/barriers/LaneMask.h"
#include "transform/barriers/SharedCalls.h"
#include "transform/split/CommonCall.h"
#include "transform/split/Splitter.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/LaneOperations.h"
#include "transform/text/SourceLookup.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/MapVector.h"
#include <set>

using namespace llvm;

namespace cudafix::transform {
namespace {

Error noForm(const SourceLoc &Loc, const Twine &Why) {
  return createStringError("line " + Twine(Loc.Line) + ": " + Why);
}

class Writer {
public:
  Writer(frontend::Program &P, frontend::KernelUnit &K, const BarrierChange &Change, bool FillTiles)
      : P(P), K(K), Change(Change), FillTiles(FillTiles), Lookup(P, K), Paths(K.Model) {}
  Expected<SourceForm> write();

private:
  Error addSlot(SlotId Id, bool Warp);
  Error addFence(SlotId Id);
  Error addFenceAtEnd(AccessId Id);
  Error addBarrier(BarrierId Id, bool Weaken);
  Error addSplit(const StatementSplit &Split);
  Error addNarrowing(const Narrowing &N);
  SplitTask &taskFor(const clang::FunctionDecl *F);
  std::string blockCall(const clang::FunctionDecl *F, clang::SourceLocation Place);
  bool isPassedByAll(NodeId N, bool Warp) const;
  bool isCalledByAll(ArrayRef<SourceLoc> Chain, const clang::FunctionDecl *F, bool Warp) const;
  Error letAllCall(const SourceLoc &Loc, const clang::FunctionDecl *F);
  Error letAllRun(const SourceLoc &Loc, ArrayRef<SharedCall> Calls);

  frontend::Program &P;
  frontend::KernelUnit &K;
  const BarrierChange &Change;
  bool FillTiles;
  SourceLookup Lookup;
  analysis::FlowPaths Paths;
  MapVector<const clang::FunctionDecl *, SplitTask> Tasks;
  std::set<std::string> BlockCalls;
};

SplitTask &Writer::taskFor(const clang::FunctionDecl *F) {
  SplitTask &Task = Tasks[F];
  if (!Task.F) {
    Task.F = F;
    Task.FillTiles = FillTiles;
    Task.Divergent = [this](const clang::Stmt *Control) { return Lookup.divergent(Control); };
    Task.LanesPart = [this](const clang::Stmt *Control) {
      return Lookup.lanesPart(Control, Change.WholeWarps);
    };
  }
  return Task;
}

std::string Writer::blockCall(const clang::FunctionDecl *F, clang::SourceLocation Place) {
  std::string Call = blockBarrierCall(F, Place);
  BlockCalls.insert(Call);
  return Call;
}

/// Lets all threads of the block make the calls of a function, in every kernel that calls it.
Error Writer::letAllCall(const SourceLoc &Loc, const clang::FunctionDecl *F) {
  if (taskFor(F).Guarded)
    return Error::success();
  Expected<std::vector<SharedCall>> Calls = callsToShare(P, F);
  if (!Calls)
    return noForm(Loc, toString(Calls.takeError()));
  for (const SharedCall &Call : *Calls) {
    SplitTask &Task = taskFor(Call.Caller);
    if (Call.Unit != &K)
      Task.Divergent = [In = Call.In](const clang::Stmt *Control) {
        return In->divergent(Control);
      };
    if (!is_contained(Task.Calls, Call.Call))
      Task.Calls.push_back(Call.Call);
  }
  if (FillTiles)
    return letAllRun(Loc, *Calls);
  for (const SharedCall &Call : *Calls) {
    SplitTask &Task = taskFor(Call.Callee);
    Task.Guarded = true;
    Task.GuardHasDefault = Call.Others;
  }
  return Error::success();
}

/// Lets all threads run whole functions, which are not changed.
Error Writer::letAllRun(const SourceLoc &Loc, ArrayRef<SharedCall> Calls) {
  for (const SharedCall &Call : Calls) {
    std::optional<std::vector<IdleArgument>> Common = commonCall(Call.Caller, Call.Call);
    if (!Common)
      return noForm(Loc, "not every thread can run '" + Call.Callee->getNameAsString() + "'");
    taskFor(Call.Caller).CommonCalls[Call.Call] = std::move(*Common);
  }
  return Error::success();
}

/// Returns true if all threads of the block reach the node, or all lanes of each warp that comes.
bool Writer::isPassedByAll(NodeId N, bool Warp) const {
  return all_of(Paths.divergentBranches(N),
                [&](NodeId Branch) { return Warp && is_contained(Change.WholeWarps, Branch); });
}

/// Returns true if all threads make the call that leads to a place in `F`.
bool Writer::isCalledByAll(ArrayRef<SourceLoc> Chain, const clang::FunctionDecl *F,
                           bool Warp) const {
  return any_of(K.Model.Slots, [&](const Slot &S) {
    const frontend::SlotPosition &At = K.SlotAt[S.Id];
    return ArrayRef(S.CallChain) == Chain && At.Function == F && At.Parent == F->getBody() &&
           isPassedByAll(S.Node, Warp);
  });
}

/// Returns true if the lanes of a warp cooperate in a function, and nothing says that other warps
/// call it as well.
static bool isOfOneWarp(const clang::FunctionDecl *F) {
  return makesLaneOperation(F) && !findBarrier(F->getBody());
}

Error Writer::addSlot(SlotId Id, bool Warp) {
  const Slot &S = K.Model.Slots[Id];
  const frontend::SlotPosition &At = K.SlotAt[Id];
  if (!S.Editable || !At.Function || (!At.Parent && !At.Before))
    return noForm(S.Loc, S.WhyNot.empty() ? "the place is not in the source" : S.WhyNot);
  auto Mask = Change.Masks.find(Id);
  bool Masked = Mask != Change.Masks.end();
  bool Passed = Masked || S.Convergent || isPassedByAll(S.Node, Warp);
  if (Warp && !Passed && !S.CallChain.empty() && !isCalledByAll(S.CallChain, At.Function, Warp))
    return noForm(S.Loc, "'" + At.Function->getNameAsString() +
                             "' is called where not every thread comes");
  if (!Warp && !S.CallChain.empty() && isOfOneWarp(At.Function))
    return noForm(S.Loc, "'" + At.Function->getNameAsString() + "' is a function of one warp");
  if (!Warp && !S.CallChain.empty())
    if (Error E = letAllCall(S.Loc, At.Function))
      return E;
  SplitTask &Task = taskFor(At.Function);
  for (const Cut &Known : Task.Cuts) // copies of one place made by inlining
    if (Known.Parent == At.Parent && Known.Before == At.Before)
      return Error::success();
  std::string Call =
      Warp ? warpBarrierCall(Masked ? Mask->second : AllLanes)
           : blockCall(At.Function, At.Before ? At.Before->getBeginLoc() : At.Parent->getEndLoc());
  Task.Cuts.push_back({At.Parent, At.Before, std::move(Call), !S.Convergent && !Masked});
  Task.Cuts.back().Warp = Warp;
  return Error::success();
}

Error Writer::addFence(SlotId Id) {
  const Slot &S = K.Model.Slots[Id];
  const frontend::SlotPosition &At = K.SlotAt[Id];
  if (!S.Editable || !At.Function || (!At.Parent && !At.Before))
    return noForm(S.Loc, S.WhyNot.empty() ? "the place is not in the source" : S.WhyNot);
  taskFor(At.Function).Cuts.push_back({At.Parent, At.Before, "__threadfence()", false});
  return Error::success();
}

Error Writer::addFenceAtEnd(AccessId Id) {
  const SourceLoc &Loc = K.Model.access(Id).Loc;
  const clang::FunctionDecl *F = Lookup.endingWithLoopAt(Loc);
  if (!F)
    return noForm(Loc, "no function ends with the loop that waits");
  SplitTask &Task = taskFor(F);
  const auto *Body = cast<clang::CompoundStmt>(F->getBody());
  if (none_of(Task.Cuts, [&](const Cut &C) { return C.Parent == Body && !C.Before; }))
    Task.Cuts.push_back({Body, nullptr, "__threadfence()", false});
  return Error::success();
}

/// Returns true if the statement that holds a barrier is nothing but the barrier.
static bool isAlone(const clang::Stmt &S) {
  if (const auto *E = dyn_cast<clang::Expr>(&S))
    return isa<clang::CallExpr>(E->IgnoreImplicit());
  const auto *Asm = dyn_cast<clang::GCCAsmStmt>(&S);
  std::string Text = Asm ? Asm->getAsmString() : "";
  auto Statements = frontend::parsePtx(Text);
  return Asm && Statements && Statements->size() == 1;
}

Error Writer::addBarrier(BarrierId Id, bool Weaken) {
  const Barrier &B = K.Model.barrier(Id);
  if (B.Loc.InMacro)
    return noForm(B.Loc, "the barrier is written in a macro");
  FoundStatement Found = Lookup.statementAt(B.Loc);
  if (!Found.S || !isAlone(*Found.S))
    return noForm(B.Loc, "the barrier is no statement of its own");
  SplitTask &Task = taskFor(Found.Function);
  if (Weaken)
    Task.Replaced.push_back({Found.S, warpBarrierCall(AllLanes)});
  else if (!is_contained(Task.Removed, Found.S))
    Task.Removed.push_back(Found.S);
  return Error::success();
}

Error Writer::addSplit(const StatementSplit &Split) {
  const Access &A = K.Model.access(Split.Write);
  if (A.Loc.InMacro)
    return noForm(A.Loc, "the statement is written in a macro");
  FoundStatement Found = Lookup.statementAt(A.Loc);
  if (!Found.S)
    return noForm(A.Loc, "the statement was not found in the source");
  bool Masked = Split.Mask != AllLanes;
  for (const Access &Copy : K.Model.Accesses)
    if (Copy.Kind == AccessKind::Write && Copy.Loc == A.Loc && !Copy.CallChain.empty() && !Masked &&
        !isPassedByAll(Copy.Node, Split.Warp) &&
        !isCalledByAll(Copy.CallChain, Found.Function, Split.Warp))
      return noForm(A.Loc, "'" + Found.Function->getNameAsString() +
                               "' is called where not every thread comes");
  SplitTask &Task = taskFor(Found.Function);
  for (const StatementCut &Known : Task.Statements)
    if (Known.S == Found.S)
      return Error::success();
  std::string Call =
      Split.Warp ? warpBarrierCall(Split.Mask) : blockCall(Found.Function, Found.S->getBeginLoc());
  Task.Statements.push_back({Found.S, std::move(Call), Split.After, Split.Warp, !Masked});
  return Error::success();
}

Error Writer::addNarrowing(const Narrowing &N) {
  const Access &A = K.Model.access(N.Write);
  FoundStatement Found = Lookup.statementAt(A.Loc);
  if (!Found.S)
    return noForm(A.Loc, "the statement was not found in the source");
  SplitTask &Task = taskFor(Found.Function);
  if (none_of(Task.Narrowed, [&](const NarrowedStatement &Known) { return Known.S == Found.S; }))
    Task.Narrowed.push_back({Found.S, N.Index, N.Distance, N.Below});
  return Error::success();
}

/// The id of the repair, by the most extensive of its changes.
std::string repairId(const SplitSummary &S, const BarrierChange &Change) {
  if (S.Loop)
    return "uniform-loop";
  if (S.Branch)
    return "split-branch";
  if (S.EarlyExit)
    return "guard-early-return";
  bool Adds = !Change.Block.empty() || !Change.Warp.empty() || !Change.SplitStatements.empty() ||
              !Change.Narrowed.empty();
  if (Adds)
    return Change.Remove.empty() ? "insert-barrier" : "hoist-barrier";
  return Change.Remove.empty() ? "weaken-barrier" : "remove-barrier";
}

void merge(SplitSummary &Into, SplitSummary &&From) {
  Into.Branch |= From.Branch;
  Into.EarlyExit |= From.EarlyExit;
  Into.Loop |= From.Loop;
  Into.FillsTile |= From.FillsTile;
  Into.Lines += From.Lines;
  append_range(Into.Notes, From.Notes);
  append_range(Into.Assumptions, From.Assumptions);
  append_range(Into.Zeros, From.Zeros);
  Into.CallsByAll |= From.CallsByAll;
}

Expected<SourceForm> Writer::write() {
  for (SlotId Id : Change.Block)
    if (Error E = addSlot(Id, false))
      return E;
  for (SlotId Id : Change.Warp)
    if (Error E = addSlot(Id, true))
      return E;
  for (SlotId Id : Change.Fence)
    if (Error E = addFence(Id))
      return E;
  for (AccessId Id : Change.FenceAtEnd)
    if (Error E = addFenceAtEnd(Id))
      return E;
  for (BarrierId Id : Change.Remove)
    if (Error E = addBarrier(Id, false))
      return E;
  for (BarrierId Id : Change.WeakenToWarp)
    if (Error E = addBarrier(Id, true))
      return E;
  for (const StatementSplit &Split : Change.SplitStatements)
    if (Error E = addSplit(Split))
      return E;
  for (const Narrowing &N : Change.Narrowed)
    if (Error E = addNarrowing(N))
      return E;
  SourceForm Form;
  SplitSummary All;
  for (auto &[F, Task] : Tasks) {
    Expected<SplitResult> Result = split(Task);
    if (!Result)
      return Result.takeError();
    append_range(Form.Edits, Result->Edits);
    merge(All, std::move(Result->Summary));
  }
  if (FillTiles && !All.FillsTile)
    return createStringError("threads that leave, or take no part, fill no tile");
  sort(Form.Edits);
  Form.RepairId = repairId(All, Change);
  Form.Notes = std::move(All.Notes);
  Form.Assumptions = std::move(All.Assumptions);
  Form.Zeros = std::move(All.Zeros);
  Form.ByCalls = All.CallsByAll;
  Form.SplitLines = All.Lines;
  Form.BlockCall = BlockCalls.size() == 1 ? *BlockCalls.begin() : "";
  return Form;
}

} // namespace

Expected<SourceForm> writeSource(frontend::Program &P, frontend::KernelUnit &K,
                                 const BarrierChange &Change, bool FillTiles) {
  if (!K.Decl)
    return createStringError("the kernel has no definition in the source");
  return Writer(P, K, Change, FillTiles).write();
}

} // namespace cudafix::transform
