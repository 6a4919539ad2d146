// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/LeftOut.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <map>

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

/// The conditions of the text's `#if`, `#elif` and their kin, each in one line.
std::vector<std::string> conditionsIn(StringRef Text) {
  std::vector<std::string> Found;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line = Line.trim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.starts_with("if") && !Line.starts_with("el"))
      continue;
    std::string Condition = Line.str();
    while (StringRef(Condition).ends_with("\\") && !Text.empty()) {
      std::tie(Line, Text) = Text.split('\n');
      Condition = StringRef(Condition).drop_back().str() + Line.trim().str();
    }
    Found.push_back(std::move(Condition));
  }
  return Found;
}

/// The architectures that a condition asks for: "sm_90" for `__CUDA_ARCH__ >= 900`, and for a macro
/// with SM90 in its name, which often guards instructions of one architecture.
std::vector<std::string> archsIn(StringRef Condition) {
  static const llvm::Regex Compared("__CUDA_ARCH__[ \t)]*[<>=!]+[ \t(]*([0-9]+)0"),
      Named("SM_?([0-9][0-9]+)");
  std::vector<std::string> Found;
  for (const llvm::Regex *R : {&Compared, &Named})
    for (StringRef Rest = Condition; !Rest.empty();) {
      llvm::SmallVector<StringRef, 2> Parts;
      if (!R->match(Rest, &Parts))
        break;
      std::string Arch = ("sm_" + Parts[1]).str();
      if (Parts[1].size() >= 2 && !llvm::is_contained(Found, Arch))
        Found.push_back(std::move(Arch));
      Rest = Rest.substr(Parts[0].end() - Rest.begin());
    }
  return Found;
}

/// The lowest architecture that a condition asks for, if it is newer than `Arch`.
std::optional<std::string> newerIn(StringRef Condition, StringRef Arch) {
  static const llvm::Regex AtLeast("__CUDA_ARCH__[ \t)]*>=?[ \t(]*([0-9]+)0");
  llvm::SmallVector<StringRef, 2> Parts;
  unsigned Now = 0, Asked = 0;
  if (!AtLeast.match(Condition, &Parts) || Arch.substr(3).consumeInteger(10, Now) ||
      Parts[1].getAsInteger(10, Asked) || Asked <= Now)
    return std::nullopt;
  return ("sm_" + Parts[1]).str();
}

/// Returns true if the text waits for other threads, copies or kernels by instructions that sm_90
/// introduced.
bool ordersAsNewer(StringRef Text) {
  static constexpr llvm::StringLiteral Words[] = {
      "griddepcontrol", "GridDependency", "ProgrammaticLaunch", "mbarrier",
      "cp.async.bulk",  "cluster",        "fence.proxy",        "wgmma",
      "tcgen05",        "elect.sync"};
  return llvm::any_of(Words, [&](StringRef W) { return Text.contains(W); });
}

StringRef textOf(const clang::Stmt &Body, const clang::ASTContext &Context) {
  return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(Body.getSourceRange()),
                                     Context.getSourceManager(), Context.getLangOpts());
}

/// Finds out whether a body does anything except report that it cannot.
class EffectFinder : public clang::DynamicRecursiveASTVisitor {
public:
  bool Found = false;
  bool VisitBinaryOperator(clang::BinaryOperator *B) override {
    return !(Found |= B->isAssignmentOp());
  }
  bool VisitUnaryOperator(clang::UnaryOperator *U) override {
    return !(Found |= U->isIncrementDecrementOp());
  }
  bool VisitCallExpr(clang::CallExpr *Call) override {
    const clang::FunctionDecl *F = Call->getDirectCallee();
    StringRef Name = F && F->getIdentifier() ? F->getName() : "";
    return !(Found |= !llvm::is_contained({"printf", "__assert_fail", "__assertfail", "__trap",
                                           "__brkpt", "abort", "__builtin_trap"},
                                          Name));
  }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt *A) override {
    const std::string Asm = A->getAsmString();
    StringRef Text = Asm;
    return !(Found |=
             !Text.starts_with("trap") && !Text.starts_with("brkpt") && !Text.starts_with("exit"));
  }
};

class EmptyFinder : public clang::DynamicRecursiveASTVisitor {
public:
  EmptyFinder(const clang::SourceManager &SM, StringRef Arch) : SM(SM), Arch(Arch) {
    if (auto Main = SM.getFileEntryRefForID(SM.getMainFileID()))
      Folder = llvm::sys::path::parent_path(Main->getName());
  }
  unsigned Kernels = 0, Orders = 0;
  std::map<std::string, unsigned> Archs; ///< number of kernels that ask for each
  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    clang::Stmt *Body = F->doesThisDeclarationHaveABody() ? F->getBody() : nullptr;
    if (Body && (F->hasAttr<clang::CUDAGlobalAttr>() || F->hasAttr<clang::CUDADeviceAttr>()) &&
        isOfUnit(*F))
      visitOrdering(textOf(*Body, F->getASTContext()));
    if (!Body || !F->hasAttr<clang::CUDAGlobalAttr>())
      return true;
    EffectFinder Effects;
    Effects.TraverseStmt(Body);
    std::vector<std::string> Conditions;
    if (!Effects.Found)
      Conditions = conditionsIn(textOf(*Body, F->getASTContext()));
    Kernels += !Conditions.empty();
    std::vector<std::string> Asked;
    for (StringRef Condition : Conditions)
      for (std::string &Arch : archsIn(Condition))
        if (!llvm::is_contained(Asked, Arch))
          Asked.push_back(std::move(Arch));
    for (const std::string &Arch : Asked)
      ++Archs[Arch];
    return true;
  }

private:
  bool isOfUnit(const clang::FunctionDecl &F) const {
    const StringRef File = SM.getFilename(SM.getExpansionLoc(F.getLocation()));
    return !File.empty() && llvm::sys::path::parent_path(File) == Folder;
  }
  void visitOrdering(StringRef Text) {
    if (!Text.contains("__CUDA_ARCH__") || !ordersAsNewer(Text))
      return;
    for (StringRef Condition : conditionsIn(Text))
      if (auto Newer = newerIn(Condition, Arch)) {
        ++Orders;
        ++Archs[*Newer];
        return;
      }
  }

  const clang::SourceManager &SM;
  StringRef Arch, Folder;
};

} // namespace

LeftOutBodies leftOutBodies(clang::ASTContext &Context, StringRef Arch) {
  EmptyFinder Finder(Context.getSourceManager(), Arch);
  Finder.TraverseAST(Context);
  std::vector<std::pair<std::string, unsigned>> Asked(Finder.Archs.begin(), Finder.Archs.end());
  llvm::sort(Asked, [](const auto &A, const auto &B) {
    return std::tie(B.second, A.first) < std::tie(A.second, B.first);
  });
  LeftOutBodies Found{Finder.Kernels, Finder.Orders, {}};
  for (auto &[Arch, Count] : Asked)
    Found.Archs.push_back(std::move(Arch));
  return Found;
}

std::optional<std::string> leftOut(const clang::FunctionDecl &Kernel, StringRef Arch) {
  const clang::Stmt *Body = Kernel.getBody();
  if (!Body)
    return std::nullopt;
  std::vector<std::string> Conditions = conditionsIn(textOf(*Body, Kernel.getASTContext()));
  if (Conditions.empty())
    return std::nullopt;
  std::string Other;
  for (StringRef Condition : Conditions)
    for (std::string &Named : archsIn(Condition))
      if (Other.empty() && Named != Arch)
        Other = std::move(Named);
  return "its body does nothing for " + Arch.str() + ", where conditional directives leave it out" +
         (Other.empty() ? "; choose another architecture with --arch" : "; see --arch=" + Other);
}

} // namespace cudafix::frontend
