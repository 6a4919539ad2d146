// SPDX-License-Identifier: Apache-2.0

#include "frontend/Slots.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

SlotFinder::SlotFinder(clang::CompilerInstance &CI, LoopInfo &LI, const FlowGraph &Flow,
                       SourceIndex &Source, KernelUnit &Unit)
    : CI(CI), LI(LI), Flow(Flow), Source(Source), Unit(Unit) {}

/// Every instruction at every level of inlining, under the copy of the function it is seen in.
void SlotFinder::collect() {
  unsigned Order = 0;
  for (BasicBlock *B : Flow.order().blocks()) {
    for (Instruction &I : *B) {
      ++Order;
      if (Flow.isDead(B) || isa<PHINode>(I) || isa<AllocaInst>(I))
        continue;
      for (const DILocation *L = I.getDebugLoc().get(); L; L = L->getInlinedAt()) {
        const clang::FunctionDecl *D = Source.function(L->getScope()->getSubprogram());
        std::optional<unsigned> At = D && !Source.isSystem(L) ? Source.offset(L) : std::nullopt;
        if (!At)
          continue;
        auto [It, New] = InstanceOf.try_emplace({D, L->getInlinedAt()}, Instances.size());
        if (New) {
          Instances.emplace_back();
          Instances.back().Function = D;
          Instances.back().InlinedAt = L->getInlinedAt();
          Instances.back().CallChain = Source.place(L, PlaceKind::Any).CallChain;
        }
        Instances[It->second].Code.push_back({*At, Order, &I});
      }
    }
  }
  for (Instance &I : Instances)
    sort(I.Code, [](const Located &A, const Located &B) {
      return std::pair(A.Offset, A.Order) < std::pair(B.Offset, B.Order);
    });
}

void SlotFinder::locateLoops() {
  for (llvm::Loop *L : LI.getLoopsInPreorder()) {
    const DILocation *Start = L->getLocRange().getStart().get();
    const clang::FunctionDecl *D =
        Start ? Source.function(Start->getScope()->getSubprogram()) : nullptr;
    auto It = D ? InstanceOf.find({D, Start->getInlinedAt()}) : InstanceOf.end();
    if (It == InstanceOf.end())
      continue;
    if (auto At = Source.offset(Start))
      Instances[It->second].Loops.try_emplace(*At, L);
  }
}

void SlotFinder::run(SlotMap &Map) {
  Before = &Map;
  collect();
  locateLoops();
  for (Instance &I : Instances)
    visitFunction(I);
}

void SlotFinder::visitFunction(Instance &I) {
  const llvm::Loop *L = nullptr;
  if (I.InlinedAt) { // the loop around the call is the innermost one that contains the whole copy
    L = LI.getLoopFor(I.Code.front().Inst->getParent());
    for (const Located &C : I.Code)
      while (L && !L->contains(C.Inst))
        L = L->getParentLoop();
    for (auto &[At, Own] : I.Loops)
      if (L && Own->contains(L))
        L = Own->getParentLoop();
  }
  if (auto *C = dyn_cast_or_null<clang::CompoundStmt>(I.Function->getBody()))
    visitCompound(I, C, L);
}

/// The byte range of the statement, if the location of its code is known.
std::pair<unsigned, unsigned> SlotFinder::offsets(const clang::Stmt *S) const {
  const clang::SourceManager &SM = Source.sources();
  unsigned Begin = Source.fileOffset(S->getBeginLoc());
  unsigned End = std::max(Source.fileOffset(S->getEndLoc()),
                          SM.getFileOffset(SM.getExpansionRange(S->getEndLoc()).getEnd()));
  return {Begin, End + 1};
}

/// The instruction before the loops between `Inst` and `L`; null: there is none.
Instruction *SlotFinder::outOf(Instruction *Inst, const llvm::Loop *L) const {
  while (Inst) {
    const llvm::Loop *At = LI.getLoopFor(Inst->getParent());
    if (At == L)
      return Inst;
    if (!At || (L && !L->contains(At)))
      return nullptr;
    BasicBlock *Pre = At->getLoopPreheader();
    Inst = Pre ? Pre->getTerminator() : nullptr;
  }
  return nullptr;
}

/// Returns true for the branch of a block that LLVM inserted before a join to give a loop its own
/// exit: its source location is that of the code at the join.
bool SlotFinder::isForAnother(const Instruction &Inst) const {
  const auto *Branch = dyn_cast<BranchInst>(&Inst);
  if (!Branch || Branch->isConditional() || &*Inst.getParent()->getFirstNonPHIIt() != &Inst)
    return false;
  const BasicBlock *To = Branch->getSuccessor(0);
  const BasicBlock *From = Inst.getParent()->getSinglePredecessor();
  return From && !To->getSinglePredecessor() &&
         LI.getLoopFor(To) == LI.getLoopFor(Inst.getParent()) &&
         LI.getLoopFor(From) != LI.getLoopFor(To) &&
         To->getFirstNonPHIIt()->getDebugLoc() == Inst.getDebugLoc();
}

Instruction *SlotFinder::firstIn(const Instance &I, const clang::Stmt *S,
                                 const llvm::Loop *L) const {
  auto [Begin, End] = offsets(S);
  auto From = partition_point(I.Code, [B = Begin](const Located &C) { return C.Offset < B; });
  const Located *First = nullptr;
  for (auto It = From; It != I.Code.end() && It->Offset < End; ++It)
    if ((!First || It->Order < First->Order) && !isForAnother(*It->Inst))
      First = &*It;
  return First ? outOf(First->Inst, L) : nullptr;
}

/// The instruction before which a compound statement ends: the one located at its closing brace,
/// else the one after its last simple statement.
Instruction *SlotFinder::endOf(const Instance &I, const clang::CompoundStmt *C,
                               const llvm::Loop *L) const {
  if (!C->body_empty() &&
      isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(
          C->body_back()))
    return nullptr;
  unsigned Brace = Source.fileOffset(C->getRBracLoc());
  auto It = partition_point(I.Code, [&](const Located &X) { return X.Offset < Brace; });
  const Located *Best = nullptr;
  for (; It != I.Code.end() && It->Offset == Brace; ++It)
    if (LI.getLoopFor(It->Inst->getParent()) == L && (!Best || It->Order < Best->Order))
      Best = &*It;
  if (Best)
    return Best->Inst;
  if (C->body_empty())
    return nullptr;
  const clang::Stmt *LastStmt = C->body_back();
  if (!isa<clang::Expr>(LastStmt) && !isa<clang::DeclStmt>(LastStmt))
    return nullptr;
  auto [Begin, End] = offsets(LastStmt);
  It = partition_point(I.Code, [B = Begin](const Located &X) { return X.Offset < B; });
  const Located *Last = nullptr;
  for (; It != I.Code.end() && It->Offset < End; ++It)
    if (!Last || It->Order > Last->Order)
      Last = &*It;
  if (!Last || LI.getLoopFor(Last->Inst->getParent()) != L || Last->Inst->isTerminator())
    return nullptr;
  return Last->Inst->getNextNode();
}

/// `case 1: S` and `label: S`: a barrier goes after the label.
static const clang::Stmt *behindLabels(const clang::Stmt *S) {
  while (true) {
    if (auto *C = dyn_cast<clang::SwitchCase>(S))
      S = C->getSubStmt();
    else if (auto *L = dyn_cast<clang::LabelStmt>(S))
      S = L->getSubStmt();
    else
      return S;
  }
}

void SlotFinder::visitCompound(Instance &I, const clang::CompoundStmt *C, const llvm::Loop *L) {
  SmallVector<const clang::Stmt *, 16> Body;
  for (const clang::Stmt *S : C->body())
    if (S)
      Body.push_back(behindLabels(S));
  SmallVector<Instruction *, 16> Place(Body.size() + 1, nullptr);
  Place.back() = endOf(I, C, L);
  for (size_t N = Body.size(); N-- > 0;) {
    Place[N] = firstIn(I, Body[N], L);
    bool Jump =
        isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(Body[N]);
    if (!Place[N] && !Jump)
      Place[N] = Place[N + 1];
  }
  for (auto [N, S] : enumerate(Body)) {
    auto *Nothing = dyn_cast<clang::NullStmt>(S); // it follows an empty macro
    if (!Nothing || !Nothing->hasLeadingEmptyMacro())
      add(I, {I.Function, C, S}, S->getBeginLoc(), Place[N]);
    descend(I, S, L);
  }
  add(I, {I.Function, C, nullptr}, C->getRBracLoc(), Place.back());
}

/// Visits the body of an if or a loop; without braces, the boundary before it is a slot as well.
void SlotFinder::visitBody(Instance &I, const clang::Stmt *S, const llvm::Loop *L) {
  if (S && !isa<clang::CompoundStmt, clang::NullStmt, clang::ReturnStmt, clang::BreakStmt,
                clang::ContinueStmt, clang::GotoStmt>(S))
    add(I, {I.Function, nullptr, S}, S->getBeginLoc(), firstIn(I, S, L));
  descend(I, S, L);
}

void SlotFinder::descend(Instance &I, const clang::Stmt *S, const llvm::Loop *L) {
  if (!S || S->getBeginLoc().isMacroID())
    return; // statements of a macro body share one place
  auto LoopOf = [&](const clang::Stmt *Stmt) {
    auto It = I.Loops.find(Source.fileOffset(Stmt->getBeginLoc()));
    return It == I.Loops.end() ? L : It->second;
  };
  if (auto *C = dyn_cast<clang::CompoundStmt>(S))
    return visitCompound(I, C, L);
  if (auto *If = dyn_cast<clang::IfStmt>(S)) {
    visitBody(I, If->getThen(), L);
    if (isa_and_nonnull<clang::IfStmt>(If->getElse())) // else if
      descend(I, If->getElse(), L);
    else
      visitBody(I, If->getElse(), L);
  } else if (auto *For = dyn_cast<clang::ForStmt>(S)) {
    visitBody(I, For->getBody(), LoopOf(S));
  } else if (auto *While = dyn_cast<clang::WhileStmt>(S)) {
    visitBody(I, While->getBody(), LoopOf(S));
  } else if (auto *Do = dyn_cast<clang::DoStmt>(S)) {
    visitBody(I, Do->getBody(), LoopOf(S));
  } else if (auto *Range = dyn_cast<clang::CXXForRangeStmt>(S)) {
    visitBody(I, Range->getBody(), LoopOf(S));
  } else if (auto *Switch = dyn_cast<clang::SwitchStmt>(S)) {
    descend(I, Switch->getBody(), L);
  } else if (auto *A = dyn_cast<clang::AttributedStmt>(S)) {
    descend(I, A->getSubStmt(), L);
  }
}

void SlotFinder::add(Instance &I, SlotPosition At, clang::SourceLocation Loc, Instruction *Inst) {
  if (!Inst || Flow.isDead(Inst->getParent()))
    return;
  if (isa<PHINode>(Inst))
    Inst = &*Inst->getParent()->getFirstNonPHIIt();
  const clang::SourceManager &SM = Source.sources();
  Slot S;
  S.Id = Unit.Model.Slots.size();
  S.Convergent = Flow.isConvergent(Inst->getParent());
  bool InMacro = false;
  if (Loc.isMacroID()) {
    clang::SourceLocation Outer;
    InMacro = !clang::Lexer::isAtStartOfMacroExpansion(Loc, SM, CI.getLangOpts(), &Outer) ||
              (At.Parent && At.Parent->getLBracLoc().isMacroID());
    Loc = SM.getExpansionLoc(Loc);
  } else if (At.Parent && At.Parent->getLBracLoc().isMacroID()) {
    InMacro = true;
  }
  const bool InSystemHeader = SM.isInSystemHeader(Loc);
  const bool ForHost = At.Function && (At.Function->isConstexpr() ||
                                       (At.Function->hasAttr<clang::CUDAHostAttr>() &&
                                        At.Function->hasAttr<clang::CUDADeviceAttr>()));
  S.Editable = !InMacro && !InSystemHeader && !ForHost;
  S.WhyNot = InSystemHeader ? "in a system header"
             : InMacro      ? "inside a macro"
             : ForHost      ? "in a function that the host calls, too"
                            : "";
  clang::PresumedLoc P = SM.getPresumedLoc(Loc);
  S.Loc.File = P.isValid() ? P.getFilename() : "";
  S.Loc.Line = P.isValid() ? P.getLine() : 0;
  S.Loc.Column = P.isValid() ? P.getColumn() : 0;
  S.Loc.Offset = SM.getFileOffset(Loc);
  S.Loc.InMacro = InMacro && !InSystemHeader;
  S.CallChain = I.CallChain;
  S.Depth = LI.getLoopDepth(Inst->getParent());
  (*Before)[Inst].push_back(S.Id);
  Unit.Model.Slots.push_back(std::move(S));
  Unit.SlotAt.push_back(At);
  Unit.SlotInst.push_back(Inst);
}
