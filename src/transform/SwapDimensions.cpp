// SPDX-License-Identifier: Apache-2.0
#include "analysis/footprint/Footprint.h"
#include "model/Check.h"
#include "transform/RepairKind.h"
#include "transform/layout/ThreadNames.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/KernelLaunches.h"
#include "transform/text/SourceLookup.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cudafix::transform {

namespace {

class Swapper {
public:
  explicit Swapper(const Context &C) : C(C), K(C.K.Model) {}
  llvm::Expected<std::vector<Edit>> write();

private:
  llvm::Error checkLaunches() const;
  bool pays() const;
  llvm::Error writeKernel();
  llvm::Error writeLaunches(llvm::ArrayRef<KernelLaunch> Sites);
  llvm::Expected<std::vector<Edit>> swapBlock(const KernelLaunch &L) const;

  const Context &C;
  const Kernel &K;
  std::vector<Edit> Edits;
};

bool isConstant(Expr E, uint64_t &Value) {
  Value = E && E->isConst() ? E->value() : 0;
  return Value > 0;
}

llvm::Error Swapper::checkLaunches() const {
  for (const Launch &L : C.Launches) {
    uint64_t X, Y, Z;
    if (L.Generic || !isConstant(L.Block[0], X) || !isConstant(L.Block[1], Y) ||
        !isConstant(L.Block[2], Z))
      return llvm::createStringError("the block size of some launch is not known");
  }
  return llvm::Error::success();
}

double sectors(const Kernel &K, const Launch &L) {
  double Sum = 0;
  for (const analysis::Footprint &F : analysis::computeFootprints(K, L).Accesses)
    if (K.array(K.access(F.Access).Array).Where == Space::Global)
      Sum += F.perBlock(F.Total.Sectors);
  return Sum;
}

/// Returns true if all accesses together touch fewer sectors with x and y swapped, by the model.
bool Swapper::pays() const {
  ExprContext &X = *K.Ctx;
  auto Swapped = [&](Expr E) {
    return !E ? E : X.replace(E, [&](Expr A) {
      const Symbol &S = X.symbol(A->symbol());
      if (S.Index > 1)
        return Expr();
      if (S.Kind == SymbolKind::ThreadIdx)
        return X.threadIdx(1 - S.Index);
      return S.Kind == SymbolKind::BlockDim ? X.blockDim(1 - S.Index) : Expr();
    });
  };
  Kernel Other = K;
  for (Access &A : Other.Accesses) {
    A.Offset = Swapped(A.Offset);
    A.Guard = Swapped(A.Guard);
  }
  for (Node &N : Other.Nodes)
    for (Edge &E : N.Succs)
      E.Cond = Swapped(E.Cond);
  for (Loop &L : Other.Loops)
    L.TripCount = Swapped(L.TripCount);
  double Before = 0, After = 0;
  for (Launch L : C.Launches) {
    Before += sectors(K, L);
    std::swap(L.Block[0], L.Block[1]);
    After += sectors(Other, L);
  }
  return After * 10 <= Before * 9;
}

/// Swaps x and y wherever the kernel names threadIdx or blockDim.
llvm::Error Swapper::writeKernel() {
  const FunctionDecl *F = C.K.Decl;
  const SourceManager &SM = C.P.device().getSourceManager();
  if (llvm::Error E = onlyInstantiation(C))
    return E;
  if (!SM.isInMainFile(SM.getExpansionLoc(F->getLocation())))
    return llvm::createStringError("the kernel stands in a header");
  SourceText Text(F->getASTContext(), SM.getMainFileID());
  unsigned Named = 0, Written = 0;
  bool Elsewhere = false;
  static constexpr llvm::StringRef Names[] = {"threadIdx", "blockDim"};
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Named += isBuiltin(Ref, Names);
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Elsewhere |= calls(Call, Names);
    const auto *P = dyn_cast<MSPropertyRefExpr>(S);
    if (!P || !isBuiltin(P->getBaseExpr(), Names) || P->getMemberLoc().isMacroID())
      return true;
    unsigned At = Text.offset(P->getMemberLoc());
    llvm::StringRef Member = Text.slice(At, Text.tokenEnd(P->getMemberLoc()));
    Written += Member == "x" || Member == "y" || Member == "z";
    if (Member == "x" || Member == "y")
      Edits.push_back({Text.path(), At, 1, Member == "x" ? "y" : "x"});
    return true;
  });
  if (Elsewhere)
    return llvm::createStringError("a function that the kernel calls names threadIdx or blockDim");
  if (Named != Written)
    return llvm::createStringError(
        "threadIdx or blockDim is used otherwise than by its x, y and z");
  return llvm::Error::success();
}

/// The expression that host code has for an argument of type dim3.
const clang::Expr *asWritten(const clang::Expr *E) {
  E = E->IgnoreImplicit();
  const auto *Copy = dyn_cast<CXXConstructExpr>(E);
  if (Copy && Copy->getNumArgs() == 1 && Copy->getConstructor()->isCopyOrMoveConstructor())
    return asWritten(Copy->getArg(0));
  return E;
}

/// `dim3(32, 8)` -> `dim3(8, 32)`, `block` -> `dim3(block.y, block.x, block.z)`.
llvm::Expected<std::vector<Edit>> Swapper::swapBlock(const KernelLaunch &L) const {
  ASTContext &Ctx = C.P.host()->getASTContext();
  const SourceManager &SM = Ctx.getSourceManager();
  SourceText Text(Ctx, SM.getFileID(SM.getExpansionLoc(L.Call->getBeginLoc())));
  auto Refuse = [&](const llvm::Twine &Why) {
    return llvm::createStringError(
        "line " + llvm::Twine(SM.getExpansionLineNumber(L.Call->getBeginLoc())) + ": " + Why);
  };
  if (Text.inMacro(L.Call) || !L.In || L.In->isTemplateInstantiation() ||
      L.In->isDependentContext())
    return Refuse("the launch stands in a macro or template");
  const CallExpr *Config = L.Call->getConfig();
  const clang::Expr *Block = asWritten(Config->getArg(1));
  auto Put = [&](const clang::Expr *E, std::string By) {
    unsigned At = Text.begin(E);
    return Edit{Text.path(), At, Text.tokenEnd(E->getEndLoc()) - At, std::move(By)};
  };
  if (Text.inMacro(Block) || Block->getEndLoc().isMacroID())
    return Refuse("the block is written in a macro");
  if (isa<DeclRefExpr>(Block)) {
    std::string Name = Text.copy(Block);
    return std::vector<Edit>{Put(Block, "dim3(" + Name + ".y, " + Name + ".x, " + Name + ".z)")};
  }
  const auto *Made = dyn_cast<CXXTemporaryObjectExpr>(Block);
  if (!Made || Made->getNumArgs() < 2 || isa<CXXDefaultArgExpr>(Made->getArg(1)) ||
      Made->getArg(0)->getBeginLoc().isMacroID() != Made->getArg(0)->getEndLoc().isMacroID() ||
      Made->getArg(1)->getBeginLoc().isMacroID() != Made->getArg(1)->getEndLoc().isMacroID())
    return Refuse("the block is no variable and no dim3 of two sizes");
  return std::vector<Edit>{Put(Made->getArg(0), Text.copy(Made->getArg(1))),
                           Put(Made->getArg(1), Text.copy(Made->getArg(0)))};
}

llvm::Error Swapper::writeLaunches(llvm::ArrayRef<KernelLaunch> Sites) {
  const SourceManager &SM = C.P.host()->getSourceManager();
  for (const Launch &L : C.Launches)
    if (llvm::none_of(Sites, [&](const KernelLaunch &S) {
          PresumedLoc Begin = SM.getPresumedLoc(SM.getExpansionLoc(S.Call->getBeginLoc())),
                      End = SM.getPresumedLoc(SM.getExpansionLoc(S.Call->getEndLoc()));
          return Begin.isValid() && Begin.getLine() <= L.Loc.Line && L.Loc.Line <= End.getLine() &&
                 llvm::sys::path::filename(L.Loc.File) ==
                     llvm::sys::path::filename(Begin.getFilename());
        }))
      return llvm::createStringError("a launch is seen in another file");
  bool Square = llvm::all_of(C.Launches, [](const Launch &L) { return L.Block[0] == L.Block[1]; });
  if (Square && C.Launches.size() >= Sites.size())
    return llvm::Error::success();
  for (const KernelLaunch &S : Sites) {
    llvm::Expected<std::vector<Edit>> Own = swapBlock(S);
    if (!Own)
      return Own.takeError();
    llvm::append_range(Edits, *Own);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<Edit>> Swapper::write() {
  llvm::Expected<std::vector<KernelLaunch>> Sites = findLaunches(C.P, C.K);
  if (!Sites)
    return Sites.takeError();
  if (llvm::Error E = checkLaunches())
    return E;
  if (!pays())
    return llvm::createStringError("with x and y of the block swapped it saves less than a tenth "
                                   "of the sectors");
  if (!K.Gaps.empty())
    return llvm::createStringError(K.Gaps.front().Reason);
  if (std::string Why = usesWarps(C.K); !Why.empty())
    return llvm::createStringError(Why);
  if (llvm::Error E = writeKernel())
    return E;
  if (llvm::Error E = writeLaunches(*Sites))
    return E;
  return Edits;
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &,
                                            llvm::ArrayRef<Finding>) {
  auto IsFlat = [](const Launch &L) {
    return L.Block[1] && L.Block[1]->isConst() && L.Block[1]->value() == 1;
  };
  if (llvm::any_of(C.Launches, IsFlat))
    return std::vector<Repair>();
  llvm::Expected<std::vector<Edit>> Edits = Swapper(C).write();
  if (!Edits)
    return Edits.takeError();
  Repair R = suggest("swap-dimensions", "swap the roles of threadIdx.x and threadIdx.y",
                     std::move(*Edits));
  assumeAllSeen(C.K, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) {
  return F.check() == Check::UncoalescedAccess && F.Severity == Level::Warning;
}

const RepairKind SwapDimensions = {
    "swap-dimensions",
    R"(Swaps the roles of threadIdx.x and threadIdx.y, in the kernel and in all its launches.

Before:                              After:
  int row = threadIdx.x;               int row = threadIdx.y;
  int col = threadIdx.y;               int col = threadIdx.x;
  out[row * n + col] = 0;              out[row * n + col] = 0;

  k<<<grid, dim3(8, 32)>>>(out, n);    k<<<grid, dim3(32, 8)>>>(out, n);

Each thread of a block gets another name and does what it did; only which threads make up a
warp is changed. Done where all accesses of the kernel together then touch at least a tenth
fewer sectors, every launch is seen with a constant block of two dimensions, and nothing in the
kernel depends on what a warp is.)",
    applies, propose};

} // namespace cudafix::transform
