// SPDX-License-Identifier: Apache-2.0
//
// Runs the source engine on a kernel with marks: `@` in front of a statement (or of a
// closing brace) asks for a barrier there, `~` in front of a barrier removes it, `$` in
// front of a statement cuts it in two with __syncwarp().
#pragma once

#include "rewrite/Rewrite.h"
#include "transform/split/Splitter.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include <gtest/gtest.h>

namespace cudafix::transform::test {

inline constexpr llvm::StringLiteral Prelude = R"(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; };
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
__device__ void __syncthreads();
__device__ void __syncwarp(unsigned = 0xffffffff);
__device__ int __syncthreads_or(int);
__device__ int atomicAdd(int *, int);
__device__ float work(float);
__device__ bool next(int *);
struct float4 { float x, y, z, w; };
)";

inline std::unique_ptr<clang::ASTUnit> parse(llvm::StringRef Code) {
  return clang::tooling::buildASTFromCodeWithArgs(Code,
                                                  {"-x", "cuda", "-nocudainc", "-nocudalib",
                                                   "--cuda-device-only", "--cuda-gpu-arch=sm_80",
                                                   "-std=c++17", "-Wno-everything"},
                                                  "kernel.cu");
}

/// The last function with a body; of a template its last instantiation.
inline const clang::FunctionDecl *lastFunction(clang::ASTContext &Ctx) {
  const clang::FunctionDecl *Last = nullptr;
  for (const clang::Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
        F && F->doesThisDeclarationHaveABody())
      Last = F;
    else if (const auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D))
      for (const clang::FunctionDecl *Spec : T->specializations())
        if (Spec->hasBody())
          Last = Spec;
  return Last;
}

/// Statements that stand in a list or are the body of a control statement.
struct StatementFinder : clang::DynamicRecursiveASTVisitor {
  const SourceText &Source;
  unsigned Offset;
  const clang::CompoundStmt *Parent = nullptr;
  const clang::Stmt *Before = nullptr;
  StatementFinder(const SourceText &Source, unsigned Offset) : Source(Source), Offset(Offset) {}
  void consider(const clang::Stmt *S) {
    if (S && !Before && !llvm::isa<clang::CompoundStmt>(S) && Source.begin(S) == Offset)
      Before = S;
  }
  bool VisitCompoundStmt(clang::CompoundStmt *C) override {
    if (Source.begin(C) < Offset && Offset <= Source.bodyEnd(C))
      Parent = C;
    for (const clang::Stmt *S : C->body())
      consider(S);
    return true;
  }
  bool VisitIfStmt(clang::IfStmt *If) override {
    return consider(If->getThen()), consider(If->getElse()), true;
  }
  bool VisitForStmt(clang::ForStmt *For) override { return consider(For->getBody()), true; }
  bool VisitSwitchCase(clang::SwitchCase *C) override { return consider(C->getSubStmt()), true; }
};

struct Marked {
  std::string Code;
  std::vector<std::pair<char, unsigned>> Marks;
};

inline Marked unmark(llvm::StringRef Text) {
  Marked M;
  M.Code = Prelude.str();
  for (char C : Text)
    if (C == '@' || C == '~' || C == '$')
      M.Marks.push_back({C, static_cast<unsigned>(M.Code.size())});
    else
      M.Code += C;
  return M;
}

/// Stands in for the model: whole warps take `tid < 32`.
inline std::optional<bool> lanesPart(const clang::Stmt *Control) {
  const auto *If = llvm::dyn_cast<clang::IfStmt>(Control);
  const auto *Less = If ? llvm::dyn_cast<clang::BinaryOperator>(If->getCond()) : nullptr;
  const auto *Bound =
      Less ? llvm::dyn_cast<clang::IntegerLiteral>(Less->getRHS()->IgnoreParenImpCasts()) : nullptr;
  return !Bound || Bound->getValue() != 32;
}

inline SplitTask taskFor(const Marked &M, clang::ASTUnit &Unit) {
  SplitTask Task;
  Task.F = lastFunction(Unit.getASTContext());
  Task.LanesPart = lanesPart;
  SourceText Source(Unit.getASTContext(), Unit.getSourceManager().getMainFileID());
  for (auto [Mark, Offset] : M.Marks) {
    size_t Next = M.Code.find_first_not_of(" \n\t\r", Offset);
    StatementFinder Finder(Source, Next);
    Finder.TraverseStmt(Task.F->getBody());
    if (Mark == '$')
      Task.Statements.push_back({Finder.Before, "__syncwarp()", true, true});
    else if (Mark == '~')
      Task.Removed.push_back(Finder.Before);
    else
      Task.Cuts.push_back({Finder.Parent, Finder.Before});
  }
  return Task;
}

/// The kernel after the rewriting, which must compile; "error: ..." when there is no
/// source form.
inline std::string rewritten(llvm::StringRef Text) {
  Marked M = unmark(Text);
  std::unique_ptr<clang::ASTUnit> Unit = parse(M.Code);
  EXPECT_FALSE(Unit->getDiagnostics().hasErrorOccurred()) << M.Code;
  SplitTask Task = taskFor(M, *Unit);
  llvm::Expected<SplitResult> Result = split(Task);
  if (!Result)
    return "error: " + llvm::toString(Result.takeError());
  llvm::Expected<std::string> After = rewrite::apply(M.Code, Result->Edits);
  if (!After)
    return "error: " + llvm::toString(After.takeError());
  EXPECT_FALSE(parse(*After)->getDiagnostics().hasErrorOccurred()) << *After;
  return After->substr(Prelude.size());
}

/// The same for the statements after the customary head of a kernel.
inline std::string rewrittenBody(llvm::StringRef Statements) {
  constexpr llvm::StringLiteral Head = R"(
__global__ void k(float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;)";
  std::string After = rewritten((Head + Statements + "}\n").str());
  llvm::StringRef Body = After;
  EXPECT_TRUE(Body.consume_front(Head) && Body.consume_back("}\n")) << After;
  return Body.str();
}

} // namespace cudafix::transform::test
