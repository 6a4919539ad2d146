// SPDX-License-Identifier: Apache-2.0
//
// Facts about statements and expressions for rewriting: which variables they use and change,
// whether they may be evaluated again or by other threads, and which values differ between the
// threads of a block, as far as the text alone tells.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <string>

namespace cudafix::transform {

using VarSet = llvm::DenseSet<const clang::VarDecl *>;

/// The operands a and b of `a op b`, without parentheses and conversions; null if it is not one.
struct Operands {
  const clang::Expr *A = nullptr, *B = nullptr;
};
Operands operandsOf(const clang::Expr *E, clang::BinaryOperatorKind Kind);
/// The variable that an expression is; null if it is not one.
const clang::VarDecl *variable(const clang::Expr *E);

/// Variables referred to in `S`.
VarSet usedVars(const clang::Stmt *S);
/// Variables whose value `S` may change: assigned, incremented, address taken or bound
/// to a non-const reference.
VarSet changedVars(const clang::Stmt *S);
/// The variable that an lvalue is a part of; null if it is reached through a pointer.
const clang::VarDecl *baseVar(const clang::Expr *E);
/// The variable whose memory (pointee or array) holds an lvalue.
const clang::VarDecl *memoryBase(const clang::Expr *E);

/// Returns true if the expression has no side effects, so that it can be evaluated again or by
/// another thread.
bool isPure(const clang::Expr *E);
/// Returns true if it reads memory that another thread could write.
bool readsMemory(const clang::Expr *E);
/// Arrays and pointers whose memory is read / written in `S`.
VarSet memoryRead(const clang::Stmt *S);
VarSet memoryWritten(const clang::Stmt *S);

/// An assignment `a = b` of plain structures, float2 and the like; null: it is another statement.
const clang::CXXOperatorCallExpr *memberwiseCopy(const clang::Stmt *S);
/// Returns true for a number that is known to be 0.
bool isZeroConstant(const clang::Expr *E, const clang::ASTContext &Ctx);
/// The literal for zero of a type, as a programmer writes it.
std::string zeroText(clang::QualType T, bool InTemplate, const clang::ASTContext &Ctx);

/// Returns true for a statement that is a call of __syncthreads or one of its forms, or of block or
/// grid sync.
bool isBlockBarrier(const clang::Stmt *S);
/// A call in `S` of a block barrier, or of a function that contains one; null: there is none.
const clang::CallExpr *findBarrier(const clang::Stmt *S);
std::string calleeName(const clang::CallExpr *Call);
/// The text of a block barrier at a place: `block.sync()` if the function has a group of its block
/// there and uses no other barrier, else `__syncthreads()`.
std::string blockBarrierCall(const clang::FunctionDecl *F, clang::SourceLocation Place);
/// The same for the blocks of a cluster: `cluster.sync()`, or the instructions.
std::string clusterBarrierCall(const clang::FunctionDecl *F, clang::SourceLocation Place);

/// Finds values that differ between the threads of a block, by propagation from threadIdx through
/// assignments and branches.
class ThreadDependence {
public:
  explicit ThreadDependence(const clang::FunctionDecl *F);
  bool differs(const clang::Expr *E) const;
  bool differs(const clang::VarDecl *V) const { return Tainted.contains(V); }

private:
  void visit(const clang::Stmt *S, unsigned Depth);
  void taint(const clang::VarDecl *V);
  VarSet Tainted;
  /// The number of divergent branches around a declaration.
  llvm::DenseMap<const clang::VarDecl *, unsigned> DepthOf;
  bool Changed = false;
};

} // namespace cudafix::transform
