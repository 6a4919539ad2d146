// SPDX-License-Identifier: Apache-2.0
#include "cli/input/EmbeddedCode.h"
#include "cli/input/Files.h"
#include "rewrite/LineDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cudafix::cli {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

/// The text between the quotes of one literal.
struct Literal {
  size_t Begin = 0, End = 0;
  bool Raw = false;       ///< a backslash stands for itself
  bool OneLine = false;   ///< it cannot span lines
  bool Formatted = false; ///< Python: braces hold expressions
};

/// Adjacent literals that the compiler or interpreter joins to one string.
using Joined = llvm::SmallVector<Literal, 1>;

bool isPython(StringRef File) { return path::extension(File) == ".py"; }

class Scanner {
public:
  Scanner(StringRef Text, bool Python) : Text(Text), Python(Python) {}
  std::vector<Joined> scan();

private:
  bool at(StringRef What) const { return Text.substr(Pos).starts_with(What); }
  void skipTo(StringRef End) { Pos = std::min(Text.find(End, Pos), Text.size()); }
  bool skipComment();
  bool skipDigitSeparator();
  StringRef prefix() const;
  Literal pythonLiteral();
  Literal rawLiteral();
  Literal plainLiteral(char Quote);
  std::optional<Literal> literal();

  StringRef Text;
  bool Python;
  size_t Pos = 0;
};

} // namespace

/// Files larger than this hold data.
static constexpr size_t MostBytes = 4 << 20;

bool mayEmbedKernels(StringRef File) {
  return llvm::is_contained({".py", ".cpp", ".cc", ".cxx"}, path::extension(File));
}

bool Scanner::skipComment() {
  if (Python ? at("#") : at("//")) {
    skipTo("\n");
    return true;
  }
  if (Python || !at("/*"))
    return false;
  skipTo("*/");
  Pos = std::min(Pos + 2, Text.size());
  return true;
}

/// Skips the separator in numbers such as 1'000 of C++.
bool Scanner::skipDigitSeparator() {
  if (Python || Text[Pos] != '\'' || Pos == 0 || !llvm::isAlnum(Text[Pos - 1]))
    return false;
  ++Pos;
  return true;
}

/// The letters directly before the quote.
StringRef Scanner::prefix() const {
  size_t First = Pos;
  while (First > 0 && llvm::isAlpha(Text[First - 1]))
    --First;
  return Text.slice(First, Pos);
}

Literal Scanner::pythonLiteral() {
  std::string Kind = prefix().lower();
  Literal L;
  L.Raw = StringRef(Kind).contains('r');
  L.Formatted = StringRef(Kind).contains('f');
  char Quote = Text[Pos];
  std::string Three(3, Quote);
  if (!at(Three)) {
    Literal Plain = plainLiteral(Quote);
    Plain.Raw = L.Raw;
    Plain.Formatted = L.Formatted;
    return Plain;
  }
  Pos += 3;
  L.Begin = Pos;
  while (Pos < Text.size() && !at(Three))
    Pos += Text[Pos] == '\\' ? 2 : 1;
  L.End = std::min(Pos, Text.size());
  Pos = std::min(Pos + 3, Text.size());
  return L;
}

Literal Scanner::rawLiteral() {
  size_t Open = Text.find('(', Pos);
  Literal L;
  L.Raw = true;
  if (Open == StringRef::npos)
    Open = Text.size() - 1;
  std::string Close = (")" + Text.slice(Pos + 1, Open) + "\"").str();
  L.Begin = Pos = Open + 1;
  skipTo(Close);
  L.End = Pos;
  Pos = std::min(Pos + Close.size(), Text.size());
  return L;
}

Literal Scanner::plainLiteral(char Quote) {
  Literal L;
  L.OneLine = true;
  L.Begin = ++Pos;
  while (Pos < Text.size() && Text[Pos] != Quote && Text[Pos] != '\n')
    Pos += Text[Pos] == '\\' ? 2 : 1;
  L.End = std::min(Pos, Text.size());
  Pos = std::min(Pos + 1, Text.size());
  return L;
}

std::optional<Literal> Scanner::literal() {
  char C = Text[Pos];
  if (Python)
    return C == '"' || C == '\'' ? std::optional(pythonLiteral()) : std::nullopt;
  if (C == '"')
    return prefix().ends_with("R") ? rawLiteral() : plainLiteral('"');
  if (C == '\'')
    plainLiteral('\''); // a character literal
  return std::nullopt;
}

std::vector<Joined> Scanner::scan() {
  std::vector<Joined> All;
  bool Joins = false;
  while (Pos < Text.size()) {
    if (skipComment() || skipDigitSeparator())
      continue;
    size_t Was = Pos;
    if (std::optional<Literal> L = literal()) {
      if (!Joins)
        All.emplace_back();
      All.back().push_back(*L);
      Joins = true;
      continue;
    }
    if (Pos != Was)
      continue;
    // Letters before a quote say what kind of literal it is.
    StringRef Behind = Text.substr(Pos).drop_while(llvm::isAlpha);
    bool IsPrefix =
        llvm::isAlpha(Text[Pos]) && (Behind.starts_with("\"") || Behind.starts_with("'"));
    Joins &= llvm::isSpace(Text[Pos]) || Text[Pos] == '\\' || IsPrefix;
    ++Pos;
  }
  return All;
}

/// Returns true if line ends in the code mean the same in the CUDA source. They matter to
/// directives and line comments only: a source line that has one must end in a line end and contain
/// no other.
static bool endsAsItsLines(StringRef Code) {
  for (StringRef Line : llvm::split(Code, '\n')) {
    if (!Line.contains('#') && !Line.contains("//"))
      continue;
    Line = Line.rtrim();
    Line.consume_back("\\"); // the literal continues in the next line
    if (!Line.consume_back("\\n") || Line.contains("\\n"))
      return false;
  }
  return true;
}

/// Returns false for code that is assembled from several strings, and for regular expressions:
/// these are no kernels.
static bool isComplete(const Joined &J, StringRef Text) {
  size_t Opened = 0, Closed = 0;
  for (const Literal &L : J) {
    Opened += Text.slice(L.Begin, L.End).count('{');
    Closed += Text.slice(L.Begin, L.End).count('}');
  }
  return Opened == Closed;
}

static bool holdsKernel(const Joined &J, StringRef Text) {
  auto Holds = [&](StringRef What) {
    return llvm::any_of(
        J, [&](const Literal &L) { return Text.slice(L.Begin, L.End).contains(What); });
  };
  auto IsLeftOut = [&](const Literal &L) {
    return L.Formatted || (L.OneLine && !endsAsItsLines(Text.slice(L.Begin, L.End)));
  };
  bool OneLine = llvm::any_of(J, [](const Literal &L) { return L.OneLine; });
  return llvm::none_of(J, IsLeftOut) && Holds("{") &&
         (Holds("__global__") || Holds("__device__")) &&
         (!OneLine || (isComplete(J, Text) && Holds("void")));
}

/// Replaces escapes outside the code's own strings by their meaning, padded with a blank. An
/// escaped line end ends the line anyway.
static void copyCode(std::string &To, StringRef Text, const Literal &L) {
  bool InString = false;
  for (size_t I = L.Begin; I < L.End; ++I) {
    char C = Text[I];
    if (C != '\\' || L.Raw || I + 1 >= L.End) {
      To[I] = C;
      InString ^= C == '"';
      continue;
    }
    char Next = Text[++I];
    bool IsQuote = Next == '"';
    if (IsQuote && InString)
      To[I - 1] = Next;
    else if (Next != 'n' && Next != 't' && Next != 'r' && Next != '\n')
      To[I] = Next;
    InString ^= IsQuote;
  }
}

/// The literals that hold kernels or device functions, in order.
static std::vector<Literal> literalsWithCode(StringRef File, StringRef Text) {
  std::vector<Literal> All;
  for (const Joined &J : Scanner(Text, isPython(File)).scan())
    if (holdsKernel(J, Text))
      llvm::append_range(All, J);
  return All;
}

std::optional<std::string> embeddedKernels(StringRef File, StringRef Text) {
  if (!mayEmbedKernels(File) || !Text.contains("__global__") || Text.size() > MostBytes)
    return std::nullopt;
  std::string Code;
  for (char C : Text)
    Code += C == '\n' || C == '\r' ? C : ' ';
  bool Any = false;
  for (const Literal &L : literalsWithCode(File, Text)) {
    copyCode(Code, Text, L);
    Any |= Text.slice(L.Begin, L.End).contains("__global__");
  }
  return Any ? std::optional(Code) : std::nullopt;
}

/// Returns true if the code means the same between the quotes of a literal as outside.
static bool needsNoEscape(StringRef Code, const Literal &L, StringRef Text) {
  static constexpr StringRef Special[] = {"\\", "\"\"\"", "'''", ")\""};
  return llvm::none_of(Special, [&](StringRef Of) { return Code.contains(Of); }) &&
         !(L.OneLine && Code.contains(Text[L.Begin - 1]));
}

namespace {

/// A line of the file: the text before the code, the code, and the text after it.
struct Line {
  StringRef Before, Code, After, End; ///< End: "\n"
  const Literal *Of = nullptr;        ///< null: there is no code, or it is of several literals
  /// Returns true if the line holds nothing but code: without quotes in a literal of many lines,
  /// else with them.
  bool isOwn() const {
    if (!Of || !Of->OneLine)
      return Of && Before.empty() && After.empty();
    auto Quotes = [](StringRef Text) {
      return Text.find_first_not_of(" \t\"'") == StringRef::npos;
    };
    StringRef Rest = After;
    Rest.consume_front("\\n");
    Rest.consume_front("\\");
    return Quotes(Before) && Quotes(Rest);
  }
  std::string with(StringRef New) const { return (Before + New.rtrim() + After + End).str(); }
};

/// Writes changed lines of code between the quotes of the file.
class Quoter {
public:
  Quoter(StringRef File, StringRef Text, StringRef Before, StringRef After)
      : Text(Text), Literals(literalsWithCode(File, Text)), Olds(rewrite::splitLines(Before)),
        News(rewrite::splitLines(After)) {
    size_t At = 0;
    for (StringRef Old : Olds) {
      Lines.push_back(lineAt(Text.substr(At, Old.size()), At));
      At += Old.size();
    }
  }
  std::optional<std::string> run();

private:
  Line lineAt(StringRef Whole, size_t At) const;
  bool replace(const rewrite::Hunk &H);
  bool changeLine(unsigned Old, StringRef New, std::string &To) const;
  const Line *likeAt(const rewrite::Hunk &H) const;

  StringRef Text;
  std::vector<Literal> Literals;
  std::vector<StringRef> Olds, News;
  std::vector<Line> Lines;
  std::string Out;
};

} // namespace

Line Quoter::lineAt(StringRef Whole, size_t At) const {
  StringRef Shown = Whole.rtrim("\r\n");
  Line L;
  L.Before = Shown;
  L.End = Whole.drop_front(Shown.size());
  size_t End = At + Shown.size();
  auto IsHere = [&](const Literal &Of) { return Of.Begin <= End && At <= Of.End; };
  auto Found = llvm::find_if(Literals, IsHere);
  if (Found == Literals.end() || std::any_of(std::next(Found), Literals.end(), IsHere))
    return L;
  L.Of = &*Found;
  size_t First = std::max(Found->Begin, At), Last = std::min(Found->End, End);
  StringRef Code = Text.slice(First, Last);
  if (Found->OneLine) {
    Code.consume_back("\\");
    Code.consume_back("\\n");
  }
  L.Before = Shown.take_front(First - At);
  L.Code = Code;
  L.After = Shown.drop_front(First - At + Code.size());
  return L;
}

/// Changes a line. Blanks that replace other text than code stay as they are.
bool Quoter::changeLine(unsigned Old, StringRef New, std::string &To) const {
  const Line &L = Lines[Old];
  if (Olds[Old].rtrim() == New.rtrim()) {
    To += (L.Before + L.Code + L.After + L.End).str();
    return true;
  }
  const size_t Front = L.Before.size();
  if (!L.Of || L.Code != Olds[Old].substr(Front, L.Code.size()) ||
      !New.take_front(Front).trim().empty() || !needsNoEscape(New.substr(Front), *L.Of, Text))
    return false;
  To += L.with(New.substr(Front));
  return true;
}

/// The line whose quotes new lines get: the replaced one, the one before or the one after. Null:
/// the new lines would stand outside any literal.
const Line *Quoter::likeAt(const rewrite::Hunk &H) const {
  for (unsigned I = H.OldBegin; I < H.OldEnd; ++I)
    if (Lines[I].isOwn())
      return &Lines[I];
  for (unsigned I : {H.OldBegin - 1, H.OldEnd})
    if (I < Lines.size() && Lines[I].isOwn())
      return &Lines[I];
  return nullptr;
}

bool Quoter::replace(const rewrite::Hunk &All) {
  rewrite::Hunk H = All;
  std::string Tail;
  // A line that holds other text as well as code stays where it is.
  auto Left = [&] { return H.OldBegin < H.OldEnd && H.NewBegin < H.NewEnd; };
  auto Stays = [&](unsigned Old, unsigned New) {
    return !Lines[Old].isOwn() || Olds[Old].rtrim() == News[New].rtrim();
  };
  while (Left() && Stays(H.OldBegin, H.NewBegin))
    if (!changeLine(H.OldBegin++, News[H.NewBegin++], Out))
      return false;
  while (Left() && Stays(H.OldEnd - 1, H.NewEnd - 1)) {
    std::string Changed;
    if (!changeLine(--H.OldEnd, News[--H.NewEnd], Changed))
      return false;
    Tail = Changed + Tail;
  }
  for (unsigned I = H.OldBegin; I < H.OldEnd; ++I)
    if (!Lines[I].isOwn())
      return false;
  const Line *Like = likeAt(H);
  for (unsigned I = H.NewBegin; I < H.NewEnd; ++I) {
    StringRef New = News[I].rtrim();
    size_t Front = Like ? Like->Before.size() : 0;
    if (!Like || !New.take_front(Front).trim().empty() || !needsNoEscape(New, *Like->Of, Text))
      return false;
    Out += Like->with(New.substr(Front));
  }
  Out += Tail;
  return true;
}

std::optional<std::string> Quoter::run() {
  unsigned At = 0;
  auto Keep = [&](unsigned To) {
    for (; At < To; ++At)
      Out += (Lines[At].Before + Lines[At].Code + Lines[At].After + Lines[At].End).str();
  };
  for (const rewrite::Hunk &H : rewrite::lineDiff(Olds, News)) {
    Keep(H.OldBegin);
    if (!replace(H))
      return std::nullopt;
    At = H.OldEnd;
  }
  Keep(Lines.size());
  return std::move(Out);
}

std::optional<std::string> putBack(StringRef File, StringRef Text, StringRef Before,
                                   StringRef After) {
  return Quoter(File, Text, Before, After).run();
}

std::vector<std::string> filesWithKernelStrings(StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (fs::recursive_directory_iterator I(Folder, EC, /*follow_symlinks=*/false), End;
       I != End && !EC; I.increment(EC)) {
    if (path::filename(I->path()).starts_with(".")) {
      I.no_push();
      continue;
    }
    if (!mayEmbedKernels(I->path()) || !fs::is_regular_file(I->path()))
      continue;
    auto Buffer = llvm::MemoryBuffer::getFile(I->path());
    if (Buffer && embeddedKernels(I->path(), (*Buffer)->getBuffer()))
      Files.push_back(absolutePath(I->path()));
  }
  llvm::sort(Files);
  return Files;
}

} // namespace cudafix::cli
