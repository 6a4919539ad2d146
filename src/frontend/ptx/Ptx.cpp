// SPDX-License-Identifier: Apache-2.0

#include "frontend/ptx/Ptx.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

PtxClass frontend::classOf(StringRef Opcode) {
  static const StringMap<PtxClass> Classes = {
#define PTX_OPCODE(Name, Class) {Name, PtxClass::Class},
#include "frontend/ptx/Ptx.def"
  };
  for (; !Opcode.empty(); Opcode = Opcode.contains('.') ? Opcode.rsplit('.').first : "")
    if (auto At = Classes.find(Opcode); At != Classes.end())
      return At->second;
  return PtxClass::Unknown;
}

static ArrayRef<PtxRegister> registers() {
  static const PtxRegister All[] = {
#define PTX_INDEX(Name, Term)                                                                      \
  {Name ".x", PtxTerm::Term, 0}, {Name ".y", PtxTerm::Term, 1}, {Name ".z", PtxTerm::Term, 2},
#define PTX_LANE(Name, Term) {Name, PtxTerm::Term},
#define PTX_STEADY(Name, Bits, Among, Lo, Hi)                                                      \
  {Name, PtxTerm::None, 0, Bits, Uniformity::Among, Lo, Hi},
#define PTX_VOLATILE(Name, Bits, Among)                                                            \
  {Name,                                                                                           \
   PtxTerm::None,                                                                                  \
   0,                                                                                              \
   Bits,                                                                                           \
   Uniformity::Among,                                                                              \
   Uniformity::Among == Uniformity::Thread ? INT64_MIN : 0,                                        \
   Uniformity::Among == Uniformity::Thread ? INT64_MAX : INT32_MAX,                                \
   true},
#include "frontend/ptx/Ptx.def"
  };
  return All;
}

bool PtxRegister::isClock() const {
  return Name.starts_with("clock") || Name.starts_with("globaltimer");
}

bool PtxRegister::isOfWarp() const {
  return Term >= PtxTerm::LaneId ? Term != PtxTerm::WarpSize : Name.ends_with("warpid");
}

const PtxRegister *frontend::registerOf(StringRef Name) {
  static const StringMap<const PtxRegister *> ByName = [] {
    StringMap<const PtxRegister *> Map;
    for (const PtxRegister &R : registers())
      Map[R.Name] = &R;
    return Map;
  }();
  return ByName.lookup(Name);
}

const PtxRegister *frontend::registerOf(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  StringRef Name = F ? F->getName() : "";
  if (Name.consume_front(RegisterPrefix))
    return registerOf(Name);
  if (!Name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return nullptr;
  if (const PtxRegister *R = registerOf(Name))
    return R;
  // lanemask.eq, cluster.ctaid.x
  auto [First, Rest] = Name.split('.');
  return registerOf((First + "_" + Rest).str());
}

/// Returns true for a character of a name of PTX.
static bool isWord(char C) { return isAlnum(C) || C == '_' || C == '$'; }

SmallVector<const PtxRegister *, 2> frontend::registersIn(StringRef Text) {
  SmallVector<const PtxRegister *, 2> Found;
  for (size_t At = Text.find('%'); At != StringRef::npos; At = Text.find('%', At + 1)) {
    StringRef Name =
        Text.drop_front(At + 1).take_while([](char C) { return isWord(C) || C == '.'; });
    if (const PtxRegister *R = registerOf(Name))
      Found.push_back(R);
  }
  return Found;
}

/// Removes the comments that the text begins with.
static StringRef withoutComments(StringRef Text) {
  for (;;) {
    Text = Text.ltrim(" \t\r\n{}");
    if (Text.starts_with("//"))
      Text = Text.drop_until([](char C) { return C == '\n'; });
    else if (size_t End = Text.find("*/"); Text.starts_with("/*") && End != StringRef::npos)
      Text = Text.drop_front(End + 2);
    else
      return Text;
  }
}

/// "a, {b, c}, [d]" at the commas outside of brackets.
static bool splitOperands(StringRef Text, SmallVectorImpl<StringRef> &Out) {
  int Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    char C = I < Text.size() ? Text[I] : ',';
    Depth += (C == '{' || C == '[' || C == '(') - (C == '}' || C == ']' || C == ')');
    if (C != ',' || (Depth && I < Text.size()))
      continue;
    StringRef Part = Text.slice(Begin, I).trim(" \t\r\n");
    if (!Part.empty())
      Out.push_back(Part);
    else if (I < Text.size())
      return false;
    Begin = I + 1;
  }
  return Depth == 0;
}

std::optional<SmallVector<PtxStatement, 4>> frontend::parsePtx(StringRef Text) {
  SmallVector<PtxStatement, 4> Statements;
  for (Text = withoutComments(Text); !Text.empty(); Text = withoutComments(Text)) {
    PtxStatement S;
    StringRef Word = Text.take_while(isWord);
    StringRef Behind = Text.drop_front(Word.size()).ltrim(" \t");
    if (!Word.empty() && Behind.consume_front(":")) {
      S.Label = Word;
      Text = withoutComments(Behind);
    }
    auto [Body, Rest] = Text.split(';');
    if (Body.contains("//") || Body.contains("/*"))
      return std::nullopt;
    Text = Rest;
    Body = Body.trim(" \t\r\n");
    if (Body.starts_with(".")) // .reg, .pragma and such
      continue;
    if (Body.consume_front("@")) {
      S.Negated = Body.consume_front("!");
      S.Guard = Body.take_until([](char C) { return isSpace(C); });
      Body = Body.drop_front(S.Guard.size()).ltrim();
    }
    S.Opcode = Body.take_while([](char C) { return isWord(C) || C == '.' || C == ':'; });
    if (!splitOperands(Body.drop_front(S.Opcode.size()), S.Operands) ||
        (S.Opcode.empty() && !(Body.empty() && S.Guard.empty())))
      return std::nullopt;
    if (!S.Opcode.empty() || !S.Label.empty())
      Statements.push_back(std::move(S));
  }
  return Statements;
}

std::string frontend::withoutUniqueIds(StringRef Text) {
  static constexpr StringRef Unique = "${:uid}";
  std::string Out;
  for (size_t At; (At = Text.find(Unique)) != StringRef::npos;) {
    Out += Text.take_front(At);
    Text = Text.drop_front(At + Unique.size());
  }
  return Out + Text.str();
}

std::string frontend::doublePercents(StringRef Text) {
  std::string Out;
  for (size_t I = 0; I < Text.size(); ++I) {
    Out += Text[I];
    if (Text[I] != '%')
      continue;
    char Next = I + 1 < Text.size() ? Text[I + 1] : ' ';
    char Then = I + 2 < Text.size() ? Text[I + 2] : ' ';
    if (Next == '%' || Next == '=' || Next == '{' || Next == '}') {
      Out += Text[++I];
      continue;
    }
    bool Operand =
        isDigit(Next) || Next == '[' || (isAlpha(Next) && (isDigit(Then) || Then == '['));
    if (!Operand)
      Out += '%';
  }
  return Out;
}
