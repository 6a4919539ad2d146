// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/FlowPaths.h"
#include "transform/barriers/BarrierRepairs.h"
#include "transform/barriers/CooperativeLaunch.h"
#include "transform/barriers/LostUpdate.h"
#include "transform/text/IncludeLine.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

using analysis::FlowPaths;
using analysis::PathKind;
using llvm::StringRef;

namespace {

bool isBetweenBlocks(const Finding &F, const Kernel &K) {
  return F.InterBlock && F.Accesses.size() == 2 && F.KernelName == K.Name && isRace(F);
}

bool isOfGrid(const Barrier &B) { return B.Kind == BarrierKind::Grid; }

/// Returns true if there is a path from one of the accesses to the other on which `Stop` holds for
/// no event.
bool hasWay(const FlowPaths &Paths, const Finding &F, FlowPaths::Ends Stop) {
  auto Free = [](const Event &) { return 0u; };
  for (auto [From, To] :
       {std::pair(F.Accesses[0], F.Accesses[1]), std::pair(F.Accesses[1], F.Accesses[0])})
    for (PathKind Kind : {PathKind::Forward, PathKind::AroundLoop})
      if (Paths.find(Paths.access(From), Paths.access(To), Kind, Stop, Free))
        return true;
  return false;
}

bool comesBehind(const FlowPaths &Paths, const Finding &F) {
  return hasWay(Paths, F, [](const Event &) { return false; });
}

/// Returns true if there is a path from one access to the other, and every such path passes the
/// slot or an existing grid barrier.
bool separates(const Kernel &K, const FlowPaths &Paths, SlotId S, const Finding &F) {
  auto Stop = [&](const Event &E) {
    return (E.What == Event::Kind::Slot && E.Id == S) ||
           (E.What == Event::Kind::Barrier && isOfGrid(K.barrier(E.Id)));
  };
  return comesBehind(Paths, F) && !hasWay(Paths, F, Stop);
}

/// Returns true if the condition depends only on values that all threads of the launch share, and
/// on iterations that they share because the loops' conditions are also such.
bool isOfLaunch(const ExprContext &C, Expr Cond) {
  bool Shared = Cond != Expr();
  if (Shared)
    ExprContext::visit(Cond, [&](Expr N) {
      if (N->op() != Op::Apply)
        return;
      SymbolKind Kind = C.symbol(N->symbol()).Kind;
      Shared &= Kind == SymbolKind::Parameter || Kind == SymbolKind::BlockDim ||
                Kind == SymbolKind::GridDim || Kind == SymbolKind::Counter;
    });
  return Shared;
}

/// Returns true if every thread of the grid passes the slot equally often.
bool isPassedByGrid(const Context &C, const FlowPaths &Paths, const Slot &S) {
  const Kernel &K = C.K.Model;
  return S.Editable && S.CallChain.empty() &&
         (C.K.SlotAt[S.Id].Before || C.K.SlotAt[S.Id].Parent) &&
         llvm::all_of(Paths.branches(S.Node), [&](NodeId Branch) {
           return llvm::all_of(K.Nodes[Branch].Succs,
                               [&](const Edge &E) { return isOfLaunch(*K.Ctx, E.Cond); });
         });
}

/// The place that separates most of the races between blocks; if there are several, the one nearest
/// to the later access.
std::optional<SlotId> choosePlace(const Context &C, const Finding &F, llvm::ArrayRef<Finding> All) {
  FlowPaths Paths(C.K.Model);
  std::optional<SlotId> Best;
  std::pair<size_t, SourceLoc> Rank;
  for (const Slot &S : C.K.Model.Slots) {
    if (!isPassedByGrid(C, Paths, S) || !separates(C.K.Model, Paths, S.Id, F))
      continue;
    size_t Count = llvm::count_if(All, [&](const Finding &O) {
      return isBetweenBlocks(O, C.K.Model) && separates(C.K.Model, Paths, S.Id, O);
    });
    if (!Best || Rank < std::pair(Count, S.Loc)) {
      Best = S.Id;
      Rank = {Count, S.Loc};
    }
  }
  return Best;
}

/// The program's name for the namespace: its own alias, or the namespace's name.
std::string namespaceName(const clang::ASTContext &Ctx) {
  for (const clang::Decl *D : Ctx.getTranslationUnitDecl()->noload_decls())
    if (const auto *Alias = dyn_cast<clang::NamespaceAliasDecl>(D);
        Alias && Alias->getNamespace()->getName() == "cooperative_groups")
      return Alias->getNameAsString();
  return "cooperative_groups";
}

/// Returns true if the kernel has a grid barrier, so that it is already launched cooperatively.
bool isCooperative(const Kernel &K) { return llvm::any_of(K.Barriers, isOfGrid); }

/// The block barrier in the statement before the place; null: there is none. A grid barrier is a
/// block barrier as well, and replaces it.
const clang::Stmt *blockBarrierBefore(const frontend::SlotPosition &At) {
  const clang::Stmt *Last = nullptr;
  if (At.Parent)
    for (const clang::Stmt *S : At.Parent->body()) {
      if (S == At.Before)
        break;
      Last = S;
    }
  const auto *Call = llvm::dyn_cast_or_null<clang::CallExpr>(Last);
  const clang::FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() && Callee->getName() == "__syncthreads" ? Last : nullptr;
}

llvm::Expected<std::vector<Edit>> edits(const Context &C, SlotId Id) {
  const clang::SourceManager &SM = C.P.device().getSourceManager();
  const clang::ASTContext &Ctx = C.P.device().getASTContext();
  const frontend::SlotPosition &At = C.K.SlotAt[Id];
  const clang::Stmt *Anchor = At.Before ? At.Before : At.Parent;
  SourceText Source(Ctx, SM.getFileID(SM.getExpansionLoc(Anchor->getBeginLoc())));
  unsigned Place = At.Before ? Source.begin(At.Before) : Source.bodyEnd(At.Parent);
  if (Source.inMacro(Anchor) || !Source.firstOnLine(Place) ||
      (!At.Before && At.Parent->body_empty()))
    return llvm::createStringError("the place has no line of its own");
  std::vector<Edit> All;
  if (!isCooperative(C.K.Model)) {
    llvm::Expected<std::vector<Edit>> Launches = makeCooperative(C.P, C.K);
    if (!Launches)
      return Launches.takeError();
    All = std::move(*Launches);
  }
  unsigned Line = Source.lineBegin(Place);
  unsigned Like = At.Before ? Line : Source.begin(At.Parent->body_back());
  const std::string Call = namespaceName(Ctx) + "::this_grid().sync();";
  if (const clang::Stmt *Own = blockBarrierBefore(At); Own && !Source.inMacro(Own))
    All.push_back({Source.path(), Source.begin(Own), Source.end(Own) - Source.begin(Own), Call});
  else
    All.push_back({Source.path(), Line, 0, Source.indent(Like).str() + Call + "\n"});
  if (std::optional<Edit> E = includeOf(Source, "cooperative_groups.h", Line))
    All.push_back(std::move(*E));
  llvm::sort(All);
  return All;
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding> All) {
  FlowPaths Paths(C.K.Model);
  if (!comesBehind(Paths, F))
    return std::vector<Repair>();
  for (const std::string &Why : {lostUpdate(C, F), tooManyBlocks(C.Launches)})
    if (!Why.empty())
      return llvm::createStringError(Why);
  std::optional<SlotId> Place = choosePlace(C, F, All);
  if (!Place)
    return llvm::createStringError("between the accesses is no place that every thread of the "
                                   "grid passes equally often; write into a second array, or in a "
                                   "second kernel");
  Repair R;
  R.Id = "grid-sync";
  R.How = Applicability::Suggested;
  R.Title = "let all blocks of the grid wait for each other at line " +
            std::to_string(C.K.Model.Slots[*Place].Loc.Line) +
            (isCooperative(C.K.Model) ? "" : ", and launch the kernel cooperatively");
  R.BarrierLines = {C.K.Model.Slots[*Place].Loc.Line};
  R.Assumptions.push_back("all blocks of the grid fit onto the device at once");
  llvm::Expected<std::vector<Edit>> Edits = edits(C, *Place);
  if (!Edits)
    return Edits.takeError();
  R.Edits = std::move(*Edits);
  for (unsigned I = 0; I < All.size(); ++I)
    if (&All[I] != &F && isBetweenBlocks(All[I], C.K.Model) &&
        separates(C.K.Model, Paths, *Place, All[I]) && lostUpdate(C, All[I]).empty())
      R.AlsoFixes.push_back(I);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) { return F.InterBlock && isRace(F); }

const RepairKind GridSync = {
    "grid-sync",
    R"(Lets all blocks of the grid wait for each other between two phases of a kernel, which
then has to be launched cooperatively.

Before:                              After:
  next[i] = cell[i];                   next[i] = cell[i];
  cell[i] = next[n - 1 - i];           cooperative_groups::this_grid().sync();
                                       cell[i] = next[n - 1 - i];

  phases<<<grid, block>>>(a, b, n);    void *args[] = {&a, &b, &n};
                                       cudaLaunchCooperativeKernel(phases, grid, block, args);

Where a race between blocks has a place between its two accesses that every thread of the grid
passes equally often, and all launches of the kernel are seen and are statements of their own. Only
suggested: a cooperative launch fails where not all blocks fit onto the device at once, and a
kernel of two phases is often better two kernels. Not made where a launch has more blocks than any
device holds, nor between the load and the store of an update.)",
    applies, propose};

} // namespace cudafix::transform
