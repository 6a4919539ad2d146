// SPDX-License-Identifier: Apache-2.0
#include "transform/text/AtomicAccess.h"
#include "analysis/question/Race.h"
#include "convention/RaceOptions.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/AtomicText.h"
#include "transform/text/IncludeLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

bool isLoadOrStore(const Access &A) {
  return A.Kind == AccessKind::Read || A.Kind == AccessKind::Write;
}

bool isWord(const Kernel &K, const Access &A) {
  Space Where = K.array(A.Array).Where;
  return A.Size && A.Size->isConst() && (A.Size->value() == 4 || A.Size->value() == 8) &&
         (Where == Space::Global || Where == Space::Shared) && !A.Volatile;
}

/// Returns true for a read in a loop that waits for another thread's write.
bool isWaitedFor(const Kernel &K, const Access &A) {
  return A.Kind == AccessKind::Read && llvm::any_of(K.Loops, [&](const Loop &L) {
           return L.SpinWait && llvm::is_contained(L.Nodes, A.Node);
         });
}

/// The loads whose address is the value that `From` reads, or is computed from it.
llvm::SmallPtrSet<const llvm::Value *, 4> loadsFrom(const llvm::LoadInst *From) {
  llvm::SmallPtrSet<const llvm::Value *, 4> Loads;
  llvm::SmallVector<const llvm::Value *, 16> Work{From};
  llvm::SmallPtrSet<const llvm::Value *, 16> Seen;
  while (!Work.empty()) {
    const llvm::Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const llvm::User *U : V->users()) {
      if (llvm::isa<llvm::CastInst, llvm::PHINode, llvm::GetElementPtrInst>(U))
        Work.push_back(U);
      if (llvm::isa<llvm::LoadInst>(U))
        Loads.insert(U);
    }
  }
  return Loads;
}

/// Returns true if the value read decides where in the array to read next, or was itself read at an
/// address found in the array.
bool isFollowed(const frontend::KernelUnit &Unit, const Access &A) {
  if (A.Kind != AccessKind::Read)
    return false;
  return llvm::any_of(Unit.Model.Accesses, [&](const Access &From) {
    auto *Load = llvm::dyn_cast_or_null<llvm::LoadInst>(Unit.AccessInst[From.Id]);
    if (From.Array != A.Array || From.Kind != AccessKind::Read || !Load)
      return false;
    auto Next = loadsFrom(Load);
    return llvm::any_of(Unit.Model.Accesses, [&](const Access &To) {
      return To.Array == A.Array && Next.contains(Unit.AccessInst[To.Id]) &&
             (From.Id == A.Id || To.Id == A.Id);
    });
  });
}

/// Returns true if the value read only decides branches.
bool isTested(const frontend::KernelUnit &Unit, const Access &A) {
  auto *Load = llvm::dyn_cast_or_null<llvm::LoadInst>(Unit.AccessInst[A.Id]);
  if (A.Kind != AccessKind::Read || !Load)
    return false;
  llvm::SmallVector<const llvm::Value *, 8> Work{Load};
  bool Branches = false;
  while (!Work.empty())
    for (const llvm::User *U : Work.pop_back_val()->users()) {
      if (llvm::isa<llvm::BranchInst>(U))
        Branches = true;
      else if (llvm::isa<llvm::ICmpInst, llvm::CastInst>(U))
        Work.push_back(U);
      else
        return false;
    }
  return Branches;
}

/// Returns true if a constant is stored, as to set a flag.
bool isSet(const frontend::KernelUnit &Unit, const Access &A) {
  auto *Store = llvm::dyn_cast_or_null<llvm::StoreInst>(Unit.AccessInst[A.Id]);
  return A.Kind == AccessKind::Write && Store &&
         llvm::isa<llvm::ConstantInt>(Store->getValueOperand());
}

class AtomicAccesses {
public:
  AtomicAccesses(const Context &C, const Finding &F) : C(C), F(F), K(C.K.Model), Lookup(C.P, C.K) {}
  llvm::Expected<std::vector<Repair>> propose();

private:
  bool isMeant();
  llvm::Error close();
  llvm::Error checkUpdates() const;
  /// Returns true for a load or a store that is not part of an update, unless the update leads from
  /// cell to cell.
  bool isPlain(const Access &A) const {
    if (!isLoadOrStore(A) || A.Partner == NoId)
      return isLoadOrStore(A);
    return isFollowed(C.K, A.Kind == AccessKind::Read ? A : K.access(A.Partner));
  }
  bool isChosen(const Access &A) const { return Chosen.count(A.Loc) && isPlain(A); }
  const clang::Expr *find(const Access &A, const FunctionDecl *&In) const;
  llvm::Error edit(const Access &A, Repair &R) const;
  static void include(const SourceText &Source, Repair &R);

  const Context &C;
  const Finding &F;
  const Kernel &K;
  SourceLookup Lookup;
  std::set<SourceLoc> Chosen;
  bool Followed = false; ///< the cell leads to others, and a store may shorten that chain
  bool Waits = false;    ///< the cell is a flag that orders the surrounding code
};

/// Returns true if the race is of a kind that algorithms use on purpose.
bool AtomicAccesses::isMeant() {
  const Access *Sides[] = {&K.access(F.Accesses[0]), &K.access(F.Accesses[1])};
  bool Mixed = (Sides[0]->Kind == AccessKind::Atomic) != (Sides[1]->Kind == AccessKind::Atomic);
  for (const Access *A : Sides) {
    Waits |= isWaitedFor(K, *A);
    Followed |= isFollowed(C.K, *A);
    if (A->Kind != AccessKind::Atomic && (!isPlain(*A) || !isWord(K, *A)))
      return false;
    if (isPlain(*A))
      Chosen.insert(A->Loc);
  }
  if (Followed) // the whole path from cell to cell
    for (const Access &A : K.Accesses)
      if (A.Array == Sides[0]->Array && isPlain(A) && isWord(K, A))
        Chosen.insert(A.Loc);
  bool Flag = F.BlocksToo || F.InterBlock;
  Flag &= (isTested(C.K, *Sides[0]) && isSet(C.K, *Sides[1])) ||
          (isTested(C.K, *Sides[1]) && isSet(C.K, *Sides[0]));
  return !Chosen.empty() && (Mixed || Waits || Followed || Flag);
}

/// Adds every plain access that races with those chosen.
llvm::Error AtomicAccesses::close() {
  constexpr unsigned MaxRounds = 4, MaxAccesses = 8;
  const analysis::RaceOptions Opts = convention::raceOptions(*C.K.Solving, C.Opts);
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    Kernel Patched = K;
    for (Access &A : Patched.Accesses)
      if (isChosen(A)) {
        A.Kind = AccessKind::Atomic;
        A.Atomic = AtomicOp::Other;
        A.Scope = AtomicScope::Device;
      }
    bool Grown = false;
    const std::set<SourceLoc> Before = Chosen; // the answers of this round refer to these
    auto WasChosen = [&](const Access &A) { return Before.count(A.Loc) && isPlain(A); };
    for (const Launch &L : C.Launches)
      for (const analysis::RaceAnswer &R :
           analysis::findRaces(Patched, L, analysis::BarrierSet::all(K), Opts).Answers) {
        bool First = WasChosen(K.access(R.A)), Second = WasChosen(K.access(R.B));
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

/// An operation whose result depends on what was there; adding 0 only reads.
static bool isAtomicUpdate(const Access &A) {
  const bool Updates = (A.Atomic >= AtomicOp::Add && A.Atomic <= AtomicOp::Xor) ||
                       A.Atomic == AtomicOp::Inc || A.Atomic == AtomicOp::Dec;
  return A.Kind == AccessKind::Atomic && Updates &&
         !(A.Value && A.Value->isConst() && A.Value->value() == 0);
}

/// Fails if a store would discard what atomic updates of other threads have left, as it does now.
llvm::Error AtomicAccesses::checkUpdates() const {
  const analysis::RaceOptions Opts = convention::raceOptions(*C.K.Solving, C.Opts);
  auto Race = [&](const Access &A, const Access &B) {
    return llvm::any_of(C.Launches, [&](const Launch &L) {
      return llvm::any_of(
          analysis::askRace(K, L, analysis::BarrierSet::all(K), A.Id, B.Id, Opts), [](auto &R) {
            return std::holds_alternative<Satisfiable>(R.Answer) && R.How != Confidence::Possible;
          });
    });
  };
  for (const Access &A : K.Accesses)
    for (const Access &B : K.Accesses)
      if (A.Kind == AccessKind::Write && isChosen(A) && B.Array == A.Array && isAtomicUpdate(B) &&
          Race(A, B))
        return llvm::createStringError(
            "an atomic is not enough: the store in line " + std::to_string(A.Loc.Line) +
            " discards what the atomic operation in line " + std::to_string(B.Loc.Line) +
            " of another thread has left; store before the launch, or with a barrier of all these "
            "threads in between");
  return llvm::Error::success();
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
  if (std::optional<Edit> E = includeOf(Source, "cuda/atomic", R.Edits.front().Offset))
    R.Edits.push_back(std::move(*E));
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
                    (Block ? "block" : "device") + ">(";
  unsigned End = A.Loc.Offset + A.Loc.Length;
  if (A.Kind == AccessKind::Read) {
    R.Edits.push_back({Source.path(), A.Loc.Offset, 0, Ref});
    R.Edits.push_back(
        {Source.path(), End, 0,
         std::string(").load(cuda::memory_order_") + (Waits ? "acquire)" : "relaxed)")});
    return llvm::Error::success();
  }
  FoundStatement At = Lookup.statementAt(A.Loc);
  const auto *Whole = At.S ? dyn_cast<clang::Expr>(core(At.S)) : nullptr;
  const auto *Store = Whole ? dyn_cast<BinaryOperator>(Whole->IgnoreImplicit()) : nullptr;
  if (!Store || Store->getOpcode() != BO_Assign || Store->getLHS()->IgnoreParens() != E ||
      Source.inMacro(Store))
    return None("the store is not a statement of its own");
  unsigned Value = Source.begin(Store->getRHS());
  R.Edits.push_back({Source.path(), A.Loc.Offset, 0, Ref});
  R.Edits.push_back({Source.path(), End, Value - End, ").store("});
  R.Edits.push_back({Source.path(), Source.tokenEnd(Store->getEndLoc()), 0,
                     std::string(", cuda::memory_order_") + (Waits ? "release)" : "relaxed)")});
  return llvm::Error::success();
}

llvm::Expected<std::vector<Repair>> AtomicAccesses::propose() {
  if (!isMeant())
    return std::vector<Repair>();
  if (llvm::Error E = close())
    return std::move(E);
  if (llvm::Error E = Followed ? llvm::Error::success() : checkUpdates())
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
