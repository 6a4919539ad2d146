// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/NvccSides.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "frontend/parse/ParsedSide.h"
#include "frontend/parse/ReadAsNvcc.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Frontend/CompilerInstance.h"

namespace cudafix::frontend {

using llvm::StringRef;

static bool isOfDevice(const clang::FunctionDecl &F) {
  return F.hasAttr<clang::CUDADeviceAttr>() && !F.hasAttr<clang::CUDAHostAttr>();
}

namespace {
/// Looks for a class with a constructor only for the device.
class DeviceMade : public clang::DynamicRecursiveASTVisitor {
public:
  explicit DeviceMade(StringRef Name) : Name(Name) {}
  bool VisitCXXConstructorDecl(clang::CXXConstructorDecl *C) override {
    Found |= C->getParent()->getName() == Name && isOfDevice(*C);
    return !Found;
  }

  const StringRef Name;
  bool Found = false;
};
} // namespace

std::string madeOnDevice(const ParsedSide &Side, StringRef Type) {
  Type.consume_front("const ");
  StringRef Name = Type.split('<').first;
  Name = Name.substr(Name.rfind(':') + 1);
  if (!clang::isValidAsciiIdentifier(Name))
    return "";
  DeviceMade Search(Name);
  Search.TraverseDecl(Side.compiler().getASTContext().getTranslationUnitDecl());
  return Search.Found ? Name.str() : "";
}

namespace {
class HostToo : public clang::ASTMutationListener {
public:
  HostToo(llvm::StringSet<> Templates, llvm::StringSet<> Classes, bool All)
      : Templates(std::move(Templates)), Classes(std::move(Classes)), All(All) {}
  void AddedVisibleDecl(const clang::DeclContext *, const clang::Decl *D) override {
    const auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
    clang::FunctionDecl *F = T ? T->getTemplatedDecl() : nullptr;
    if (All)
      if (auto *Any = F ? F : const_cast<clang::FunctionDecl *>(D->getAsFunction()))
        addBoth(*Any);
    if (F && F->getIdentifier() && Templates.contains(F->getName()))
      add(*F);
  }
  void CompletedTagDefinition(const clang::TagDecl *D) override {
    const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(D);
    if (!Class)
      return;
    const bool Made = Classes.contains(D->getName());
    for (clang::Decl *Each : Class->decls()) {
      const auto *Friend = llvm::dyn_cast<clang::FriendDecl>(Each);
      clang::Decl *Member = Friend ? Friend->getFriendDecl() : Each;
      clang::FunctionDecl *F = Member ? Member->getAsFunction() : nullptr;
      if (F && All && !Class->isLambda())
        addBoth(*F);
      if (F && Made && llvm::isa<clang::CXXConstructorDecl>(F))
        add(*F);
    }
  }

private:
  static void add(clang::FunctionDecl &F) {
    if (isOfDevice(F))
      F.addAttr(clang::CUDAHostAttr::Create(F.getASTContext()));
  }

  /// In the host parse, a user function without a side also gets the device side; in the device
  /// parse, a device function also gets the host side.
  static void addBoth(clang::FunctionDecl &F) {
    clang::ASTContext &Ctx = F.getASTContext();
    const clang::SourceManager &SM = Ctx.getSourceManager();
    const clang::SourceLocation At = SM.getExpansionLoc(F.getLocation());
    if (SM.isInSystemHeader(At) || SM.getFilename(At).starts_with(EmbeddedParent))
      return;
    if (Ctx.getLangOpts().CUDAIsDevice)
      return add(F);
    if (F.isMain() || F.hasAttr<clang::CUDAGlobalAttr>() || F.hasAttr<clang::CUDADeviceAttr>() ||
        F.hasAttr<clang::CUDAHostAttr>())
      return;
    F.addAttr(clang::CUDAHostAttr::CreateImplicit(Ctx));
    F.addAttr(clang::CUDADeviceAttr::CreateImplicit(Ctx));
  }

  llvm::StringSet<> Templates, Classes;
  const bool All; ///< functions are for both sides
};
} // namespace

std::unique_ptr<clang::ASTMutationListener> makeHostToo(const clang::CompilerInstance &CI) {
  llvm::StringSet<> Templates = namesFor(CI, AsNvcc::HostToo), Classes = namesFor(CI, AsNvcc::Made);
  const bool All =
      namesFor(CI, AsNvcc::Sides).contains(CI.getLangOpts().CUDAIsDevice ? "host" : "device");
  return Templates.empty() && Classes.empty() && !All
             ? nullptr
             : std::make_unique<HostToo>(std::move(Templates), std::move(Classes), All);
}

} // namespace cudafix::frontend
