// SPDX-License-Identifier: Apache-2.0
#include "analysis/footprint/Footprint.h"
#include "analysis/question/Objects.h"
#include "model/Check.h"
#include "smt/Impossible.h"
#include "transform/text/AccessFacts.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/KernelLaunches.h"
#include "transform/text/NameChooser.h"
#include "transform/text/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace clang;

namespace cudafix::transform {

namespace {

/// Accesses of one node that one vector access can replace.
struct Group {
  unsigned Bytes = 0;
  bool Reads = true;
  std::vector<std::vector<AccessId>> Parts; ///< by address; accesses of one address together
};

/// An access in the source.
struct Place {
  const clang::Expr *E = nullptr;
  const Stmt *Of = nullptr; ///< the statement it stands in
};

class Vectorizer {
public:
  Vectorizer(const Context &C, ArrayId A)
      : C(C), K(C.K.Model), A(A), Lookup(C.P, C.K), Ctx(C.P.device().getASTContext()),
        Text(Ctx, Ctx.getSourceManager().getFileID(
                      Ctx.getSourceManager().getExpansionLoc(C.K.Decl->getLocation()))),
        Names(C.K.Decl) {}
  /// Rewrites all groups whose first access is at one of the places.
  llvm::Expected<std::vector<Edit>> write(llvm::ArrayRef<SourceLoc> Where);
  unsigned bytes() const { return Widest; }

private:
  llvm::Error refuse(const llvm::Twine &Why) const {
    return llvm::createStringError("line " + llvm::Twine(Line) + ": " + Why);
  }
  llvm::Expected<std::map<AccessId, unsigned>> firsts(llvm::ArrayRef<SourceLoc> Where) const;
  llvm::Expected<Group> groupOf(AccessId First, unsigned Bytes) const;
  bool alwaysAt(const Access &Of, const Access &From, int64_t Distance) const;
  bool alwaysAligned(const Access &Of, unsigned Bytes) const;
  unsigned eventOf(AccessId Id) const;
  llvm::Error checkBetween(const Group &G, unsigned Begin, unsigned End) const;
  llvm::Error locate(const Group &G);
  llvm::Error checkAddress(const Group &G) const;
  llvm::Expected<std::string> vectorType(const Group &G) const;
  llvm::Error writeReads(const Group &G, const std::string &Type);
  llvm::Error writeStores(const Group &G, const std::string &Type);
  llvm::Expected<std::vector<Edit>> joined();
  std::string nameOf(const Group &G) const;
  std::string pointer(const std::string &Type, const clang::Expr *Lowest) const;

  const Context &C;
  const Kernel &K;
  ArrayId A;
  SourceLookup Lookup;
  const ASTContext &Ctx;
  SourceText Text;
  NameChooser Names;
  unsigned Line = 0, Widest = 0;     ///< bytes
  std::map<AccessId, Place> Places;  ///< of the current group
  std::vector<const Stmt *> InOrder; ///< its statements, in program order
  std::vector<Edit> Edits;
};

/// The first accesses of groups with their sizes, which must be the same under every launch.
llvm::Expected<std::map<AccessId, unsigned>>
Vectorizer::firsts(llvm::ArrayRef<SourceLoc> Where) const {
  std::optional<std::map<AccessId, unsigned>> Common;
  for (const Launch &L : C.Launches) {
    std::map<AccessId, unsigned> Own;
    for (const analysis::Footprint &F : analysis::computeFootprints(K, L).Accesses)
      if (F.VectorBytes && K.access(F.Access).Array == A &&
          llvm::is_contained(Where, K.access(F.Access).Loc))
        Own[F.Access] = F.VectorBytes;
    if (Common && *Common != Own)
      return refuse("the launches of the kernel differ in what could be one access");
    Common = std::move(Own);
  }
  if (!Common || Common->empty())
    return refuse("no launch of the kernel is seen");
  return *Common;
}

/// Returns true if the two addresses are `Distance` apart for every thread, whatever the launch.
bool Vectorizer::alwaysAt(const Access &Of, const Access &From, int64_t Distance) const {
  ExprContext &X = *K.Ctx;
  Expr Differs = X.ne(X.sub(Of.Offset, From.Offset), X.constant(Distance, 64));
  return smt::impossible(*C.K.Solving, {Differs});
}

bool Vectorizer::alwaysAligned(const Access &Of, unsigned Bytes) const {
  ExprContext &X = *K.Ctx;
  return llvm::all_of(C.Launches, [&](const Launch &L) {
    Expr At = analysis::LaunchConstants(K, L).in(Of.Offset);
    Expr Rest = X.binary(Op::URem, At, X.constant(Bytes, 64));
    return smt::impossible(*C.K.Solving, {X.ne(Rest, X.constant(0, 64))});
  });
}

llvm::Expected<Group> Vectorizer::groupOf(AccessId First, unsigned Bytes) const {
  const Access &F = K.access(First);
  Group G;
  G.Bytes = Bytes;
  G.Reads = F.Kind == AccessKind::Read;
  if (!alwaysAligned(F, Bytes))
    return refuse("the place is not proved to be a multiple of " + llvm::Twine(Bytes) + " bytes");
  int64_t Size = F.Size->value();
  for (int64_t At = 0; At < Bytes; At += Size) {
    std::vector<AccessId> &Part = G.Parts.emplace_back();
    for (const Access &Each : K.Accesses)
      if (Each.Node == F.Node && Each.Array == A && Each.Kind == F.Kind && Each.Size == F.Size &&
          alwaysAt(Each, F, At))
        Part.push_back(Each.Id);
    if (Part.empty() || (!G.Reads && Part.size() > 1))
      return refuse("the parts are not found");
  }
  return G;
}

unsigned Vectorizer::eventOf(AccessId Id) const {
  const std::vector<Event> &All = K.Nodes[K.access(Id).Node].Events;
  return llvm::find_if(
             All, [&](const Event &E) { return E.What == Event::Kind::Access && E.Id == Id; }) -
         All.begin();
}

/// Checks that no statement comes between the parts.
llvm::Error Vectorizer::checkBetween(const Group &G, unsigned Begin, unsigned End) const {
  NodeId N = K.access(G.Parts[0][0]).Node;
  for (const ModelGap &Gap : K.Gaps)
    if ((Gap.Node == N || Gap.Node == NoId) && Gap.MayAccessMemory)
      return refuse(Gap.Reason);
  for (unsigned I = Begin; I < End; ++I) {
    const Event &E = K.Nodes[N].Events[I];
    if (E.What == Event::Kind::Barrier || E.What == Event::Kind::Fence)
      return refuse("a barrier or fence stands between the parts");
    if (E.What != Event::Kind::Access)
      continue;
    const Access &Other = K.access(E.Id);
    bool IsPart = llvm::any_of(G.Parts, [&](auto &P) { return llvm::is_contained(P, E.Id); });
    bool Orders = Other.Kind != AccessKind::Read || !G.Reads;
    if (!IsPart && Orders && !analysis::surelyDistinct(K, C.Launches, A, Other.Array))
      return refuse("between the parts, '" + Other.Text + "' may access the same memory");
  }
  return llvm::Error::success();
}

/// Finds the parts in the source.
llvm::Error Vectorizer::locate(const Group &G) {
  Places.clear();
  std::vector<std::pair<unsigned, AccessId>> Order;
  for (const std::vector<AccessId> &Part : G.Parts)
    for (AccessId Id : Part) {
      const Access &Of = K.access(Id);
      if (llvm::count_if(K.Accesses, [&](const Access &O) {
            return O.Loc == Of.Loc && O.Kind == Of.Kind && O.Array == Of.Array;
          }) > 1)
        return refuse("'" + Of.Text + "' stands in code that is there several times");
      const clang::Expr *E = expressionOf(C, Lookup, Of);
      const Stmt *S = Lookup.statementAt(Of.Loc).S;
      if (!E || !S || Text.inMacro(S) || !listOf(C.K.Decl, S))
        return refuse("'" + Of.Text + "' is no access of a statement that can be edited");
      Places[Id] = {E, S};
      Order.push_back({eventOf(Id), Id});
    }
  llvm::sort(Order);
  InOrder.clear();
  for (auto [At, Id] : Order)
    InOrder.push_back(Places[Id].Of);
  unsigned Begin = Order.front().first;
  const std::vector<Event> &Events = K.Nodes[K.access(Order[0].second).Node].Events;
  while (Begin > 0 && Events[Begin - 1].What != Event::Kind::Slot)
    --Begin; // to the start of the statement
  return checkBetween(G, Begin, Order.back().first);
}

/// Checks that the address is the same at the statement where it is computed now.
llvm::Error Vectorizer::checkAddress(const Group &G) const {
  const clang::Expr *Lowest = Places.at(G.Parts[0][0]).E;
  unsigned Begin = Text.begin(InOrder.front()), End = Text.end(InOrder.back());
  for (const auto &[Id, P] : Places)
    if (!isPure(P.E))
      return refuse("an index has a side effect");
  VarSet Changed;
  walk(C.K.Decl->getBody(), [&](const Stmt *S) {
    bool Within = Text.begin(S) >= Begin && Text.end(S) <= End;
    for (const VarDecl *V : Within ? changedVars(S) : VarSet())
      Changed.insert(V);
    return !Within;
  });
  for (const VarDecl *V : usedVars(Lowest))
    if (Changed.contains(V) ||
        (V->isLocalVarDecl() && G.Reads && Text.offset(V->getLocation()) >= Begin))
      return refuse("'" + V->getNameAsString() + "' changes between the parts");
  return llvm::Error::success();
}

/// The vector type, "float4".
llvm::Expected<std::string> Vectorizer::vectorType(const Group &G) const {
  QualType T = Places.at(G.Parts[0][0]).E->getType();
  for (const auto &[Id, P] : Places)
    if (!Ctx.hasSameUnqualifiedType(P.E->getType(), T) || P.E->getType().isVolatileQualified())
      return refuse("the parts are not of one type");
  if (writtenElement(Places.at(G.Parts[0][0]).E, Text) != T.getUnqualifiedType().getAsString())
    return refuse("the type of the parts follows from a template's argument");
  const auto *B = T->getAs<BuiltinType>();
  llvm::StringRef Name = !B                                       ? ""
                         : B->getKind() == BuiltinType::Float     ? "float"
                         : B->getKind() == BuiltinType::Double    ? "double"
                         : B->getKind() == BuiltinType::Int       ? "int"
                         : B->getKind() == BuiltinType::UInt      ? "uint"
                         : B->getKind() == BuiltinType::Short     ? "short"
                         : B->getKind() == BuiltinType::UShort    ? "ushort"
                         : B->getKind() == BuiltinType::LongLong  ? "longlong"
                         : B->getKind() == BuiltinType::ULongLong ? "ulonglong"
                                                                  : "";
  if (Name.empty() || G.Parts.size() > 4)
    return refuse("there is no vector type of " + llvm::Twine(G.Parts.size()) + " '" +
                  T.getUnqualifiedType().getAsString() + "'");
  return Name.str() + std::to_string(G.Parts.size());
}

/// The name of the pointer or array in the source of the access.
std::string Vectorizer::nameOf(const Group &G) const {
  const VarDecl *Base = memoryBase(Places.at(G.Parts[0][0]).E);
  return Base ? Base->getNameAsString() : K.array(A).Name;
}

std::string Vectorizer::pointer(const std::string &Type, const clang::Expr *Lowest) const {
  return "*reinterpret_cast<" + Type + " *>(&" + Text.copy(Lowest) + ")";
}

static bool isRead(const Stmt *In, const clang::Expr *E) {
  bool Found = false;
  walk(In, [&](const Stmt *S) {
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S))
      Found |= Cast->getCastKind() == CK_LValueToRValue && Cast->getSubExpr()->IgnoreParens() == E;
    return !Found;
  });
  return Found;
}

llvm::Error Vectorizer::writeReads(const Group &G, const std::string &Type) {
  const Stmt *First = InOrder.front();
  unsigned Begin = Text.begin(First);
  std::string Array = nameOf(G), Count = std::to_string(G.Parts.size());
  std::string Name = Names.choose({Array + Count, Array + "Parts"});
  Edits.push_back({Text.path(), Begin, 0,
                   "const " + Type + " " + Name + " = " +
                       pointer("const " + Type, Places[G.Parts[0][0]].E) + ";\n" +
                       Text.indent(Begin).str()});
  for (auto [I, Part] : llvm::enumerate(G.Parts))
    for (AccessId Id : Part) {
      const Place &P = Places[Id];
      if (!isRead(P.Of, P.E))
        return refuse("'" + K.access(Id).Text + "' is more than read");
      unsigned At = Text.begin(P.E);
      Edits.push_back(
          {Text.path(), At, Text.tokenEnd(P.E->getEndLoc()) - At, Name + "." + "xyzw"[I]});
    }
  return llvm::Error::success();
}

llvm::Error Vectorizer::writeStores(const Group &G, const std::string &Type) {
  std::vector<std::string> Values(G.Parts.size());
  const Stmt *Last = InOrder.back();
  std::string Element = writtenElement(Places[G.Parts[0][0]].E, Text);
  for (auto [I, Part] : llvm::enumerate(G.Parts)) {
    const Place &P = Places[Part[0]];
    const auto *Whole = dyn_cast<clang::Expr>(P.Of);
    const auto *Assign = Whole ? dyn_cast<BinaryOperator>(Whole->IgnoreParenImpCasts()) : nullptr;
    if (!Assign || Assign->getOpcode() != BO_Assign || Assign->getLHS()->IgnoreParens() != P.E ||
        Assign->getRHS()->getEndLoc().isMacroID() || Assign->getRHS()->getBeginLoc().isMacroID())
      return refuse("'" + K.access(Part[0]).Text + "' is not stored by a statement of its own");
    if (P.Of == Last) {
      Values[I] = Text.copy(Assign->getRHS());
      continue;
    }
    Values[I] = Names.choose({nameOf(G) + llvm::StringRef("XYZW").substr(I, 1).str()});
    unsigned Begin = Text.begin(P.Of), Value = Text.begin(Assign->getRHS());
    Edits.push_back(
        {Text.path(), Begin, Value - Begin, "const " + Element + " " + Values[I] + " = "});
  }
  unsigned Begin = Text.begin(Last);
  Edits.push_back({Text.path(), Begin, Text.end(Last) - Begin,
                   pointer(Type, Places[G.Parts[0][0]].E) + " = make_" + Type + "(" +
                       llvm::join(Values, ", ") + ");"});
  return llvm::Error::success();
}

llvm::Expected<std::vector<Edit>> Vectorizer::write(llvm::ArrayRef<SourceLoc> Where) {
  Line = Where.front().Line;
  llvm::Expected<std::map<AccessId, unsigned>> Firsts = firsts(Where);
  if (!Firsts)
    return Firsts.takeError();
  if (llvm::Error E = onlyInstantiation(C))
    return E;
  std::set<AccessId> Done;
  for (auto [First, Bytes] : *Firsts) {
    if (Done.count(First)) // this place is done
      continue;
    Line = K.access(First).Loc.Line;
    if (!beginsAligned(C, A, Bytes))
      return refuse("no allocation shows that '" + K.array(A).Name + "' begins at a multiple of " +
                    llvm::Twine(Bytes) + " bytes");
    llvm::Expected<Group> G = groupOf(First, Bytes);
    if (!G)
      return G.takeError();
    for (const std::vector<AccessId> &Part : G->Parts)
      Done.insert(Part.begin(), Part.end());
    if (llvm::Error E = locate(*G))
      return E;
    if (llvm::Error E = checkAddress(*G))
      return E;
    llvm::Expected<std::string> Type = vectorType(*G);
    if (!Type)
      return Type.takeError();
    if (llvm::Error E = G->Reads ? writeReads(*G, *Type) : writeStores(*G, *Type))
      return E;
    Widest = std::max(Widest, Bytes);
  }
  return joined();
}

/// Joins the insertions of several groups before one statement into one edit.
llvm::Expected<std::vector<Edit>> Vectorizer::joined() {
  llvm::sort(Edits);
  std::vector<Edit> All;
  for (Edit &E : Edits) {
    Edit *Last = All.empty() ? nullptr : &All.back();
    if (Last && E.Offset == Last->Offset && !Last->Length) {
      Last->Text += E.Text;
      Last->Length = E.Length;
    } else if (Last && E.Offset < Last->Offset + Last->Length) {
      return refuse("one of the accesses is made by a statement that stores another one");
    } else {
      All.push_back(std::move(E));
    }
  }
  return All;
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  ArrayId A = C.K.Model.access(F.Accesses[0]).Array;
  std::vector<SourceLoc> Where{F.Loc};
  for (const Related &R : F.RelatedPlaces)
    if (R.What == Role::Access)
      Where.push_back(R.Loc);
  Vectorizer V(C, A);
  llvm::Expected<std::vector<Edit>> Edits = V.write(Where);
  if (!Edits)
    return Edits.takeError();
  Repair R = suggest("vectorize-access",
                     "access " + std::to_string(V.bytes()) + " bytes of '" +
                         C.K.Model.array(A).Name + "' at once",
                     std::move(*Edits));
  assumeAllSeen(C.K, R);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) {
  return F.check() == Check::ScalarAccess && !F.Accesses.empty();
}

const RepairKind VectorizeAccess = {
    "vectorize-access",
    R"(Turns neighbouring scalar accesses of a thread into one vector access.

Before:                              After:
  out[i] = a[2 * i] + a[2 * i + 1];    const float2 a2 =
                                           *reinterpret_cast<const float2 *>(&a[2 * i]);
                                       out[i] = a2.x + a2.y;

Where host code shows the allocation of the array, so that it begins at a multiple of the
vector's size, the places are proved to be multiples of it for every thread, and nothing that may
access the same memory stands between the parts. A note's repair: --show note.)",
    applies, propose, "vectorize accesses"};

} // namespace cudafix::transform
