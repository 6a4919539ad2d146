// SPDX-License-Identifier: Apache-2.0
//
// Terms of the kernel model: hash-consed, immutable bit-vectors of 1 to 64 bits.
// A term is built from constants, applications of symbols and operators. Two
// threads are two instantiations of one term (analysis/Instantiate.h): symbols
// that are uniform at the level both threads share stay one symbol, the others
// are primed. Equal terms of one ExprContext are equal pointers.
#pragma once

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
}

namespace cudafix {

/// The largest group of threads that agree on a value. A symbol with arguments stands for a
/// function that the group agrees on; its arguments may differ.
enum class Uniformity : uint8_t { Launch, Block, Warp, Thread };

/// What a symbol stands for. Dimension symbols carry 0, 1, 2 for x, y, z in
/// `Symbol::Index`, parameters their position, counters and exits the LoopId.
enum class SymbolKind : uint8_t {
  ThreadIdx, ///< threadIdx.{x,y,z}; 32 bits, per thread
  BlockIdx,  ///< blockIdx; 32 bits, per block
  BlockDim,  ///< blockDim; 32 bits, per launch
  GridDim,   ///< gridDim; 32 bits, per launch
  Parameter, ///< scalar kernel parameter (or scalar field of a struct parameter)
  Counter,   ///< iterations of a loop begun before this one: 0, 1, 2, ...; 32 bits
  Exit,      ///< value of the loop's counter when the loop is left; 32 bits; arguments: the
             ///< counters of the enclosing loops, outermost first
  Load,      ///< value read from memory; argument: byte offset, then, when the
             ///< memory may change, the counters of the enclosing loops
  Opaque,    ///< a value the model does not express; arguments: the operands of a pure function
             ///< (float arithmetic), else (loop phi, shuffle, ...) counters of the enclosing loops
  Fresh,     ///< made by an analysis: one thread's copy of something, a chosen iteration
};

using SymbolId = uint32_t;

/// A function symbol; without arguments it is a variable.
struct Symbol {
  SymbolKind Kind = SymbolKind::Opaque;
  Uniformity Level = Uniformity::Thread;
  unsigned Width = 32;    ///< bits of the value
  unsigned Index = 0;     ///< dimension, parameter position, LoopId or ArrayId, by kind
  std::string Name;       ///< as a programmer would write it: "threadIdx.x", "n", "in[...]"
  bool Signed = true;     ///< how Lo and Hi are read
  int64_t Lo = INT64_MIN; ///< inclusive bounds that hold in every launch; INT64_MIN and
  int64_t Hi = INT64_MAX; ///< INT64_MAX mean: only the width bounds the value
  /// Parameters only: the element of an array in a struct that it is, such as a stride of a tensor.
  struct ArrayElement {
    int64_t Start = 0; ///< byte offset of the array in the parameter
    uint64_t At = 0;
    uint64_t Count = 0; ///< elements of the array
  };
  std::optional<ArrayElement> Element;
  /// Loads only: the array is written by no thread of the launch.
  bool ReadOnly = false;
  /// Opaque only: the number of blocks of a cluster along dimension Index (model/Clusters.h).
  bool ClusterDim = false;
  /// Opaque only: a lane of the warp that the hardware picks; code must not rely on which one.
  bool PickedLane = false;
  /// Opaque only: why the value is not modelled; empty for ordinary unknown data.
  std::string Reason;
  /// Opaque values whose origin is not followed (a private array, an exchange between lanes, a
  /// call): the only evidence that threads of a block may differ in them is threadIdx.x (bit 0), y
  /// (1) or z (2). nullopt: the value is followed.
  std::optional<uint8_t> Evidence;
  /// Opaque only: threads of a block agree on the value if the memory they read at addresses on
  /// which they agree has the same contents for all of them.
  bool IfSteady = false;
  /// Opaque only: threads of a block agree on the value if the block's rows along x are whole
  /// warps.
  bool IfWholeRows = false;
  /// Opaque values and loads from shared memory only: threads with the same threadIdx in different
  /// blocks agree on the value.
  bool OfPlace = false;
};

enum class Op : uint8_t {
  Const,
  Apply,
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  ZExt,
  SExt,
  Trunc,
  Eq,
  Ult,
  Ule,
  Slt,
  Sle,
  Ite,
};

/// No-wrap facts, as in LLVM IR; part of a term's identity.
enum ExprFlags : uint8_t { NoFlags = 0, NSW = 1, NUW = 2 };

class ExprNode;
class ExprContext;

/// A term: a pointer to an immutable node of an ExprContext. Booleans are 1-bit terms.
class Expr {
public:
  Expr() = default;
  explicit Expr(const ExprNode *N) : N(N) {}
  explicit operator bool() const { return N != nullptr; }
  const ExprNode *operator->() const { return N; }
  const ExprNode *node() const { return N; }
  bool operator==(const Expr &O) const { return N == O.N; }
  bool operator!=(const Expr &O) const { return N != O.N; }

private:
  const ExprNode *N = nullptr;
};

class ExprNode : public llvm::FoldingSetNode {
public:
  Op op() const { return Opcode; }
  unsigned width() const { return Width; }
  uint8_t flags() const { return Flags; }
  /// Const only: the value, zero-extended.
  uint64_t value() const { return Value; }
  /// Apply only: the applied symbol.
  SymbolId symbol() const { return static_cast<SymbolId>(Value); }
  llvm::ArrayRef<Expr> args() const { return {Args, NumArgs}; }
  Expr arg(unsigned I) const { return args()[I]; }
  /// Creation order: a deterministic key for sorting.
  unsigned id() const { return Id; }
  bool isConst() const { return Opcode == Op::Const; }
  bool isTrue() const { return isConst() && Width == 1 && Value == 1; }
  bool isFalse() const { return isConst() && Width == 1 && Value == 0; }
  /// Const only: the value, sign-extended.
  int64_t signedValue() const;
  void Profile(llvm::FoldingSetNodeID &ID) const;

private:
  friend class ExprContext;
  Op Opcode;
  uint8_t Flags = 0;
  unsigned Width;
  unsigned NumArgs = 0;
  unsigned Id = 0;
  uint64_t Value = 0;
  const Expr *Args = nullptr;
};

/// The term without its outer zero and sign extensions.
inline Expr unwidened(Expr E) {
  while (E->op() == Op::ZExt || E->op() == Op::SExt)
    E = E->arg(0);
  return E;
}

/// Owns terms and symbols. Every builder simplifies: constants fold, identities vanish,
/// commutative operands are ordered, conjunctions are flattened and contradictions found.
class ExprContext {
public:
  ExprContext();
  ExprContext(const ExprContext &) = delete;
  ExprContext &operator=(const ExprContext &) = delete;

  SymbolId addSymbol(Symbol S);
  const Symbol &symbol(SymbolId Id) const { return Symbols[Id]; }
  Symbol &symbol(SymbolId Id) { return Symbols[Id]; }
  unsigned numSymbols() const { return Symbols.size(); }

  Expr constant(uint64_t Value, unsigned Width);
  Expr boolean(bool B) { return constant(B, 1); }
  Expr apply(SymbolId Id, llvm::ArrayRef<Expr> Args = {});

  /// The built-in index variables, made on first use; Dim is 0, 1 or 2.
  Expr threadIdx(unsigned Dim);
  Expr blockIdx(unsigned Dim);
  Expr blockDim(unsigned Dim);
  Expr gridDim(unsigned Dim);

  /// Makes a term of any operator; operands must have the widths that LLVM IR demands of the
  /// operator.
  Expr make(Op O, llvm::ArrayRef<Expr> Args, unsigned Width, uint8_t Flags = NoFlags);

  Expr add(Expr A, Expr B, uint8_t F = NoFlags) { return binary(Op::Add, A, B, F); }
  Expr sub(Expr A, Expr B, uint8_t F = NoFlags) { return binary(Op::Sub, A, B, F); }
  Expr mul(Expr A, Expr B, uint8_t F = NoFlags) { return binary(Op::Mul, A, B, F); }
  Expr binary(Op O, Expr A, Expr B, uint8_t F = NoFlags) { return make(O, {A, B}, A->width(), F); }
  Expr zext(Expr A, unsigned W) { return resize(Op::ZExt, A, W); }
  Expr sext(Expr A, unsigned W) { return resize(Op::SExt, A, W); }
  Expr trunc(Expr A, unsigned W) { return resize(Op::Trunc, A, W); }
  Expr eq(Expr A, Expr B) { return make(Op::Eq, {A, B}, 1); }
  Expr ne(Expr A, Expr B) { return lnot(eq(A, B)); }
  Expr ult(Expr A, Expr B) { return make(Op::Ult, {A, B}, 1); }
  Expr ule(Expr A, Expr B) { return make(Op::Ule, {A, B}, 1); }
  Expr slt(Expr A, Expr B) { return make(Op::Slt, {A, B}, 1); }
  Expr sle(Expr A, Expr B) { return make(Op::Sle, {A, B}, 1); }
  Expr ite(Expr C, Expr A, Expr B) { return make(Op::Ite, {C, A, B}, A->width()); }
  /// Boolean connectives on 1-bit terms; `land({})` is true, `lor({})` false.
  Expr lnot(Expr A);
  Expr land(llvm::ArrayRef<Expr> Args);
  Expr lor(llvm::ArrayRef<Expr> Args);
  Expr land(Expr A, Expr B) { return land({A, B}); }
  Expr lor(Expr A, Expr B) { return lor({A, B}); }
  Expr implies(Expr A, Expr B) { return lor(lnot(A), B); }

  /// The same operation or application on other operands.
  Expr withArgs(Expr E, llvm::ArrayRef<Expr> Args);

  /// Returns the term with each sub-term in `Put` replaced; adds to `Put` the replacements of all
  /// other sub-terms.
  Expr rebuilt(Expr E, llvm::DenseMap<Expr, Expr> &Put);

  /// Replaces applications bottom-up: `Replace` sees each Apply node with its arguments
  /// already replaced and returns the new term, or a null Expr to keep the application.
  Expr replace(Expr E, llvm::function_ref<Expr(Expr)> Replace);

  /// Calls `Visit` once for each distinct sub-term, operands first. Skips terms that are `Known`,
  /// and sub-terms that occur only in those.
  static void visit(
      Expr E, llvm::function_ref<void(Expr)> Visit,
      llvm::function_ref<bool(Expr)> Known = [](Expr) { return false; });

  /// Returns true if the predicate holds for a sub-term of `E`, including `E`.
  static bool any(Expr E, llvm::function_ref<bool(Expr)> Is);
  /// Returns true if the predicate holds for every sub-term.
  static bool all(Expr E, llvm::function_ref<bool(Expr)> Is) {
    return !any(E, [&](Expr N) { return !Is(N); });
  }

  /// Evaluates the term with wrapping arithmetic. `Value` gives the value of an Apply node from its
  /// evaluated arguments. Returns nullopt on division by zero.
  std::optional<uint64_t>
  evaluate(Expr E,
           llvm::function_ref<std::optional<uint64_t>(Expr, llvm::ArrayRef<uint64_t>)> Value) const;

  /// Prints the term as a C expression that a programmer would recognise. Terms share sub-terms, so
  /// that the full text may be exponentially longer; it is cut at about `MaxLength` characters.
  void print(llvm::raw_ostream &OS, Expr E, uint64_t MaxLength = 16384) const;
  /// The term's text, cut at a length that people still read in a message.
  std::string toString(Expr E, uint64_t MaxLength = 400) const;

private:
  Expr resize(Op O, Expr A, unsigned W) { return A->width() == W ? A : make(O, {A}, W); }
  Expr unique(Op O, llvm::ArrayRef<Expr> Args, unsigned Width, uint8_t Flags, uint64_t Value);
  Expr builtin(SymbolKind Kind, unsigned Dim);

  llvm::BumpPtrAllocator Alloc;
  llvm::FoldingSet<ExprNode> Nodes;
  std::deque<Symbol> Symbols;
  std::optional<SymbolId> Builtins[4][3];
  unsigned NextId = 0;
};

/// Returns true if the term is the negation of a 1-bit term, which is its first operand.
inline bool isNot(Expr E) { return E->width() == 1 && E->op() == Op::Xor && E->arg(1)->isTrue(); }

/// The operands of a conjunction, or the condition itself.
inline llvm::ArrayRef<Expr> conjuncts(const Expr &E) {
  return E->op() == Op::And && E->width() == 1 ? E->args() : llvm::ArrayRef<Expr>(E);
}

} // namespace cudafix

template <> struct llvm::DenseMapInfo<cudafix::Expr> {
  using P = llvm::DenseMapInfo<const cudafix::ExprNode *>;
  static cudafix::Expr getEmptyKey() { return cudafix::Expr(P::getEmptyKey()); }
  static cudafix::Expr getTombstoneKey() { return cudafix::Expr(P::getTombstoneKey()); }
  static unsigned getHashValue(cudafix::Expr E) { return P::getHashValue(E.node()); }
  static bool isEqual(cudafix::Expr A, cudafix::Expr B) { return A == B; }
};
