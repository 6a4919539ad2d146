// SPDX-License-Identifier: Apache-2.0
//
// What a rewriting has to know about statements and expressions: which variables they
// use and change, whether they may be evaluated once more or by other threads, and which
// values differ between the threads of a block, as far as the text alone tells.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <string>

namespace cudafix::transform {

using VarSet = llvm::DenseSet<const clang::VarDecl *>;

/// a and b of `a op b`, without parentheses and conversions; null if it is none.
struct Operands {
  const clang::Expr *A = nullptr, *B = nullptr;
};
Operands operandsOf(const clang::Expr *E, clang::BinaryOperatorKind Kind);
/// The variable that is all of an expression, else null.
const clang::VarDecl *variable(const clang::Expr *E);

/// Variables referred to in `S`.
VarSet usedVars(const clang::Stmt *S);
/// Variables whose value `S` may change: assigned, incremented, address taken or bound
/// to a non-const reference.
VarSet changedVars(const clang::Stmt *S);
/// The variable that an lvalue is a part of, null when a pointer leads to it.
const clang::VarDecl *baseVar(const clang::Expr *E);
/// The variable whose memory (pointee or array) an lvalue lies in.
const clang::VarDecl *memoryBase(const clang::Expr *E);

/// No side effect, so evaluating it again or in another thread changes nothing.
bool isPure(const clang::Expr *E);
/// Reads memory that another thread could write.
bool readsMemory(const clang::Expr *E);
/// Arrays and pointers whose memory is read / written in `S`.
VarSet memoryRead(const clang::Stmt *S);
VarSet memoryWritten(const clang::Stmt *S);

/// `a = b` of plain structures, float2 and the like; null: another statement.
const clang::CXXOperatorCallExpr *memberwiseCopy(const clang::Stmt *S);
/// A number that is known to be 0.
bool isZeroConstant(const clang::Expr *E, const clang::ASTContext &Ctx);
/// The literal for zero of a type, as a programmer writes it.
std::string zeroText(clang::QualType T, bool InTemplate, const clang::ASTContext &Ctx);

/// A call that is a statement: __syncthreads and its forms, block or grid sync.
bool isBlockBarrier(const clang::Stmt *S);
/// A call, anywhere in `S`, of a block barrier or of a function that contains one.
const clang::CallExpr *findBarrier(const clang::Stmt *S);
std::string calleeName(const clang::CallExpr *Call);
/// A call that makes all threads of the block wait at a place: `block.sync()` where the function
/// has a group of its block there and waits in no other way, else `__syncthreads()`.
std::string blockBarrierCall(const clang::FunctionDecl *F, clang::SourceLocation Place);
/// The same for the blocks of a cluster: `cluster.sync()`, or the instructions.
std::string clusterBarrierCall(const clang::FunctionDecl *F, clang::SourceLocation Place);

/// Values that differ between the threads of a block, found by propagation from
/// threadIdx through assignments and branches.
class ThreadDependence {
public:
  explicit ThreadDependence(const clang::FunctionDecl *F);
  bool differs(const clang::Expr *E) const;
  bool differs(const clang::VarDecl *V) const { return Tainted.contains(V); }

private:
  void visit(const clang::Stmt *S, unsigned Depth);
  void taint(const clang::VarDecl *V);
  VarSet Tainted;
  /// How many branches that threads decide differently stand around a declaration.
  llvm::DenseMap<const clang::VarDecl *, unsigned> DepthOf;
  bool Changed = false;
};

} // namespace cudafix::transform
