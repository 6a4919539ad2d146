// SPDX-License-Identifier: Apache-2.0
#include "transform/layout/HostArrays.h"
#include "transform/layout/SteadyVariable.h"
#include "transform/layout/TransposingCopies.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/ConstantName.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cudafix::transform {

namespace {

/// The length of a row or a column: a variable of host code, or a number.
struct Extent {
  const VarDecl *V = nullptr;
  uint64_t Value = 0;
  std::string Name = {}; ///< the constant's name
  bool operator==(const Extent &O) const { return V == O.V && Value == O.Value; }
  std::string text() const {
    return V ? V->getNameAsString() : Name.empty() ? std::to_string(Value) : Name;
  }
};

/// An element that a kernel accesses at row * length + column.
struct Element {
  const KernelUse *In;
  SourceRange Index;   ///< its text, at the access or where a variable is set to it
  std::string Pointer; ///< p, if the access is `*(p + index)` and Index is the whole of it
  const clang::Expr *Row, *Length; ///< factors of the product
  std::vector<std::string> Column; ///< terms with their signs, "+ x"
  std::string Wide = {};           ///< the product's type, if only the row number widens it
};

/// Whether the term is subtracted, and the term.
using SumTerm = std::pair<bool, const clang::Expr *>;

class Transposer {
public:
  Transposer(const Context &C, HostArrays Arrays)
      : C(C), Arrays(std::move(Arrays)), Host(C.P.host()->getASTContext()),
        Device(C.P.device().getASTContext()) {}
  llvm::Expected<std::vector<Edit>> write();
  std::string length() const { return Cols.text(); }
  /// Variables that hold the extents and that other files may change.
  llvm::SmallSetVector<const VarDecl *, 2> visible() const;

private:
  bool staysUntil(const VarDecl *V, const FunctionDecl *In) const;
  std::optional<Extent> extentOf(const clang::Expr *E, const FunctionDecl *In) const;
  bool factors(const clang::Expr *E, const FunctionDecl *In, uint64_t Bytes,
               std::vector<Extent> &To) const;
  std::optional<Extent> givenTo(const KernelUse &K, const clang::Expr *E) const;
  llvm::Error readHost();
  llvm::Error readKernel(const KernelUse &K);
  bool isIndexAlone(const KernelUse &K, const VarDecl *V) const;
  llvm::Error readIndex(const KernelUse &K, const ArraySubscriptExpr *A);
  llvm::Error readSum(const KernelUse &K, ArrayRef<SumTerm> Sum, Element E);
  llvm::Expected<std::string> rowsIn(const KernelUse &K) const;
  llvm::Error writeKernels();
  llvm::Error writeHost();

  const Context &C;
  HostArrays Arrays;
  OwnText Host, Device;
  std::vector<Extent> Both; ///< rows and columns; the kernels show which is which
  Extent Rows, Cols;
  bool Known = false; ///< it is known which of the two are the rows
  std::vector<Element> Elements;
  std::vector<Edit> Edits;
};

llvm::SmallSetVector<const VarDecl *, 2> Transposer::visible() const {
  llvm::SmallSetVector<const VarDecl *, 2> Found;
  for (const VarDecl *V : {Rows.V, Cols.V})
    if (V && V->isExternallyVisible())
      Found.insert(V);
  return Found;
}

/// Returns true if a host variable keeps its value from the first use of the array in its function
/// on; if several functions can access it, all uses must be in this one.
bool Transposer::staysUntil(const VarDecl *V, const FunctionDecl *In) const {
  const SourceManager &SM = C.P.host()->getSourceManager();
  unsigned First = ~0u;
  bool Elsewhere = false;
  auto Add = [&](const clang::Expr *Use, const FunctionDecl *User) {
    if (User == In)
      First = std::min(First, SM.getFileOffset(SM.getExpansionLoc(Use->getBeginLoc())));
    Elsewhere |= User != In;
  };
  for (const HostUse &U : Arrays.Uses)
    Add(U.Call, U.In);
  for (const KernelUse &K : Arrays.Kernels)
    for (const KernelLaunch &L : K.Launches)
      Add(L.Call, L.In);
  return (V->isLocalVarDeclOrParm() || !Elsewhere) && staysFrom(C.P, V, In, First);
}

std::optional<Extent> Transposer::extentOf(const clang::Expr *E, const FunctionDecl *In) const {
  E = E->IgnoreParenCasts();
  clang::Expr::EvalResult Value;
  if (E->EvaluateAsInt(Value, C.P.host()->getASTContext())) {
    std::optional<ConstantName> Known = constantName(*C.P.host(), E);
    return Extent{nullptr, Value.Val.getInt().getZExtValue(), Known ? Known->Name : ""};
  }
  const VarDecl *V = variable(E);
  if (V && V->getType()->isIntegerType() && staysUntil(V, In))
    return Extent{V->getCanonicalDecl(), 0};
  return std::nullopt;
}

/// Adds the factors of a product of sizes. Replaces variables that hold a product by its factors as
/// long as there are fewer factors than rows, columns and the `Bytes` of an element.
bool Transposer::factors(const clang::Expr *E, const FunctionDecl *In, uint64_t Bytes,
                         std::vector<Extent> &To) const {
  std::vector<const clang::Expr *> Factors{E};
  auto HeldBy = [&](const clang::Expr *F) -> const clang::Expr * {
    const VarDecl *V = variable(F);
    bool Holds = V && V->isLocalVarDecl() && V->getInit() && staysUntil(V, In) &&
                 !F->isEvaluatable(C.P.host()->getASTContext()) &&
                 operandsOf(V->getInit()->IgnoreParenCasts(), BO_Mul).A;
    return Holds ? V->getInit() : nullptr;
  };
  auto Replace = [&](size_t I, std::initializer_list<const clang::Expr *> By) {
    Factors.erase(Factors.begin() + I);
    Factors.insert(Factors.begin() + I, By);
  };
  auto IsSize = [&](const clang::Expr *F) { return extentOf(F, In) == Extent{nullptr, Bytes}; };
  for (bool Again = true; Again;) {
    Again = false;
    for (size_t I = 0; I < Factors.size(); ++I) {
      Factors[I] = Factors[I]->IgnoreParenCasts();
      if (Operands Product = operandsOf(Factors[I], BO_Mul); Product.A)
        Replace(I--, {Product.A, Product.B});
    }
    size_t Lengths = Factors.size() - (llvm::any_of(Factors, IsSize) ? 1 : 0);
    auto Held = llvm::find_if(Factors, HeldBy);
    if (Lengths < 2 && Held != Factors.end()) {
      Replace(Held - Factors.begin(), {HeldBy(*Held)});
      Again = true;
    }
  }
  for (const clang::Expr *F : Factors) {
    std::optional<Extent> X = extentOf(F, In);
    if (!X)
      return false;
    To.push_back(*X);
  }
  return true;
}

/// Reads rows, columns and the size of an element, which are the same in every allocation, copy and
/// fill.
llvm::Error Transposer::readHost() {
  uint64_t Bytes = C.P.host()
                       ->getASTContext()
                       .getTypeSizeInChars(Arrays.Pointers.front()->getType()->getPointeeType())
                       .getQuantity();
  for (const HostUse &U : Arrays.Uses) {
    if (!U.Bytes)
      continue;
    auto Refuse = [&](const llvm::Twine &Why) {
      return refuse("line " + llvm::Twine(Host.line(U.Call->getBeginLoc())) + ": " + Why);
    };
    std::vector<Extent> All;
    if (!factors(U.Bytes, U.In, Bytes, All))
      return Refuse("the size is no product of rows and columns that stay the same");
    auto Size = llvm::find(All, Extent{nullptr, Bytes});
    bool Sized = Size != All.end();
    if (Sized)
      All.erase(Size);
    if (All.size() != 2 || (!Sized && Bytes != 1))
      return Refuse("the size is no product of rows, columns and an element's size");
    if (Both.empty())
      Both = All;
    if (!(All == Both) && !(All[0] == Both[1] && All[1] == Both[0]))
      return Refuse("only a part of the array is used");
  }
  return llvm::Error::success();
}

/// The extent that every launch passes for a parameter of the kernel, or a number in the kernel.
std::optional<Extent> Transposer::givenTo(const KernelUse &K, const clang::Expr *E) const {
  clang::Expr::EvalResult Value;
  if (E->EvaluateAsInt(Value, C.P.device().getASTContext()))
    return Extent{nullptr, Value.Val.getInt().getZExtValue()};
  const auto *P = dyn_cast_or_null<ParmVarDecl>(variable(E));
  if (!P || changedVars(K.K->Decl->getBody()).contains(P))
    return std::nullopt;
  std::optional<Extent> Given;
  for (const KernelLaunch &L : K.Launches) {
    unsigned I = P->getFunctionScopeIndex();
    auto X = I < L.Call->getNumArgs() ? extentOf(L.Call->getArg(I), L.In) : std::nullopt;
    if (!X || (Given && !(*Given == *X)))
      return std::nullopt;
    Given = X;
  }
  return Given;
}

/// Collects the terms of a sum.
void terms(const clang::Expr *E, bool Minus, std::vector<SumTerm> &To) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || !B->isAdditiveOp() || (Minus && B != E->IgnoreImpCasts())) {
    To.push_back({Minus, E});
    return;
  }
  terms(B->getLHS(), Minus, To);
  terms(B->getRHS(), Minus != (B->getOpcode() == BO_Sub), To);
}

bool isSimple(const clang::Expr *E) {
  return isa<DeclRefExpr, IntegerLiteral, ArraySubscriptExpr, CallExpr, ParenExpr, MemberExpr,
             PseudoObjectExpr, MSPropertyRefExpr>(E->IgnoreImpCasts());
}

/// The statement list that declares the variable.
const CompoundStmt *scopeOf(const FunctionDecl *F, const VarDecl *V) {
  const Stmt *Declared = nullptr;
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *Decls = dyn_cast<DeclStmt>(S); Decls && llvm::is_contained(Decls->decls(), V))
      Declared = S;
    return !Declared;
  });
  return Declared ? listOf(F, Declared) : nullptr;
}

/// Returns true if the variable is used for nothing but elements of these arrays.
bool Transposer::isIndexAlone(const KernelUse &K, const VarDecl *V) const {
  unsigned Uses = 0, Indexes = 0;
  auto IsArray = [&](const VarDecl *P) {
    return llvm::any_of(Arrays.Kernels,
                        [&](const KernelUse &U) { return U.K == K.K && U.pointer() == P; });
  };
  walk(K.K->Decl->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Uses += Ref->getDecl() == V;
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(S))
      Indexes += variable(A->getIdx()) == V && IsArray(variable(A->getBase()));
    return true;
  });
  return Uses == Indexes;
}

/// Reads `row * length + column`, or a variable that holds it.
llvm::Error Transposer::readIndex(const KernelUse &K, const ArraySubscriptExpr *A) {
  const clang::Expr *Index = A->getIdx(), *Written = Index;
  if (const VarDecl *V = variable(Index)) {
    const clang::Expr *Init = V->isLocalVarDecl() ? V->getInit() : nullptr;
    const CompoundStmt *Scope = Init ? scopeOf(K.K->Decl, V) : nullptr;
    VarSet InScope = Scope ? changedVars(Scope) : VarSet();
    bool Holds =
        Scope && isPure(Init) && !readsMemory(Init) && !InScope.contains(V) &&
        llvm::none_of(usedVars(Init), [&](const VarDecl *U) { return InScope.contains(U); });
    if (Holds)
      Index = Init;
    if (Holds && isIndexAlone(K, V))
      Written = Init;
  }
  std::vector<SumTerm> Sum;
  terms(Index, false, Sum);
  return readSum(K, Sum, {&K, Written->getSourceRange(), "", nullptr, nullptr, {}});
}

llvm::Error Transposer::readSum(const KernelUse &K, ArrayRef<SumTerm> Sum, Element E) {
  auto Refuse = [&](const llvm::Twine &Why) {
    return refuse("line " + llvm::Twine(Device.line(E.Index.getBegin())) + ": " + Why);
  };
  bool Columns64 = false;
  for (auto [Minus, Term] : Sum) {
    Operands Product = operandsOf(Term, BO_Mul);
    for (unsigned Swap = 0; Product.A && !Minus && !E.Row && Swap < 2; ++Swap) {
      std::optional<Extent> X = givenTo(K, Product.B);
      if (X && llvm::is_contained(Both, *X) && (!Known || *X == Cols)) {
        E.Row = Product.A;
        E.Length = Product.B;
        if (QualType T = Term->IgnoreParenImpCasts()->getType(); Device.bits(T) == 64)
          E.Wide = Device.named(T);
        Cols = *X;
        Known = true;
      }
      std::swap(Product.A, Product.B);
    }
    if (E.Row && (E.Length == Product.A || E.Length == Product.B))
      continue;
    llvm::StringRef Text = Device.text(Term->getSourceRange());
    if (Text.empty())
      return Refuse("the index is written in a macro");
    E.Column.push_back((Minus ? "- " : "+ ") + Text.str());
    Columns64 |= Device.bits(Term->IgnoreImpCasts()->getType()) == 64;
  }
  if (Columns64)
    E.Wide.clear();
  if (!E.Row)
    return Refuse("the index is not row * length + column, with the length that host code gives");
  if (Device.text(E.Row->getSourceRange()).empty() || !Device.place(E.Index))
    return Refuse("the index is written in a macro");
  Elements.push_back(std::move(E));
  return llvm::Error::success();
}

/// Reads a kernel, in which every use of the parameter must be an element.
llvm::Error Transposer::readKernel(const KernelUse &K) {
  unsigned Named = 0;
  std::vector<const ArraySubscriptExpr *> Subscripts;
  std::vector<std::pair<const clang::Expr *, std::vector<SumTerm>>> Sums; // *(p + index)
  walk(K.K->Decl->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Named += Ref->getDecl() == K.pointer();
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(S); A && variable(A->getBase()) == K.pointer())
      Subscripts.push_back(A);
    const auto *Deref = dyn_cast<clang::UnaryOperator>(S);
    if (!Deref || Deref->getOpcode() != UO_Deref)
      return true;
    std::vector<SumTerm> Sum;
    terms(Deref->getSubExpr(), false, Sum);
    size_t Terms = Sum.size();
    llvm::erase_if(Sum, [&](const SumTerm &T) { return variable(T.second) == K.pointer(); });
    if (Sum.size() + 1 == Terms)
      Sums.push_back({Deref, std::move(Sum)});
    return true;
  });
  if (Named != Subscripts.size() + Sums.size())
    return refuse("kernel '" + K.K->Decl->getName() + "' uses '" + K.pointer()->getName() +
                  "' otherwise than element by element");
  for (const ArraySubscriptExpr *A : Subscripts)
    if (llvm::Error E = readIndex(K, A))
      return E;
  for (auto &[Deref, Sum] : Sums)
    if (llvm::Error E = readSum(
            K, Sum,
            {&K, Deref->getSourceRange(), K.pointer()->getNameAsString(), nullptr, nullptr, {}}))
      return E;
  return llvm::Error::success();
}

/// The kernel's expression for the number of rows.
llvm::Expected<std::string> Transposer::rowsIn(const KernelUse &K) const {
  if (!Rows.V)
    return Rows.text();
  VarSet Changed = changedVars(K.K->Decl->getBody());
  for (const ParmVarDecl *P : K.K->Decl->parameters()) {
    auto Gives = [&](const KernelLaunch &L) {
      unsigned I = P->getFunctionScopeIndex();
      return I < L.Call->getNumArgs() && extentOf(L.Call->getArg(I), L.In) == Rows;
    };
    if (P->getType()->isIntegerType() && !Changed.contains(P) && llvm::all_of(K.Launches, Gives))
      return P->getNameAsString();
  }
  return refuse("kernel '" + K.K->Decl->getName() + "' is not told the number of rows, '" +
                Rows.text() + "'");
}

llvm::Error Transposer::writeKernels() {
  for (const Element &E : Elements) {
    llvm::Expected<std::string> Count = rowsIn(*E.In);
    if (!Count)
      return Count.takeError();
    std::string Row = Device.text(E.Row->getSourceRange()).str();
    if (!isSimple(E.Row) && !isa<ParenExpr, CStyleCastExpr>(E.Row))
      Row = "(" + Row + ")";
    std::string Column = llvm::StringRef(llvm::join(E.Column, " ")).str();
    if (!Column.empty() && !llvm::StringRef(Column).consume_front("+ "))
      Column = "0 " + Column;
    Column = llvm::StringRef(Column).starts_with("+ ") ? Column.substr(2) : Column;
    bool Bare = E.Column.size() == 1 && llvm::all_of(Column, [](char Ch) {
                  return llvm::isAlnum(Ch) || Ch == '_' || Ch == '.';
                });
    if (!Bare || !E.Wide.empty())
      Column = "(" + Column + ")";
    if (!E.Wide.empty())
      Column = "static_cast<" + E.Wide + ">" + Column;
    std::string Index = E.Column.empty() ? Row : Column + " * " + *Count + " + " + Row;
    if (!E.Pointer.empty())
      Index = E.Pointer + "[" + Index + "]";
    auto At = *Device.place(E.Index);
    Edits.push_back({Device.path(), At.first, At.second - At.first, Index});
  }
  return llvm::Error::success();
}

llvm::Error Transposer::writeHost() {
  llvm::Expected<unsigned> Place = placeForHelpers(C, Arrays);
  if (!Place)
    return Place.takeError();
  std::string Helpers;
  auto Need = [&](llvm::StringRef Helper) {
    const std::string Own = Host.laidOut(Helper);
    if (!Host.all().contains(llvm::StringRef(Own).trim()) &&
        !llvm::StringRef(Helpers).contains(Own))
      Helpers += Own;
  };
  for (const HostUse &U : Arrays.Uses) {
    bool In = U.What == HostUse::Kind::ToDevice;
    if (!In && U.What != HostUse::Kind::ToHost)
      continue;
    Need(In ? ToDevice : ToHost);
    auto At = Host.place(U.Call->getSourceRange());
    std::string To = Host.text(U.Call->getArg(0)->IgnoreParenCasts()->getSourceRange()).str();
    std::string From = Host.text(U.Call->getArg(1)->IgnoreParenCasts()->getSourceRange()).str();
    if (!At || To.empty() || From.empty())
      return refuse("line " + llvm::Twine(Host.line(U.Call->getBeginLoc())) +
                    ": the copy is written in a macro");
    Edits.push_back({Host.path(), At->first, At->second - At->first,
                     std::string(In ? "copyTransposedToDevice(" : "copyTransposedToHost(") + To +
                         ", " + From + ", " + Rows.text() + ", " + Cols.text() + ")"});
  }
  if (!Helpers.empty())
    Edits.push_back(insertHelpers(Host, *Place, Helpers));
  return llvm::Error::success();
}

llvm::Expected<std::vector<Edit>> Transposer::write() {
  if (llvm::Error E = readHost())
    return E;
  for (const KernelUse &K : Arrays.Kernels)
    if (llvm::Error E = readKernel(K))
      return E;
  if (!Known)
    return refuse("no kernel accesses the array");
  Rows = Both[0] == Cols ? Both[1] : Both[0];
  if (llvm::Error E = writeKernels())
    return E;
  if (llvm::Error E = writeHost())
    return E;
  return std::move(Edits);
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  auto [Of, Element] = arrayOf(C, F);
  if (!Of || !Element->isArithmeticType())
    return std::vector<Repair>();
  llvm::Expected<HostArrays> Arrays = findHostArrays(C, Of->Id);
  if (!Arrays)
    return Arrays.takeError();
  Transposer Turn(C, *Arrays);
  llvm::Expected<std::vector<Edit>> Edits = Turn.write();
  if (!Edits)
    return Edits.takeError();
  Repair R = suggestLayout("transpose-layout",
                           "let the columns of '" + Of->Name +
                               "' lie one after the other, in every kernel and copy",
                           std::move(*Edits), *Arrays);
  R.Assumptions.push_back("every column that is accessed is below '" + Turn.length() + "'");
  for (const VarDecl *V : Turn.visible())
    R.Assumptions.push_back("no file that was not read changes '" + V->getNameAsString() + "'");
  assumeAllSeen(*Arrays, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

const RepairKind TransposeLayout = {
    "transpose-layout",
    R"(Stores a matrix in device memory with its columns one after the other, for threads that walk along rows.

Before:                              After:
  x = feature[point * n + f];          x = feature[f * points + point];
  cudaMemcpy(feature, host, size,      copyTransposedToDevice(feature, host, points, n);
             cudaMemcpyHostToDevice);

Neighbouring threads, each with a row of its own, then access neighbouring elements. Every index in every kernel of
the file is changed, and every copy from and to the host becomes one that transposes, in a buffer of the host. Done
where all uses are seen: pointers are variables that are given to cudaMalloc, cudaMemcpy from and to the host,
cudaMemset, cudaFree and kernels only; every size is the product of rows and columns that do not change; every index is
row * length + column; and each kernel is told the number of rows. The copies cost time on the host. What lies in
memory is another matter by intent: what the whole program prints is compared, where it is one that may be run.)",
    asksForLayout, propose};

} // namespace cudafix::transform
