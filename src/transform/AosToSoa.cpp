// SPDX-License-Identifier: Apache-2.0
#include "transform/layout/HostArrays.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/SourceText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudafix::transform {

namespace {

/// The name by which code can refer to the structure: its own, or that of `typedef struct {}
/// Point`.
llvm::StringRef nameOf(const CXXRecordDecl *Struct) {
  if (const TypedefNameDecl *Named = Struct->getTypedefNameForAnonDecl())
    return Named->getName();
  return Struct->getName();
}

/// Splits arrays of one structure into an array for each member.
class MemberSplitter {
public:
  MemberSplitter(const Context &C, const CXXRecordDecl *Struct, HostArrays Arrays)
      : C(C), Struct(Struct), Arrays(std::move(Arrays)), Host(C.P.host()->getASTContext()),
        Device(C.P.device().getASTContext()), Name(nameOf(Struct)), Split(Name + "Arrays") {}
  llvm::Expected<std::vector<Edit>> write();

private:
  llvm::Error checkStruct() const;
  llvm::Error checkCopies() const;
  llvm::Error writeKernel(const KernelUse &K);
  llvm::Error writeType(const OwnText &Text, const VarDecl *V);
  llvm::Error writeCalls();
  llvm::Error writeHelpers();
  std::string helpers() const;
  /// `result = to.x ...` for every member, stopping at the first that fails.
  std::string each(llvm::function_ref<std::string(llvm::StringRef Member)> Call) const;
  void put(const OwnText &Text, std::pair<unsigned, unsigned> At, std::string By) {
    Edits.push_back({Text.path(), At.first, At.second - At.first, std::move(By)});
  }

  const Context &C;
  const CXXRecordDecl *Struct;
  HostArrays Arrays;
  OwnText Host, Device;
  std::string Name, Split;
  std::vector<Edit> Edits;
};

/// Checks that members can be copied one by one.
llvm::Error MemberSplitter::checkStruct() const {
  if (!Struct->isTrivial() || Struct->getNumBases() || Struct->isUnion() || Name.empty() ||
      Struct->getDescribedClassTemplate() || isa<ClassTemplateSpecializationDecl>(Struct) ||
      !Struct->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return refuse("'" + Name + "' is no plain structure at file level");
  for (const FieldDecl *F : Struct->fields()) {
    QualType T = F->getType();
    if (F->isBitField() || F->isAnonymousStructOrUnion() || T.isConstQualified() ||
        !(T->isArithmeticType() || T->isEnumeralType() || T->isPointerType()))
      return refuse("member '" + F->getName() + "' of '" + Name + "' is no number or pointer");
  }
  return llvm::Error::success();
}

/// Checks that host memory which is copied consists of whole structures.
llvm::Error MemberSplitter::checkCopies() const {
  for (const HostUse &U : Arrays.Uses) {
    if (U.What == HostUse::Kind::Fill)
      return refuse("line " + llvm::Twine(Host.line(U.Call->getBeginLoc())) +
                    ": the array is filled byte by byte");
    if (!U.Host)
      continue;
    QualType T = U.Host->IgnoreParenCasts()->getType();
    const Type *To = T->isPointerType() ? T->getPointeeType().getTypePtr()
                     : T->isArrayType() ? T->getPointeeOrArrayElementType()
                                        : nullptr;
    const auto *Of = To ? To->getAsCXXRecordDecl() : nullptr;
    if (!Of || nameOf(Of) != Name)
      return refuse("line " + llvm::Twine(Host.line(U.Call->getBeginLoc())) +
                    ": the host's side of a copy is no array of '" + Name + "'");
  }
  return llvm::Error::success();
}

/// `Point *p` -> `PointArrays p`.
llvm::Error MemberSplitter::writeType(const OwnText &Text, const VarDecl *V) {
  auto Refuse = [&] {
    return refuse("line " + llvm::Twine(Text.line(V->getLocation())) + ": the type of '" +
                  V->getName() + "' cannot be changed alone");
  };
  auto Name = Text.place(V->getLocation());
  auto All = Text.place(SourceRange(V->getOuterLocStart(), V->getLocation()));
  if (!Name || !All)
    return Refuse();
  llvm::StringRef Before = Text.all().slice(All->first, Name->first);
  size_t Type = Before.find(this->Name);
  // One declaration may declare several: `Point *a, *b`.
  llvm::StringRef Behind = Text.all().drop_front(Name->second).ltrim();
  bool Alone = isa<ParmVarDecl>(V) || Behind.starts_with(";") || Behind.starts_with("=");
  if (Type == llvm::StringRef::npos || Before.contains(',') || !Alone)
    return Refuse();
  llvm::StringRef Front = Before.take_front(Type);
  std::string Kept;
  for (llvm::StringRef Word : {"static ", "extern "})
    if (Front.contains(Word))
      Kept += Word;
  std::string Own = Kept + Split + " ";
  unsigned End = Name->first;
  if (Behind.starts_with("=")) { // = nullptr
    auto Init = Text.place(V->getInit()->getSourceRange());
    if (!Init)
      return Refuse();
    put(Text, {Name->second, Init->second}, " = {}");
  }
  put(Text, {All->first, End}, Own);
  return llvm::Error::success();
}

/// `p[i].x` -> `p.x[i]`, `p->x` -> `p.x[0]`.
llvm::Error MemberSplitter::writeKernel(const KernelUse &K) {
  const FunctionDecl *F = K.K->Decl;
  unsigned Named = 0, Written = 0;
  std::string Why;
  auto Fail = [&](const Stmt *S, llvm::StringRef What) {
    if (Why.empty())
      Why = ("line " + llvm::Twine(Device.line(S->getBeginLoc())) + ": " + What).str();
  };
  auto Is = [&](const clang::Expr *E) { return variable(E) == K.pointer(); };
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Named += Ref->getDecl() == K.pointer();
    const auto *M = dyn_cast<MemberExpr>(S);
    if (!M || !isa<FieldDecl>(M->getMemberDecl()))
      return true;
    const clang::Expr *Base = M->getBase()->IgnoreParenImpCasts();
    const auto *A = dyn_cast<ArraySubscriptExpr>(Base);
    if (A ? !Is(A->getBase()) : !M->isArrow() || !Is(Base))
      return true;
    ++Written;
    std::string Member = M->getMemberDecl()->getNameAsString();
    auto All = Device.place(M->getSourceRange());
    auto Pointer = Device.place((A ? A->getBase() : Base)->getSourceRange());
    auto Element = Device.place(Base->getSourceRange());
    if (!All || !Pointer || !Element) {
      Fail(M, "the access is written in a macro");
      return true;
    }
    if (!A) {
      put(Device, {Element->second, All->second}, "." + Member + "[0]");
      return true;
    }
    put(Device, {Pointer->second, Pointer->second}, "." + Member);
    put(Device, {Element->second, All->second}, "");
    return true;
  });
  if (Why.empty() && Named != Written)
    return refuse("kernel '" + F->getName() + "' uses '" + K.pointer()->getName() +
                  "' otherwise than by members of its elements");
  if (!Why.empty())
    return refuse(Why);
  for (const FunctionDecl *Again : F->redecls())
    if (llvm::Error E = writeType(Device, Again->getParamDecl(K.Parameter)))
      return E;
  return llvm::Error::success();
}

std::string MemberSplitter::each(llvm::function_ref<std::string(llvm::StringRef)> Call) const {
  std::string Text;
  for (const FieldDecl *F : Struct->fields())
    Text +=
        (Text.empty() ? "  cudaError_t result = " : "  if (result == cudaSuccess)\n    result = ") +
        Call(F->getName()) + ";\n";
  return Text + "  return result;\n}\n\n";
}

std::string MemberSplitter::helpers() const {
  std::string Text = "/// The members of " + Name + " in arrays of device memory of their own.\n" +
                     "struct " + Split + " {\n";
  PrintingPolicy Policy(Device.policy());
  for (const FieldDecl *F : Struct->fields()) {
    std::string Type = F->getType().getUnqualifiedType().getAsString(Policy);
    Text += "  " + Type + (llvm::StringRef(Type).ends_with("*") ? "*" : " *") +
            F->getNameAsString() + ";\n";
  }
  Text += "};\n\n";
  auto Of = [](llvm::StringRef M, llvm::StringRef From) { return (From + M).str(); };
  Text += "static cudaError_t allocateMembers(" + Split +
          " *to, size_t bytes) {\n"
          "  const size_t count = bytes / sizeof(" +
          Name + ");\n";
  Text += each([&](llvm::StringRef M) {
    return "cudaMalloc(&" + Of(M, "to->") + ", count * sizeof(*" + Of(M, "to->") + "))";
  });
  auto Has = [&](HostUse::Kind What) {
    return llvm::any_of(Arrays.Uses, [&](const HostUse &U) { return U.What == What; });
  };
  if (Has(HostUse::Kind::Free)) {
    Text += "static cudaError_t freeMembers(" + Split + " of) {\n";
    Text += each([&](llvm::StringRef M) { return "cudaFree(" + Of(M, "of.") + ")"; });
  }
  if (Has(HostUse::Kind::ToDevice))
    Text += "template <typename T>\n"
            "static cudaError_t copyMemberToDevice(T *to, const " +
            Name + " *from, T " + Name +
            "::*member, size_t count) {\n"
            "  T *values = new T[count];\n"
            "  for (size_t i = 0; i < count; ++i)\n"
            "    values[i] = from[i].*member;\n"
            "  cudaError_t result = cudaMemcpy(to, values, count * sizeof(T), "
            "cudaMemcpyHostToDevice);\n"
            "  delete[] values;\n"
            "  return result;\n"
            "}\n\n";
  if (Has(HostUse::Kind::ToHost))
    Text += "template <typename T>\n"
            "static cudaError_t copyMemberToHost(" +
            Name + " *to, const T *from, T " + Name +
            "::*member, size_t count) {\n"
            "  T *values = new T[count];\n"
            "  cudaError_t result = cudaMemcpy(values, from, count * sizeof(T), "
            "cudaMemcpyDeviceToHost);\n"
            "  for (size_t i = 0; result == cudaSuccess && i < count; ++i)\n"
            "    to[i].*member = values[i];\n"
            "  delete[] values;\n"
            "  return result;\n"
            "}\n\n";
  auto Copies = [&](llvm::StringRef Function, std::string Parameters, llvm::StringRef Helper,
                    llvm::StringRef To, llvm::StringRef From) {
    Text += ("static cudaError_t " + Function + "(").str() + Parameters + ", size_t bytes) {\n" +
            "  const size_t count = bytes / sizeof(" + Name + ");\n";
    Text += each([&](llvm::StringRef M) {
      return (Helper + "(" + To + (To.ends_with(".") ? M : "") + ", " + From +
              (From.ends_with(".") ? M : "") + ", &" + Name + "::" + M + ", count)")
          .str();
    });
  };
  if (Has(HostUse::Kind::ToDevice))
    Copies("copyMembersToDevice", Split + " to, const " + Name + " *from", "copyMemberToDevice",
           "to.", "from");
  if (Has(HostUse::Kind::ToHost))
    Copies("copyMembersToHost", Name + " *to, " + Split + " from", "copyMemberToHost", "to",
           "from.");
  return Text;
}

/// Replaces each call of the runtime by a loop over the members.
llvm::Error MemberSplitter::writeCalls() {
  for (const HostUse &U : Arrays.Uses) {
    auto Text = [&](unsigned I, bool Plain) {
      const clang::Expr *E = U.Call->getArg(I);
      return Host.text((Plain ? E->IgnoreParenCasts() : E)->getSourceRange()).str();
    };
    auto At = Host.place(U.Call->getSourceRange());
    std::string First = Text(0, true), Second = U.Bytes ? Text(1, true) : "-",
                Bytes = U.Bytes ? Host.text(U.Bytes->getSourceRange()).str() : "-";
    if (!At || First.empty() || Second.empty() || Bytes.empty())
      return refuse("line " + llvm::Twine(Host.line(U.Call->getBeginLoc())) +
                    ": a call with the array is written in a macro");
    std::string By;
    switch (U.What) {
    case HostUse::Kind::Allocate:
      By = "allocateMembers(" + First + ", " + Bytes + ")";
      break;
    case HostUse::Kind::Free:
      By = "freeMembers(" + First + ")";
      break;
    case HostUse::Kind::ToDevice:
      By = "copyMembersToDevice(" + First + ", " + Second + ", " + Bytes + ")";
      break;
    case HostUse::Kind::ToHost:
      By = "copyMembersToHost(" + First + ", " + Second + ", " + Bytes + ")";
      break;
    case HostUse::Kind::Fill:
      llvm_unreachable("see checkCopies()");
    }
    put(Host, *At, By);
  }
  return llvm::Error::success();
}

llvm::Error MemberSplitter::writeHelpers() {
  llvm::Expected<unsigned> Place = placeForHelpers(C, Arrays);
  if (!Place)
    return Place.takeError();
  const SourceManager &SM = C.P.device().getSourceManager();
  SourceLocation End = SM.getExpansionLoc(Struct->getDefinition()->getEndLoc());
  if (SM.getFileID(End) == SM.getMainFileID() && SM.getFileOffset(End) > *Place)
    return refuse("'" + Name + "' is defined after its first use");
  std::string Text = Host.laidOut(helpers());
  if (Host.all().contains(llvm::StringRef(Text).trim()))
    return llvm::Error::success();
  ASTContext &Ctx = C.P.host()->getASTContext();
  if (!Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Split)).empty())
    return refuse("the name '" + Split + "' is taken");
  Edits.push_back(insertHelpers(Host, *Place, Text));
  return llvm::Error::success();
}

llvm::Expected<std::vector<Edit>> MemberSplitter::write() {
  if (llvm::Error E = checkStruct())
    return E;
  if (llvm::Error E = checkCopies())
    return E;
  for (const KernelUse &K : Arrays.Kernels)
    if (llvm::Error E = writeKernel(K))
      return E;
  for (const VarDecl *V : Arrays.Pointers)
    if (llvm::Error E = writeType(Host, V))
      return E;
  if (llvm::Error E = writeCalls())
    return E;
  if (llvm::Error E = writeHelpers())
    return E;
  return std::move(Edits);
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  auto [Of, Element] = arrayOf(C, F);
  const CXXRecordDecl *Struct = Of ? Element->getAsCXXRecordDecl() : nullptr;
  if (!Struct || !Struct->hasDefinition())
    return std::vector<Repair>();
  Struct = Struct->getDefinition();
  if (std::distance(Struct->field_begin(), Struct->field_end()) < 2)
    return std::vector<Repair>();
  if (C.P.device().getSourceManager().isInSystemHeader(Struct->getLocation()))
    return refuse("'" + nameOf(Struct) + "' is a structure of a library");
  llvm::Expected<HostArrays> Arrays = findHostArrays(C, Of->Id);
  if (!Arrays)
    return Arrays.takeError();
  llvm::Expected<std::vector<Edit>> Edits = MemberSplitter(C, Struct, *Arrays).write();
  if (!Edits)
    return Edits.takeError();
  Repair R =
      suggestLayout("aos-to-soa",
                    "keep each member of '" + nameOf(Struct).str() +
                        "' in an array of its own, in every kernel and copy of '" + Of->Name + "'",
                    std::move(*Edits), *Arrays);
  assumeAllSeen(*Arrays, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

const RepairKind AosToSoa = {
    "aos-to-soa",
    R"(Splits an array of structures in device memory into an array for each member.

Before:                              After:
  struct Point { float x, y, z; };     struct PointArrays { float *x, *y, *z; };
  p[i].x += p[i].y;                    p.x[i] += p.y[i];
  cudaMalloc(&p, n * sizeof(Point));   allocateMembers(&p, n * sizeof(Point));

Neighbouring threads that access one member of neighbouring elements then access neighbouring
words. Kernels are given the arrays in a structure of pointers; host code keeps its structures,
and copies gather and scatter the members, in a buffer of the host. Done where all uses are
seen: pointers are variables that are given to cudaMalloc, cudaMemcpy of whole structures from and to
the host, cudaFree and kernels only; kernels use members of elements, not elements; and members are numbers or
pointers. The copies cost time on the host. What lies in memory is another matter by intent: what the
whole program prints is compared, where it is one that may be run.)",
    asksForLayout, propose, "turn structures into arrays"};

} // namespace cudafix::transform
