// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/NameStandIns.h"
#include "frontend/parse/CustomaryInstances.h"
#include "frontend/parse/StandIns.h"
#include "llvm/ADT/MapVector.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

struct ToolkitName {
  StringRef Begin; ///< of the name
  bool Whole;      ///< the name itself, not one that begins so
  StringRef Header;
};

/// What an undeclared name may be of the toolkit's, by its beginning.
constexpr ToolkitName ToolkitNames[] = {
    {"half", true, "cuda_fp16.h"},
    {"half2", true, "cuda_fp16.h"},
    {"__half", false, "cuda_fp16.h"},
    {"nv_bfloat16", false, "cuda_bf16.h"},
    {"__nv_bfloat16", false, "cuda_bf16.h"},
    {"__nv_fp8", false, "cuda_fp8.h"},
    {"cooperative_groups", true, "cooperative_groups.h"},
    {"cub", true, "cub/cub.cuh"},
    {"cuda", true, "cuda/std/functional"},
    {"nvcuda", true, "mma.h"},
    {"thrust", true, "thrust/device_vector.h"},
    {"curand", false, "curand_kernel.h"},
    {"cuComplex", true, "cuComplex.h"},
    {"cuFloatComplex", true, "cuComplex.h"},
    {"cuDoubleComplex", true, "cuComplex.h"},
    {"CUDART_", false, "math_constants.h"},
    {"CUtensorMap", true, "cuda.h"},
};

/// Lines of a file.
struct Lines {
  std::string File;
  unsigned First, Last;
};

/// Functions of the host alone, with their parameters.
class HostFunctions : public clang::RecursiveASTVisitor<HostFunctions> {
public:
  explicit HostFunctions(const clang::SourceManager &SM) : SM(SM) {}
  std::vector<Lines> Found;
  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    if (F->hasAttr<clang::CUDADeviceAttr>() || F->hasAttr<clang::CUDAGlobalAttr>())
      return true;
    clang::PresumedLoc Begin = SM.getPresumedLoc(SM.getExpansionLoc(F->getBeginLoc())),
                       End = SM.getPresumedLoc(SM.getExpansionLoc(F->getEndLoc()));
    if (Begin.isValid() && End.isValid())
      Found.push_back({Begin.getFilename(), Begin.getLine(), End.getLine()});
    return true;
  }

private:
  const clang::SourceManager &SM;
};

} // namespace

static StringRef toolkitHeader(StringRef Name) {
  for (const ToolkitName &N : ToolkitNames)
    if (N.Whole ? Name == N.Begin : Name.starts_with(N.Begin))
      return N.Header;
  return "";
}

/// A customary type for what is called so, as a template's parameter would get it; a vector where
/// the name ends in its length.
static std::string typeFor(StringRef Name) {
  std::string Type = namesInteger(Name) ? "int" : "float";
  const char Last = Name.back();
  if (Last >= '2' && Last <= '4' && Name.size() > 1 && !llvm::isDigit(Name[Name.size() - 2]))
    Type += Last;
  return Type;
}

std::vector<NameStandIn> standInsForNames(const ParsedSide &Device) {
  clang::ASTContext &Ctx = Device.compiler().getASTContext();
  HostFunctions Host(Ctx.getSourceManager());
  bool Listed = false;
  auto InHost = [&](const ParseError &E) {
    if (!std::exchange(Listed, true))
      Host.TraverseAST(Ctx);
    return llvm::any_of(Host.Found, [&](const Lines &L) {
      return L.File == E.File && L.First <= E.Line && E.Line <= L.Last;
    });
  };
  llvm::MapVector<StringRef, NameStandIn> Found;
  for (const ParseError &E : Device.errors()) {
    StringRef Text = E.Message;
    const bool Type = Text.consume_front("unknown type name '");
    if (!Type && !Text.consume_front("use of undeclared identifier '"))
      continue;
    StringRef Name = Text.split('\'').first;
    if (Name.empty() || Name.contains(':') || Found.contains(Name))
      continue;
    NameStandIn S{Name.str(), toolkitHeader(Name).str(), ""};
    if (S.Header.empty() && (!Type || InHost(E)))
      continue;
    if (S.Header.empty())
      S.Type = typeFor(Name);
    Found.insert({Name, std::move(S)});
  }
  std::vector<NameStandIn> All;
  for (auto &[Name, S] : Found)
    All.push_back(std::move(S));
  return All;
}

namespace {

class TypeFinder : public clang::RecursiveASTVisitor<TypeFinder> {
public:
  explicit TypeFinder(const clang::SourceManager &SM) : SM(SM) {}
  bool Found = false;
  std::vector<const clang::FunctionDecl *> Called;
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitTypedefType(clang::TypedefType *T) {
    StringRef File = SM.getFilename(SM.getExpansionLoc(T->getDecl()->getLocation()));
    Found |= File.starts_with(NameStandInRoot);
    return !Found;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc T) {
    return VisitTypedefType(const_cast<clang::TypedefType *>(T.getTypePtr()));
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) {
    take(E->getDecl());
    return TraverseType(E->getDecl()->getType());
  }
  bool VisitMemberExpr(clang::MemberExpr *E) {
    take(E->getMemberDecl());
    return TraverseType(E->getMemberDecl()->getType());
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) {
    take(E->getConstructor());
    return true;
  }

private:
  void take(const clang::ValueDecl *D) {
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D))
      Called.push_back(F);
  }
  const clang::SourceManager &SM;
};

} // namespace

bool usesStandInType(const clang::FunctionDecl &F) {
  TypeFinder Finder(F.getASTContext().getSourceManager());
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Seen;
  Finder.Called.push_back(&F);
  while (!Finder.Called.empty() && !Finder.Found) {
    const clang::FunctionDecl *Next = Finder.Called.back();
    Finder.Called.pop_back();
    if (const clang::FunctionDecl *Body = Next->getDefinition())
      Next = Body;
    if (Seen.insert(Next).second)
      Finder.TraverseDecl(const_cast<clang::FunctionDecl *>(Next));
  }
  return Finder.Found;
}

} // namespace cudafix::frontend
