// SPDX-License-Identifier: Apache-2.0
#include "transform/split/HoistLocals.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

/// A statement list of the tree, with the path to its parent.
struct ListInfo {
  Nodes *List;
  int Parent;
  unsigned Index; ///< of the owning node in the parent list
};

std::vector<const VarDecl *> declaredVars(const Node &N) {
  std::vector<const VarDecl *> Vars;
  if (N.K == Node::Kind::Code)
    for (const Stmt *S : N.Stmts)
      if (const auto *Decls = dyn_cast<DeclStmt>(S))
        for (const Decl *D : Decls->decls())
          if (const auto *V = dyn_cast<VarDecl>(D))
            Vars.push_back(V);
  return Vars;
}

class Hoister {
public:
  Hoister(OutContext &C, Nodes &Root) : C(C) { collect(Root, -1, 0); }
  void run();

private:
  enum class Form { Move, Assign, Redeclare, None };
  void collect(Nodes &List, int Parent, unsigned Index);
  void use(const Stmt *S, int List);
  void usePieces(const Pieces &P, int List);
  bool encloses(int Outer, int Inner) const;
  /// The list for the declaration, given one that holds the old declaration and all uses.
  int target(int Home, const std::set<int> &Uses) const;
  unsigned indexIn(int Target, int Home, unsigned Index) const;
  void hoistSave(int Home, unsigned Index, Node &N);
  void hoistDecls(int Home, unsigned Index, Node &N);
  Form formFor(const VarDecl *V, int Target) const;
  bool movable(const VarDecl *V) const;
  void renameOnConflict(const VarDecl *V, int Target);
  void redeclare(const Node &N, int Target, const std::set<int> &Uses);
  Node declaration(const Node &From, const VarDecl *V) const; // may add to C.Failures
  void insert();

  OutContext &C;
  std::vector<ListInfo> Lists;
  llvm::DenseMap<const VarDecl *, std::set<int>> VarUses;
  std::map<FlagId, std::set<int>> FlagUses;
  std::map<int, std::set<std::string>> DeclaredIn;
  VarSet Moved, Declared;
  struct Insertion {
    unsigned Index;
    Node N;
  };
  std::map<int, std::vector<Insertion>> Insertions;
};

void Hoister::use(const Stmt *S, int List) {
  for (const VarDecl *V : usedVars(S))
    VarUses[V].insert(List);
}

void Hoister::usePieces(const Pieces &P, int List) {
  for (const Piece &Part : P) {
    if (Part.E)
      use(Part.E, List);
    if (Part.Flag >= 0)
      FlagUses[Part.Flag].insert(List);
    if (Part.Flag >= 0 && C.Flags[Part.Flag].Var)
      VarUses[C.Flags[Part.Flag].Var].insert(List);
  }
}

void Hoister::collect(Nodes &List, int Parent, unsigned Index) {
  int Id = Lists.size();
  Lists.push_back({&List, Parent, Index});
  for (unsigned I = 0; I < List.size(); ++I) {
    Node &N = List[I];
    for (const Stmt *S : N.Stmts)
      use(S, Id);
    usePieces(N.Text, Id);
    usePieces(N.Tail, Id);
    for (const Literal &L : N.Cond)
      usePieces({Piece::flag(L.Flag)}, Id);
    if (!N.Dissolved)
      for (const VarDecl *V : declaredVars(N))
        DeclaredIn[Id].insert(V->getNameAsString());
    for (const VarDecl *V : declaredVars(N))
      Declared.insert(V);
    if (!N.Kids.empty())
      collect(N.Kids, Id, I);
    if (!N.Else.empty())
      collect(N.Else, Id, I);
  }
}

bool Hoister::encloses(int Outer, int Inner) const {
  while (Inner > Outer)
    Inner = Lists[Inner].Parent;
  return Inner == Outer;
}

int Hoister::target(int Home, const std::set<int> &Uses) const {
  int Target = Home;
  while (!llvm::all_of(Uses, [&](int Use) { return encloses(Target, Use); }))
    Target = Lists[Target].Parent;
  return Target;
}

unsigned Hoister::indexIn(int Target, int Home, unsigned Index) const {
  while (Home != Target) {
    Index = Lists[Home].Index;
    Home = Lists[Home].Parent;
  }
  return Index;
}

void Hoister::hoistSave(int Home, unsigned Index, Node &N) {
  int Target = target(Home, FlagUses[N.Var]);
  if (Target == Home || N.Assign)
    return;
  Flag &F = C.Flags[N.Var];
  F.Assigned = N.Assign = true;
  Node D{Node::Kind::Line};
  D.Text = {Piece::words(F.Type + " " + F.Name + F.HoistInit + ";")};
  Insertions[Target].push_back({indexIn(Target, Home, Index), std::move(D)});
}

bool isLaunchConstant(const VarDecl *V) {
  StringRef Name = V->getName();
  return Name == "threadIdx" || Name == "blockIdx" || Name == "blockDim" || Name == "gridDim" ||
         Name == "warpSize";
}

/// Returns true if the whole declaration may run earlier, and in threads that do not take the
/// branch.
bool Hoister::movable(const VarDecl *V) const {
  const Expr *Init = V->getInit();
  if (V->hasAttr<CUDASharedAttr>() || V->isStaticLocal() || !Init || V->isConstexpr())
    return true;
  if (!isPure(Init) || readsMemory(Init))
    return false;
  bool Safe = true;
  walk(Init, [&](const Stmt *S) {
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      Safe &= !B->isMultiplicativeOp() || B->getType()->isUnsignedIntegerType() ||
              V->getType()->isArrayType();
    return Safe;
  });
  for (const VarDecl *Used : usedVars(Init))
    Safe &= isLaunchConstant(Used) ||
            (Declared.contains(Used) ? Moved.contains(Used) : !C.ChangedInRegion.contains(Used));
  return Safe;
}

bool isHoistableType(QualType T) {
  if (const CXXRecordDecl *R = T->getAsCXXRecordDecl())
    return R->hasDefaultConstructor() && !R->isLambda() &&
           (R->hasSimpleCopyAssignment() || R->hasTrivialCopyAssignment() ||
            R->needsImplicitCopyAssignment());
  return T->isScalarType() || T->isVectorType();
}

Hoister::Form Hoister::formFor(const VarDecl *V, int Target) const {
  QualType T = V->getType();
  if (movable(V) && !T->isReferenceType() && !C.StartAtZero.contains(V))
    return Form::Move;
  if (!T->isReferenceType() && isHoistableType(T))
    return Form::Assign;
  const Expr *Init = V->getInit();
  if (!Init || !isPure(Init) || (readsMemory(Init) && !T->isReferenceType()))
    return Form::None;
  for (const VarDecl *Used : usedVars(Init))
    if (C.ChangedInRegion.contains(Used))
      return Form::None;
  return Form::Redeclare;
}

void Hoister::renameOnConflict(const VarDecl *V, int Target) {
  std::string Name = V->getNameAsString();
  bool Taken = C.OuterNames.count(Name);
  for (int List = Target; List >= 0 && !Taken; List = Lists[List].Parent)
    Taken = DeclaredIn[List].count(Name);
  if (Taken)
    C.Source.Renames[V] = Name = C.Names.choose({Name});
  DeclaredIn[Target].insert(Name);
}

/// Turns "const float *" into the type for a declaration that is assigned later.
std::string withoutConst(std::string Type, QualType T) {
  if (!T.isConstQualified())
    return Type;
  size_t At = T->isPointerType() ? Type.rfind("const") : Type.find("const");
  if (At == std::string::npos)
    return Type;
  size_t End = At + 5;
  while (End < Type.size() && Type[End] == ' ' &&
         (At == 0 || Type[At - 1] == ' ' || End + 1 == Type.size()))
    ++End;
  Type.erase(At, End - At);
  return Type;
}

/// The text before a declared name: the specifiers of the declaration and the variable's own stars.
static std::string spelledType(const SourceText &S, const DeclStmt *Decls, const VarDecl *V) {
  const VarDecl *First = cast<VarDecl>(*Decls->decl_begin()), *Previous = nullptr;
  std::string Specifiers = S.slice(S.begin(Decls), S.offset(First->getLocation())).str();
  for (const Decl *D : Decls->decls()) {
    if (D == V)
      break;
    Previous = cast<VarDecl>(D);
  }
  if (!Previous)
    return Specifiers;
  StringRef Own =
      S.slice(S.tokenEnd(Previous->getEndLoc()), S.offset(V->getLocation())).ltrim(" \t\r\n,");
  return (StringRef(Specifiers).rtrim("*& ") + " " + Own).str();
}

Node Hoister::declaration(const Node &From, const VarDecl *V) const {
  const SourceText &S = C.Source;
  const auto *Decls = cast<DeclStmt>(From.Stmts.front());
  QualType T = V->getType();
  std::string Type;
  if (!V->getTypeSourceInfo()->getType()->getContainedAutoType()) {
    Type = withoutConst(spelledType(S, Decls, V), T);
  } else {
    if (C.F->isTemplateInstantiation())
      C.Failures.push_back("the type of '" + V->getNameAsString() + "' depends on the template");
    PrintingPolicy Policy(S.context().getLangOpts());
    Policy.SuppressTagKeyword = true;
    Type = T.getUnqualifiedType().getAsString(Policy);
    if (!StringRef(Type).ends_with("*"))
      Type += " ";
  }
  auto Renamed = S.Renames.find(V);
  Node D{Node::Kind::Line};
  D.Text = {Piece::words(Type +
                         (Renamed != S.Renames.end() ? Renamed->second : V->getNameAsString()) +
                         (C.StartAtZero.contains(V) ? " = 0;" : ";"))};
  return D;
}

void Hoister::redeclare(const Node &N, int Target, const std::set<int> &Uses) {
  std::set<int> Places;
  for (int Use : Uses) {
    int At = Use;
    while (Lists[At].Parent != Target && Lists[At].Parent >= 0 && At != Target)
      At = Lists[At].Parent;
    Places.insert(At);
  }
  for (int Place : Places)
    if (!llvm::any_of(*Lists[Place].List, [&](const Node &Other) { return &Other == &N; })) {
      Node Copy = N;
      Copy.LeadBegin = Copy.LeadEnd = 0;
      Copy.Trail.clear();
      Insertions[Place].push_back({0, std::move(Copy)});
    }
}

void Hoister::hoistDecls(int Home, unsigned Index, Node &N) {
  std::vector<const VarDecl *> Vars = declaredVars(N);
  std::set<int> Uses;
  for (const VarDecl *V : Vars)
    Uses.insert(VarUses[V].begin(), VarUses[V].end());
  int Target = target(Home, Uses);
  if (Target == Home) {
    if (N.Dissolved)
      for (const VarDecl *V : Vars)
        renameOnConflict(V, Target);
    return;
  }
  std::set<Form> Forms;
  for (const VarDecl *V : Vars)
    Forms.insert(formFor(V, Target));
  Form How = *Forms.rbegin();
  if (How == Form::Assign &&
      !llvm::all_of(Vars, [](const VarDecl *V) { return isHoistableType(V->getType()); }))
    How = Form::None;
  if (N.Stmts.size() > 1 || Vars.front()->getLocation().isMacroID()) {
    C.Failures.push_back("the declaration of '" + Vars.front()->getNameAsString() +
                         "' comes from a macro");
    return;
  }
  if (How == Form::None || (How == Form::Redeclare && Vars.size() > 1)) {
    C.Failures.push_back("'" + Vars.front()->getNameAsString() + "' of type '" +
                         Vars.front()->getType().getAsString() +
                         "' cannot be declared before the branch");
    return;
  }
  if (How == Form::Redeclare)
    return redeclare(N, Target, Uses);
  for (const VarDecl *V : Vars)
    renameOnConflict(V, Target);
  unsigned At = indexIn(Target, Home, Index);
  if (How == Form::Move) {
    Moved.insert(Vars.begin(), Vars.end());
    Node Whole = std::move(N);
    N = Node{Node::Kind::Code};
    Insertions[Target].push_back({At, std::move(Whole)});
    return;
  }
  for (const VarDecl *V : Vars) {
    Node D = declaration(N, V);
    if (V == Vars.front()) {
      D.LeadBegin = N.LeadBegin, D.LeadEnd = N.LeadEnd, D.Origin = N.Origin;
      D.Trail = N.Trail;
      N.LeadBegin = N.LeadEnd = 0;
      N.Trail.clear();
    }
    Insertions[Target].push_back({At, std::move(D)});
  }
  N.Assign = true;
}

void Hoister::insert() {
  // Inner lists first: inserting into a list moves the nodes that own the inner lists.
  for (auto It = Insertions.rbegin(); It != Insertions.rend(); ++It) {
    Nodes &List = *Lists[It->first].List;
    std::vector<Insertion> &Todo = It->second;
    std::vector<Insertion> Sorted;
    for (unsigned I = 0; I < List.size(); ++I)
      for (Insertion &T : Todo)
        if (T.Index == I)
          Sorted.push_back(std::move(T));
    Todo = std::move(Sorted);
    Nodes Out;
    size_t Next = 0;
    for (unsigned I = 0; I < List.size(); ++I) {
      for (; Next < Todo.size() && Todo[Next].Index == I; ++Next)
        Out.push_back(std::move(Todo[Next].N));
      Out.push_back(std::move(List[I]));
    }
    List = std::move(Out);
  }
}

void Hoister::run() {
  for (int Id = 0; Id < static_cast<int>(Lists.size()); ++Id)
    for (unsigned I = 0; I < Lists[Id].List->size(); ++I) {
      Node &N = (*Lists[Id].List)[I];
      if (N.K == Node::Kind::Save)
        hoistSave(Id, I, N);
      else if (!declaredVars(N).empty())
        hoistDecls(Id, I, N);
    }
  insert();
}

} // namespace

void hoistLocals(OutContext &C, Nodes &Root) { Hoister(C, Root).run(); }

std::string assignmentText(const OutContext &C, const Node &N) {
  std::string Out;
  for (const VarDecl *V : declaredVars(N)) {
    const Expr *Init = V->getInit();
    if (!Init || (isa<CXXConstructExpr>(Init) && V->getInitStyle() == VarDecl::CallInit &&
                  cast<CXXConstructExpr>(Init)->getNumArgs() == 0))
      continue;
    auto Renamed = C.Source.Renames.find(V);
    std::string Name = Renamed != C.Source.Renames.end() ? Renamed->second : V->getNameAsString();
    std::string Text = C.Source.copy(Init);
    if (const auto *Made = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
        Made && V->getInitStyle() == VarDecl::CallInit) {
      SourceRange Parens = Made->getParenOrBraceRange();
      PrintingPolicy Policy(C.Source.context().getLangOpts());
      Text = V->getType().getUnqualifiedType().getAsString(Policy) +
             C.Source.slice(C.Source.offset(Parens.getBegin()), C.Source.tokenEnd(Parens.getEnd()))
                 .str();
    }
    Out += (Out.empty() ? "" : "\n" + C.Source.indent(N.Origin).str()) + Name + " = " + Text + ";";
  }
  return Out;
}

} // namespace cudafix::transform
