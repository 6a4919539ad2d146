// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/SharedCalls.h"
#include "analysis/flow/FlowPaths.h"
#include "transform/text/SourceText.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <set>

using namespace llvm;

namespace cudafix::transform {
namespace {

class Collector {
public:
  explicit Collector(frontend::Program &P) : P(P), SM(P.device().getSourceManager()) {}
  Error add(const clang::FunctionDecl *F);
  std::vector<SharedCall> Calls;

private:
  Error addFrom(const frontend::KernelUnit &Unit, const clang::FunctionDecl *F);
  Error addCall(const frontend::KernelUnit &Unit, std::shared_ptr<SourceLookup> In,
                ArrayRef<SourceLoc> Chain, const clang::FunctionDecl *F);
  bool sameText(const clang::FunctionDecl *A, const clang::FunctionDecl *B) const;
  bool isMentionedMore(const clang::FunctionDecl *F) const;

  frontend::Program &P;
  const clang::SourceManager &SM;
  std::vector<const clang::FunctionDecl *> Known;
};

/// Returns true if both are instances of one definition.
bool Collector::sameText(const clang::FunctionDecl *A, const clang::FunctionDecl *B) const {
  return A && B && A->getBody() && B->getBody() &&
         SM.getExpansionLoc(A->getBody()->getBeginLoc()) ==
             SM.getExpansionLoc(B->getBody()->getBeginLoc());
}

Error checkParameters(const clang::FunctionDecl *F) {
  const clang::FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  auto Redecls = (Pattern ? Pattern : F)->redecls();
  const auto *Method = dyn_cast<clang::CXXMethodDecl>(F);
  const char *Why = F->isVariadic() ? "takes any number of arguments"
                    : std::distance(Redecls.begin(), Redecls.end()) > 1 ? "is declared twice"
                    : F->isOverloadedOperator()                         ? "is an operator"
                    : Method && Method->isVirtual()                     ? "is virtual"
                                                                        : nullptr;
  if (!Why)
    return Error::success();
  return createStringError("'" + F->getNameAsString() +
                           "' is called where not every thread comes, and " + Why);
}

/// Returns true if all threads of a block make the calls of a chain.
bool allCall(const frontend::KernelUnit &Unit, const analysis::FlowPaths &Paths,
             ArrayRef<SourceLoc> Chain) {
  return any_of(Unit.Model.Slots, [&](const Slot &S) {
    const frontend::SlotPosition &At = Unit.SlotAt[S.Id];
    return ArrayRef(S.CallChain) == Chain && At.Function && At.Parent == At.Function->getBody() &&
           Paths.divergentBranches(S.Node).empty();
  });
}

/// Returns true if the function's file has its name more often than in its definition and the
/// calls.
bool Collector::isMentionedMore(const clang::FunctionDecl *F) const {
  clang::FileID File = SM.getFileID(SM.getExpansionLoc(F->getBody()->getBeginLoc()));
  if (File != SM.getMainFileID())
    return true;
  StringRef Text = SM.getBufferData(File);
  std::string Name = F->getNameAsString();
  size_t Count = 0, Here = 1;
  auto IsWord = [&](size_t At) {
    return At < Text.size() && (isAlnum(Text[At]) || Text[At] == '_');
  };
  for (size_t At = 0; (At = Text.find(Name, At)) != StringRef::npos; At += Name.size())
    Count += !(At > 0 && IsWord(At - 1)) && !IsWord(At + Name.size());
  for (const SharedCall &Call : Calls)
    Here += sameText(Call.Callee, F);
  return Count > Here;
}

Error Collector::addCall(const frontend::KernelUnit &Unit, std::shared_ptr<SourceLookup> In,
                         ArrayRef<SourceLoc> Chain, const clang::FunctionDecl *F) {
  FoundStatement Found = In->statementAt(Chain.back());
  const clang::CallExpr *Call = nullptr;
  if (Found.S)
    walk(Found.S, [&](const clang::Stmt *S) {
      const auto *Here = dyn_cast<clang::CallExpr>(S);
      const clang::FunctionDecl *Callee = Here ? Here->getDirectCallee() : nullptr;
      const clang::FunctionDecl *Body = nullptr;
      if (Callee && Callee->hasBody(Body) && sameText(Body, F))
        Call = Here;
      return !Call;
    });
  if (!Call)
    return createStringError(
        "'" + F->getNameAsString() +
        "' is called where not every thread comes, and the call was not found");
  for (const SharedCall &Other : Calls)
    if (Other.Call->getBeginLoc() == Call->getBeginLoc())
      return Error::success();
  Calls.push_back({Found.Function, F, Call, false, &Unit, std::move(In)});
  return Error::success();
}

Error Collector::addFrom(const frontend::KernelUnit &Unit, const clang::FunctionDecl *F) {
  const Kernel &K = Unit.Model;
  std::set<std::vector<SourceLoc>> Chains;
  for (const Slot &S : K.Slots)
    if (!S.CallChain.empty() && sameText(Unit.SlotAt[S.Id].Function, F))
      Chains.insert(S.CallChain);
  if (Chains.empty())
    return Error::success();
  analysis::FlowPaths Paths(K);
  auto In = std::make_shared<SourceLookup>(P, Unit);
  for (const std::vector<SourceLoc> &Chain : Chains) {
    if (allCall(Unit, Paths, Chain))
      continue;
    if (Error E = addCall(Unit, In, Chain, F))
      return E;
    ArrayRef<SourceLoc> Outer = ArrayRef(Chain).drop_back();
    if (Outer.empty() || allCall(Unit, Paths, Outer))
      continue;
    if (Error E = add(In->statementAt(Chain.back()).Function))
      return E;
  }
  return Error::success();
}

Error Collector::add(const clang::FunctionDecl *F) {
  if (any_of(Known, [&](const clang::FunctionDecl *Other) { return sameText(Other, F); }))
    return Error::success();
  Known.push_back(F);
  for (const frontend::KernelUnit &Unit : P.kernels())
    if (Error E = addFrom(Unit, F))
      return E;
  if (none_of(Calls, [&](const SharedCall &Call) { return sameText(Call.Callee, F); }))
    return Error::success();
  if (Error E = checkParameters(F))
    return E;
  bool More = isMentionedMore(F);
  for (SharedCall &Call : Calls)
    if (sameText(Call.Callee, F))
      Call.Callee = F, Call.Others = More;
  return Error::success();
}

} // namespace

Expected<std::vector<SharedCall>> callsToShare(frontend::Program &P, const clang::FunctionDecl *F) {
  Collector All(P);
  if (Error E = All.add(F))
    return std::move(E);
  return std::move(All.Calls);
}

} // namespace cudafix::transform
