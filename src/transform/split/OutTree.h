// SPDX-License-Identifier: Apache-2.0
//
// The rewritten form of a region of a kernel: original statements, saved conditions, barriers,
// guards and loops. Every thread passes `Flat` nodes; the others may be wrapped in guards. finish()
// moves locals out of guards that no longer enclose all of their uses; render() prints the tree,
// with original text unchanged.
#pragma once

#include "transform/text/BodyFacts.h"
#include "transform/text/NameChooser.h"
#include "transform/text/SourceText.h"
#include <set>
#include <string>
#include <vector>

namespace cudafix::transform {

using clang::Expr; // not the model's term
using FlagId = int;

/// A variable the repair introduces, or a condition variable of the user it reuses.
struct Flag {
  std::string Name;
  std::string Type = "bool";
  std::string HoistInit = " = false";  ///< if declared before it is computed
  const clang::VarDecl *Var = nullptr; ///< the user's variable
  bool Assigned = false;               ///< changed after its declaration
  bool Named = false;                  ///< the text of a statement has its name
  bool ImpliesOuter = true;            ///< it is true only if the guards around it hold
};

struct Literal {
  FlagId Flag;
  bool Negated = false;
  bool operator==(const Literal &O) const { return Flag == O.Flag && Negated == O.Negated; }
};
using Guard = std::vector<Literal>;

/// A piece of generated text: words, an expression of the user, or a flag.
struct Piece {
  std::string Words;
  const clang::Expr *E = nullptr;
  FlagId Flag = -1;
  bool Negated = false;
  static Piece words(std::string S) { return {std::move(S), nullptr, -1, false}; }
  static Piece expr(const clang::Expr *E, bool Negated = false) { return {"", E, -1, Negated}; }
  static Piece flag(FlagId F, bool Negated = false) { return {"", nullptr, F, Negated}; }
};
using Pieces = std::vector<Piece>;

struct Node;
using Nodes = std::vector<Node>;

struct Node {
  enum class Kind {
    Code,    ///< statements of the user, [Begin, End)
    Save,    ///< `const bool Var = Text;`
    Line,    ///< one generated statement
    Barrier, ///< a generated barrier call
    Guard,   ///< if (Cond) { Kids } else { Else }; the condition is Text when not empty
    Block,   ///< Text { Kids } Tail
    Case,    ///< Text, the labels, with Kids after
  };
  explicit Node(Kind K) : K(K) {}
  Kind K;
  bool Flat = false;
  unsigned LeadBegin = 0, LeadEnd = 0; ///< comments before it, in the source
  unsigned Origin = 0;                 ///< offset whose line has the original indentation
  std::string Trail;                   ///< comment after it, or its open brace, on the same line
  std::string Closing;                 ///< comment after its closing brace
  std::vector<const clang::Stmt *> Stmts;
  unsigned Begin = 0, End = 0;
  FlagId Var = -1;
  Pieces Text;
  Guard Cond;
  Nodes Kids, Else;
  Pieces Tail;
  bool Assign = false;    ///< Save: it is declared elsewhere. Code: declarations became assignments
  bool Dissolved = false; ///< Code: its braces were removed
  bool MayUnbrace = false; ///< Guard, loop: the user wrote no braces
  bool OneLine = false;    ///< Guard: nor a line break
};

/// The statements as the user wrote them.
Node codeNode(const SourceText &Source, const Item &It);
/// Comments that belong to no statement.
Node commentNode(const SourceText &Source, unsigned Begin, unsigned End);

/// Everything the nodes of one region refer to.
struct OutContext {
  SourceText &Source;
  NameChooser &Names;
  const clang::FunctionDecl *F;
  Layout Style;
  std::vector<Flag> Flags;
  std::set<std::string> OuterNames; ///< visible around the region
  VarSet ChangedInRegion;
  VarSet StartAtZero;                ///< variables that are 0 in threads that do not set them
  std::vector<std::string> Failures; ///< reasons why there is no source form
};

/// The negated text as programmers write it: `i < n` for `!(i >= n)` if operands are integers.
std::string negatedText(const SourceText &Source, const clang::Expr *E);
std::string text(const OutContext &C, const Pieces &P);

/// Returns true if both are the same block barrier, the repair's or the user's.
bool sameBarrier(const OutContext &C, const Node &A, const Node &B);
/// Puts the nodes that are not flat under the guard.
Nodes wrap(Nodes List, const Guard &Cond);
/// Merges and flattens guards, drops empty ones and repeated barriers.
void simplify(OutContext &C, Nodes &List);
/// Moves declarations to where all their uses see them.
void hoistLocals(OutContext &C, Nodes &Root);
/// Drops unused flags, and moves the condition of a flag into the guard right after it if only that
/// uses it.
void inlineFlags(OutContext &C, Nodes &List);
/// if (flag) { if (c) ... } -> if (flag && c) ..., once the tree is final.
void foldSingleIfs(OutContext &C, Nodes &List);
std::string render(const OutContext &C, const Nodes &List, const std::string &Indent);

} // namespace cudafix::transform
