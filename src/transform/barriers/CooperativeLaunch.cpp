// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/CooperativeLaunch.h"
#include "transform/text/KernelLaunches.h"
#include "transform/text/NameChooser.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

class Rewriter {
public:
  Rewriter(ASTContext &Ctx, const KernelLaunch &S, bool Braces)
      : Ctx(Ctx), S(S), Braces(Braces),
        Source(Ctx, Ctx.getSourceManager().getFileID(
                        Ctx.getSourceManager().getExpansionLoc(S.Call->getBeginLoc()))),
        Names(S.In) {}
  llvm::Expected<Edit> run();

private:
  llvm::Error refuse(const llvm::Twine &Why) const;
  std::string argument(unsigned I);
  Edit replacement() const;
  std::string dimension(const clang::Expr *E) const { return Source.copy(E->IgnoreImplicit()); }

  ASTContext &Ctx;
  const KernelLaunch &S;
  bool Braces;
  SourceText Source;
  NameChooser Names;
  std::vector<std::string> Lines;
};

llvm::Error Rewriter::refuse(const llvm::Twine &Why) const {
  const SourceManager &SM = Ctx.getSourceManager();
  return llvm::createStringError(
      "line " + llvm::Twine(SM.getExpansionLineNumber(S.Call->getBeginLoc())) + ": " + Why);
}

/// "&name" of the variable that is passed, or of a new one with the parameter's type that holds the
/// value.
std::string Rewriter::argument(unsigned I) {
  const ParmVarDecl *P = S.Call->getDirectCallee()->getParamDecl(I);
  const clang::Expr *E = S.Call->getArg(I);
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreImpCasts());
  if (const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      V && !V->getType()->isReferenceType() && !V->getType().isConstQualified() &&
      Ctx.hasSameType(V->getType(), P->getType().getUnqualifiedType()))
    return "&" + V->getNameAsString();
  std::string Base = P->getName().empty() ? "value" : P->getNameAsString();
  std::string Name = Names.choose({Base, Base + "Arg"});
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.SuppressTagKeyword = true;
  std::string Type = P->getType().getUnqualifiedType().getAsString(Policy);
  Lines.push_back(Type + (StringRef(Type).ends_with("*") ? "" : " ") + Name + " = " +
                  Source.copy(E) + ";");
  return "&" + Name;
}

llvm::Expected<Edit> Rewriter::run() {
  const auto *Callee = dyn_cast<DeclRefExpr>(S.Call->getCallee()->IgnoreParenImpCasts());
  const CallExpr *Config = S.Call->getConfig();
  const FunctionDecl *Kernel = S.Call->getDirectCallee();
  if (Source.inMacro(S.Call))
    return refuse("the launch is written in a macro");
  if (!S.In || S.In->isTemplateInstantiation() || S.In->isDependentContext())
    return refuse("the launch stands in a template");
  if (S.In->hasAttr<CUDAGlobalAttr>() || S.In->hasAttr<CUDADeviceAttr>())
    return refuse("device code launches the kernel");
  if (!Callee || (Kernel->isTemplateInstantiation() && !Callee->hasExplicitTemplateArgs()))
    return refuse("the launch does not name the template's arguments");
  if (S.Call->getNumArgs() != Kernel->getNumParams() || !Config || Config->getNumArgs() < 4)
    return refuse("the launch has default arguments");
  std::vector<std::string> Arguments;
  for (unsigned I = 0; I < S.Call->getNumArgs(); ++I)
    Arguments.push_back(argument(I));
  std::string Args = Names.choose({"args", "kernelArgs"});
  Lines.push_back("void *" + Args + "[] = {" + llvm::join(Arguments, ", ") + "};");
  std::string Call = "cudaLaunchCooperativeKernel(" + Source.copy(Callee) + ", " +
                     dimension(Config->getArg(0)) + ", " + dimension(Config->getArg(1)) + ", " +
                     (Arguments.empty() ? "nullptr" : Args);
  if (Arguments.empty())
    Lines.pop_back();
  bool HasStream = !isa<CXXDefaultArgExpr>(Config->getArg(3));
  if (!isa<CXXDefaultArgExpr>(Config->getArg(2)))
    Call += ", " + Source.copy(Config->getArg(2));
  if (HasStream)
    Call += ", " + Source.copy(Config->getArg(3));
  Lines.push_back(Call + ");");
  return replacement();
}

/// The lines that replace the launch, in braces of their own or in new braces of the statement
/// around it.
Edit Rewriter::replacement() const {
  unsigned Begin = Source.begin(S.Call), End = Source.end(S.Call);
  Layout L = Source.layout(S.In);
  if (!isa<CompoundStmt>(S.Parent) && !L.BraceOnOwnLine)
    Begin = Source.slice(0, Begin).rtrim().size();
  std::string Indent = Source.indent(Begin).str();
  if (!Braces)
    return {Source.path(), Begin, End - Begin, llvm::join(Lines, "\n" + Indent)};
  std::string Open = Begin < Source.begin(S.Call) ? " {" : "{";
  return {Source.path(), Begin, End - Begin,
          Open + "\n" + Indent + L.Unit + llvm::join(Lines, "\n" + Indent + L.Unit) + "\n" +
              Indent + "}"};
}

} // namespace

llvm::Expected<std::vector<Edit>> makeCooperative(frontend::Program &P,
                                                  const frontend::KernelUnit &K) {
  llvm::Expected<std::vector<KernelLaunch>> Sites = findLaunches(P, K);
  if (!Sites)
    return Sites.takeError();
  ASTContext &Ctx = P.host()->getASTContext();
  std::map<const FunctionDecl *, unsigned> InFunction;
  for (const KernelLaunch &S : *Sites)
    ++InFunction[S.In];
  std::vector<Edit> Edits;
  for (const KernelLaunch &S : *Sites) {
    bool Alone = isa<CompoundStmt>(S.Parent) && InFunction[S.In] == 1;
    llvm::Expected<Edit> E = Rewriter(Ctx, S, !Alone).run();
    if (!E)
      return E.takeError();
    Edits.push_back(std::move(*E));
  }
  return Edits;
}

/// The product of three constants; nullopt: one is not known.
static std::optional<uint64_t> known(const Expr (&Extent)[3]) {
  uint64_t Product = 1;
  for (Expr E : Extent) {
    if (!E || !E->isConst())
      return std::nullopt;
    Product *= E->value();
  }
  return Product;
}

std::string tooManyBlocks(llvm::ArrayRef<Launch> Launches) {
  constexpr uint64_t MaxProcessors = 192, BlocksOfOne = 32, ThreadsOfOne = 2048;
  for (const Launch &L : Launches) {
    std::optional<uint64_t> Blocks = known(L.Grid), Threads = known(L.Block);
    uint64_t Fit = BlocksOfOne;
    if (Threads && *Threads && *Threads <= ThreadsOfOne)
      Fit = std::min(BlocksOfOne, ThreadsOfOne / llvm::alignTo(*Threads, 32));
    if (Blocks && *Blocks > MaxProcessors * Fit)
      return "the launch in line " + std::to_string(L.Loc.Line) + " makes " +
             std::to_string(*Blocks) +
             " blocks, more than a device holds at once: they cannot wait for each other; two "
             "kernels can";
  }
  return "";
}

} // namespace cudafix::transform
