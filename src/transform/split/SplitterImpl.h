// SPDX-License-Identifier: Apache-2.0
//
// The engine of split(). One class, its parts in InPlaceEdits.cpp, Splitter.cpp (regions),
// BranchRewrite.cpp, SwitchRewrite.cpp, LoopRewrite.cpp and ExitRewrite.cpp (return, break,
// continue that threads take alone).
#pragma once

#include "transform/split/CutFacts.h"
#include "transform/text/EveryBuild.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"

namespace cudafix::transform {

/// Facts about a place of the tree that is being built.
struct Place {
  Guard Cond; ///< threads that are here; empty: all of them
};

struct CaseGroup; ///< of a switch, SwitchRewrite.cpp
class StagedTile;

struct MemoryUpdate; // AtomicText.h

class Splitter {
public:
  explicit Splitter(const SplitTask &Task);
  llvm::Expected<SplitResult> run();

private:
  struct Exit {
    const clang::Stmt *S;      ///< return, break or continue
    const clang::Stmt *Target; ///< the loop; null for return
    bool IsContinue;
  };
  void fail(const clang::Stmt *S, const llvm::Twine &Why);

  // InPlaceEdits.cpp
  void flatList(const clang::Stmt *Body);
  void flatStmt(const Item &It);
  bool mustRewrite(const clang::Stmt *S);
  bool editableInPlace(const clang::Stmt *S, const Item &It) const;
  bool isOnlyRemoved(const clang::Stmt *S) const;
  bool becomesEmpty(const clang::Stmt *Body) const;
  unsigned placeInFront(const Item &It) const;
  void checkBuilds(const clang::Stmt *S, unsigned Place);
  void insertBefore(const Item &It, const std::string &Call);
  bool isOnOneLine(const clang::CompoundStmt &List) const;
  void openBodies();
  void exchange(const Item &It, const std::string &Call);
  unsigned withItsComment(const Item &It) const;
  void insertAtEnd(const clang::CompoundStmt *Parent, const std::string &Call);
  void removeItem(const Item &It);
  void narrow(const Item &It, const NarrowedStatement &N);
  const clang::IfStmt *onlyAround(const clang::Stmt *S) const;

  // Splitter.cpp: regions.
  void prepareRegion(const std::vector<Item> &Items, size_t First, size_t Last);
  void addNames(const clang::Stmt *S);
  void rewriteRegion(const std::vector<Item> &Items, size_t First, size_t Last,
                     const clang::Stmt *Body);
  void replaceText(unsigned Begin, unsigned End, const Nodes &List);

  // Splitter.cpp: the tree of a region.
  Nodes buildBody(const clang::Stmt *Body, const Place &At);
  Nodes buildList(llvm::ArrayRef<Item> Items, const clang::Stmt *Body, const Place &At);
  Nodes buildItem(const Item &It, const Place &At);
  Node barrier(const std::string &Call, bool Strict);
  static void giveLead(Node &N, const Item &It);
  static void giveLead(Nodes &List, const Item &It);
  static void append(Nodes &To, Nodes From);

  // BranchRewrite.cpp
  Nodes withClosing(const Item &It, Nodes List) const;
  Nodes buildIf(const Item &It, const clang::IfStmt *If, const Place &At);
  Nodes keepIf(const Item &It, const clang::IfStmt *If, const Place &At);
  Pieces nestedConditions(const clang::IfStmt *&If) const;
  Nodes conditionDecls(const clang::IfStmt *If);
  Nodes join(const clang::IfStmt *If, Literal L, Nodes Then, Nodes Else);
  std::optional<Literal> reusable(const clang::Expr *Cond, const clang::Stmt *Within);
  FlagId newFlag(std::string Name, bool ImpliesOuter = true);
  Node save(FlagId F, Pieces Text, const Item *Lead);
  Place under(const Place &At, Literal L) const;

  // SwitchRewrite.cpp, StatementRewrite.cpp
  Nodes buildSwitch(const Item &It, const clang::SwitchStmt *Switch, const Place &At);
  bool canSplitSwitch(const clang::SwitchStmt *Switch, llvm::ArrayRef<CaseGroup> Groups);
  Pieces selectorOf(const clang::SwitchStmt *Switch, Nodes &List);
  Nodes buildChains(llvm::ArrayRef<CaseGroup> Groups, const Pieces &Selector, const Place &At);
  void distribute(Nodes Body, Literal L, Node &Case, Nodes &Flats, std::vector<Nodes> &Rest);
  bool holdsBarrierIn(llvm::ArrayRef<Item> Items) const;
  Nodes buildRegisterCut(const Item &It, const StatementCut &Cut, const MemoryUpdate &Store,
                         const MemoryUpdate &Register);
  std::string nameBeside(const StatementCut &Cut, const std::string &Type) const;
  std::string valueType(const StatementCut &Cut, const MemoryUpdate &U);
  size_t cutTogether(llvm::ArrayRef<Item> Items) const;
  Nodes buildStatementCuts(llvm::ArrayRef<Item> Items);
  Nodes buildStatementCut(const Item &It, const StatementCut &Cut, const Place &At);

  // CallRewrite.cpp
  Nodes buildCall(const Item &It, const clang::CallExpr *Call, const Place &At);
  Nodes buildLaneCall(const Item &It, const clang::CallExpr *Call, const Place &At);
  bool startsAtZero(const clang::VarDecl *V);
  Nodes callByAll(const Item &It, const clang::CallExpr *Call, Pieces Tail, Pieces Asked);
  std::optional<std::string> argument(const clang::Expr *E, const Pieces &Comes) const;
  std::optional<std::string> elseZero(const clang::Expr *E, const Pieces &Comes) const;
  bool knownToAll(const clang::Expr *E) const;
  void takeParameter();
  bool allCanReturn(const clang::Expr *E) const;
  void returnByAll(Nodes &List, const Item &It);

  // LoopRewrite.cpp, StridedLoopRewrite.cpp
  Nodes buildLoop(const Item &It, const clang::Stmt *Loop, const Place &At);
  void overlayChanges(const clang::Stmt *S);
  Nodes plainLoop(const Item &It, const clang::Stmt *Loop, const Place &At);
  Nodes keepLoop(const Item &It, const clang::Stmt *Loop, const Place &At);
  std::optional<Nodes> stridedLoop(const Item &It, const clang::ForStmt *For, const Place &At);
  Nodes orLoop(const Item &It, const clang::Stmt *Loop, const Place &At);
  bool holdsBlockBarrier(const clang::Stmt *S) const;
  void dropLastBarrier(Nodes &Kids);
  bool headerRunsEverywhere(const clang::Stmt *Loop) const;
  void findFlatUpdates(const clang::Stmt *Loop);
  bool hasDivergentTrip(const clang::Stmt *Loop) const;
  Nodes declareExitFlag(const clang::Stmt *Loop, bool IsContinue);
  Guard loopGuard(const clang::Stmt *Loop) const;
  std::vector<Exit> loopExitsOutside(const clang::Stmt *Loop) const;
  bool setEverywhere(const clang::VarDecl *V) const;
  bool isFixed(const clang::Expr *E, const clang::Stmt *Loop) const;
  static void trimWords(Piece &P, bool Front = false);

  // ExitRewrite.cpp
  void findExits();
  bool takenAlone(const Exit &E) const;
  bool skipsBarrier(const Exit &E, bool StrictOnly) const;
  bool loopIsGuarded(const clang::Stmt *Loop) const;
  bool isLowered(const clang::Stmt *Exit) const { return Lowered.contains(Exit); }
  std::vector<Exit> lowerings(const clang::Stmt *S) const;
  /// Lowered exits inside `S` whose target lies outside it.
  std::vector<Exit> escaping(const clang::Stmt *S) const;
  /// An `if (c) { ...; return; }` whose exit affects this list only; null: it is not one.
  const clang::IfStmt *simpleExit(const Item &It, const clang::Stmt *Body) const;
  bool nothingFollows(const clang::Stmt *Body, const Exit &E) const;
  void fillTiles(llvm::ArrayRef<Item> Ifs, llvm::ArrayRef<Item> Rest, std::optional<FlagId> Stays);
  void takeTiles(StagedTile &Tile, llvm::ArrayRef<Item> List, bool InLoop,
                 std::vector<const clang::Stmt *> &Taken) const;
  std::optional<size_t> upToLastBarrier(llvm::ArrayRef<Item> Rest, const clang::Stmt *Body) const;
  bool onlyLeave(llvm::ArrayRef<Item> Exits) const;
  bool holdLater(llvm::ArrayRef<Item> Exits) const;
  bool isIdle(const clang::Stmt *S, llvm::ArrayRef<Item> Exits) const;
  bool keepsOut(const clang::Stmt *S, llvm::ArrayRef<Item> Exits) const;
  size_t exitsAt(llvm::ArrayRef<Item> Items, const clang::Stmt *Body) const;
  bool onlyMoves(llvm::ArrayRef<Item> Items, const clang::Stmt *Body) const;
  bool isNeedless(llvm::ArrayRef<Item> Items, const clang::Stmt *Body) const;
  bool mayRunByAll(llvm::ArrayRef<Item> List, llvm::ArrayRef<Item> Exits) const;
  Nodes buildTail(llvm::ArrayRef<Item> Exits, llvm::ArrayRef<Item> Tail,
                  std::optional<Literal> Leaves);
  Nodes buildSimpleExit(const clang::IfStmt *If, llvm::ArrayRef<Item> Items,
                        const clang::Stmt *Body, const Place &At);
  void checkExit(const Exit &E);
  FlagId exitFlag(const Exit &E);
  Nodes buildExit(const Item &It);

  const SplitTask &Task;
  SourceText Source;
  NameChooser Names;
  OutContext Out;
  CutFacts Facts;
  EveryBuild Builds;
  std::vector<Exit> Exits;
  llvm::DenseSet<const clang::Stmt *> Lowered;
  std::map<std::pair<const clang::Stmt *, bool>, FlagId> ExitFlags;
  /// By list and type: the variable that holds values between the halves of a statement.
  std::map<std::pair<const clang::Stmt *, std::string>, FlagId> StatementValues;
  std::optional<Literal> Comes;                    ///< in a guarded function: the thread takes part
  llvm::DenseSet<const clang::Stmt *> FlatUpdates; ///< updates that every thread may run
  llvm::DenseSet<const clang::Stmt *> TileFills;   ///< statements that every thread must run
  std::vector<const clang::Stmt *> Region;         ///< statements being rewritten
  std::vector<Edit> Edits;
  /// Bodies on one line, with the places for new calls in them.
  llvm::MapVector<const clang::CompoundStmt *, std::vector<std::pair<unsigned, std::string>>>
      OneLiners;
  SplitSummary Summary;
};

} // namespace cudafix::transform
