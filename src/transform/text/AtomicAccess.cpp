// SPDX-License-Identifier: Apache-2.0
#include "transform/text/AtomicAccess.h"
#include "analysis/question/Race.h"
#include "convention/RaceOptions.h"
#include "transform/layout/AccessFacts.h"
#include "transform/text/AtomicText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

bool isPlain(const Access &A) {
  return (A.Kind == AccessKind::Read || A.Kind == AccessKind::Write) && A.Partner == NoId;
}

bool isWord(const Kernel &K, const Access &A) {
  Space Where = K.array(A.Array).Where;
  return A.Size && A.Size->isConst() && (A.Size->value() == 4 || A.Size->value() == 8) &&
         (Where == Space::Global || Where == Space::Shared) && !A.Volatile;
}

/// Read in a loop that waits for what another thread writes.
bool isWaitedFor(const Kernel &K, const Access &A) {
  return A.Kind == AccessKind::Read && llvm::any_of(K.Loops, [&](const Loop &L) {
           return L.SpinWait && llvm::is_contained(L.Nodes, A.Node);
         });
}

/// What is read says where in the array to read next.
bool isFollowed(const frontend::KernelUnit &Unit, const Access &A) {
  auto *Load = llvm::dyn_cast_or_null<llvm::LoadInst>(Unit.AccessInst[A.Id]);
  if (A.Kind != AccessKind::Read || !Load)
    return false;
  llvm::SmallVector<const llvm::Value *, 16> Work{Load};
  llvm::SmallPtrSet<const llvm::Value *, 16> Seen;
  while (!Work.empty()) {
    const llvm::Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const llvm::User *U : V->users()) {
      if (llvm::isa<llvm::CastInst, llvm::PHINode, llvm::GetElementPtrInst>(U))
        Work.push_back(U);
      if (!llvm::isa<llvm::LoadInst>(U))
        continue;
      for (const Access &Next : Unit.Model.Accesses)
        if (Next.Array == A.Array && Unit.AccessInst[Next.Id] == U)
          return true;
    }
  }
  return false;
}

class AtomicAccesses {
public:
  AtomicAccesses(const Context &C, const Finding &F) : C(C), F(F), K(C.K.Model), Lookup(C.P, C.K) {}
  llvm::Expected<std::vector<Repair>> propose();

private:
  bool isMeant();
  llvm::Error close();
  bool isChosen(const Access &A) const { return Chosen.count(A.Loc) && isPlain(A); }
  const clang::Expr *find(const Access &A, const FunctionDecl *&In) const;
  llvm::Error edit(const Access &A, Repair &R) const;
  static void include(const SourceText &Source, Repair &R);

  const Context &C;
  const Finding &F;
  const Kernel &K;
  SourceLookup Lookup;
  std::set<SourceLoc> Chosen;
  bool Waits = false; ///< the cell is a flag: it orders what stands around it
};

/// Returns true if the race is of a kind that an algorithm may mean.
bool AtomicAccesses::isMeant() {
  const Access *Sides[] = {&K.access(F.Accesses[0]), &K.access(F.Accesses[1])};
  bool Mixed = (Sides[0]->Kind == AccessKind::Atomic) != (Sides[1]->Kind == AccessKind::Atomic);
  bool Followed = false;
  for (const Access *A : Sides) {
    Waits |= isWaitedFor(K, *A);
    Followed |= isFollowed(C.K, *A);
    if (A->Kind != AccessKind::Atomic && (!isPlain(*A) || !isWord(K, *A)))
      return false;
    if (isPlain(*A))
      Chosen.insert(A->Loc);
  }
  return !Chosen.empty() && (Mixed || Waits || Followed);
}

/// Adds every plain access that races with those chosen.
llvm::Error AtomicAccesses::close() {
  constexpr unsigned MaxRounds = 4, MaxAccesses = 8;
  const analysis::RaceOptions Opts = convention::raceOptions(C.Opts);
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    Kernel Patched = K;
    for (Access &A : Patched.Accesses)
      if (isChosen(A)) {
        A.Kind = AccessKind::Atomic;
        A.Atomic = AtomicOp::Other;
        A.Scope = AtomicScope::Device;
      }
    bool Grown = false;
    for (const Launch &L : C.Launches)
      for (const analysis::RaceAnswer &R :
           analysis::findRaces(Patched, L, analysis::BarrierSet::all(K), Opts).Answers) {
        bool First = isChosen(K.access(R.A)), Second = isChosen(K.access(R.B));
        if (First == Second || !std::holds_alternative<Satisfiable>(R.Answer) ||
            R.How == Confidence::Possible)
          continue;
        const Access &Other = K.access(First ? R.B : R.A);
        if (!isPlain(Other) || !isWord(K, Other))
          return llvm::createStringError("line " + std::to_string(Other.Loc.Line) +
                                         " accesses the same memory otherwise");
        Grown |= Chosen.insert(Other.Loc).second;
      }
    if (Chosen.size() > MaxAccesses)
      break;
    if (!Grown)
      return llvm::Error::success();
  }
  return llvm::createStringError("too many loads and stores would have to become atomic");
}

const clang::Expr *AtomicAccesses::find(const Access &A, const FunctionDecl *&In) const {
  const SourceManager &SM = C.P.device().getSourceManager();
  const clang::Expr *Found = nullptr;
  for (const FunctionDecl *F : Lookup.functions()) {
    SourceLocation Begin = SM.getExpansionLoc(F->getBody()->getBeginLoc());
    if (SM.getFilename(Begin) != A.Loc.File)
      continue;
    SourceText Text(C.P.device().getASTContext(), SM.getFileID(Begin));
    walk(F->getBody(), [&](const Stmt *S) {
      const auto *E = dyn_cast<clang::Expr>(S);
      if (E && !Found && isa<ArraySubscriptExpr, clang::UnaryOperator, DeclRefExpr>(E) &&
          E->isLValue() && !Text.inMacro(E) && Text.begin(E) == A.Loc.Offset &&
          Text.tokenEnd(E->getEndLoc()) == A.Loc.Offset + A.Loc.Length) {
        Found = E;
        In = F;
      }
      return !Found;
    });
  }
  return Found;
}

void AtomicAccesses::include(const SourceText &Source, Repair &R) {
  StringRef Line = "#include <cuda/atomic>";
  if (Source.text().starts_with(Line) || Source.text().contains(("\n" + Line).str()))
    return;
  unsigned At = placeOfInclude(Source.text().take_front(R.Edits.front().Offset));
  R.Edits.push_back({Source.path(), At, 0, (Line + "\n").str()});
}

llvm::Error AtomicAccesses::edit(const Access &A, Repair &R) const {
  auto None = [&](const char *Why) {
    return llvm::createStringError("line " + std::to_string(A.Loc.Line) + ": " + Why);
  };
  const FunctionDecl *In = nullptr;
  const clang::Expr *E = A.Loc.InMacro ? nullptr : find(A, In);
  if (!E || !E->getType()->isScalarType() || E->getType().isVolatileQualified() ||
      E->getType().isConstQualified())
    return None("the access cannot be written as an atomic one");
  const SourceManager &SM = C.P.device().getSourceManager();
  SourceText Source(C.P.device().getASTContext(),
                    SM.getFileID(SM.getExpansionLoc(In->getBody()->getBeginLoc())));
  bool Block = K.array(A.Array).Where == Space::Shared;
  std::string Ref = "cuda::atomic_ref<" + writtenElement(E, Source) + ", cuda::thread_scope_" +
                    (Block ? "block" : "device") + ">(" + Source.copy(E) + ")";
  if (A.Kind == AccessKind::Read) {
    R.Edits.push_back({Source.path(), A.Loc.Offset, A.Loc.Length,
                       Ref + ".load(cuda::memory_order_" + (Waits ? "acquire)" : "relaxed)")});
    return llvm::Error::success();
  }
  FoundStatement At = Lookup.statementAt(A.Loc);
  const auto *Whole = At.S ? dyn_cast<clang::Expr>(core(At.S)) : nullptr;
  const auto *Store = Whole ? dyn_cast<BinaryOperator>(Whole->IgnoreImplicit()) : nullptr;
  if (!Store || Store->getOpcode() != BO_Assign || Store->getLHS()->IgnoreParens() != E)
    return None("the store is not a statement of its own");
  unsigned Begin = Source.begin(Store), End = Source.tokenEnd(Store->getEndLoc());
  R.Edits.push_back({Source.path(), Begin, End - Begin,
                     Ref + ".store(" + Source.copy(Store->getRHS()) + ", cuda::memory_order_" +
                         (Waits ? "release)" : "relaxed)")});
  return llvm::Error::success();
}

llvm::Expected<std::vector<Repair>> AtomicAccesses::propose() {
  if (!isMeant())
    return std::vector<Repair>();
  if (llvm::Error E = close())
    return std::move(E);
  Repair R;
  R.Id = "make-atomic";
  R.How = Applicability::Suggested;
  std::string Lines;
  for (const SourceLoc &Loc : Chosen) {
    auto A =
        llvm::find_if(K.Accesses, [&](const Access &X) { return X.Loc == Loc && isChosen(X); });
    if (llvm::Error E = edit(*A, R))
      return std::move(E);
    std::string Line = std::to_string(Loc.Line);
    if (!StringRef(Lines).ends_with(Line))
      Lines += (Lines.empty() ? "" : ", ") + Line;
  }
  llvm::sort(R.Edits);
  for (size_t I = 0; I + 1 < R.Edits.size(); ++I)
    if (R.Edits[I].Offset + R.Edits[I].Length > R.Edits[I + 1].Offset)
      return llvm::createStringError("one of the accesses stands within another");
  const SourceManager &SM = C.P.device().getSourceManager();
  include(SourceText(C.P.device().getASTContext(),
                     SM.getFileID(SM.getExpansionLoc(C.K.Decl->getBeginLoc()))),
          R);
  llvm::sort(R.Edits);
  R.Title = (Chosen.size() == 1 ? "make the access in line " : "make the accesses in lines ") +
            Lines + " atomic";
  R.Notes.emplace_back(
      Waits ? "right if what the flag announces is written before it is set"
            : "a thread sees one of the values that others write, in no order: right "
              "if the algorithm allows for that");
  return std::vector<Repair>{std::move(R)};
}

} // namespace

llvm::Expected<std::vector<Repair>> makeAccessesAtomic(const Context &C, const Finding &F) {
  if (!C.K.Decl)
    return std::vector<Repair>();
  return AtomicAccesses(C, F).propose();
}

} // namespace cudafix::transform
