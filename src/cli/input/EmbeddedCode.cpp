// SPDX-License-Identifier: Apache-2.0
#include "cli/input/EmbeddedCode.h"
#include "cli/input/Files.h"
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

/// The bytes between the quotes of one literal.
struct Literal {
  size_t Begin = 0, End = 0;
  bool Raw = false;       ///< a backslash is one
  bool OneLine = false;   ///< it ends with its line
  bool Formatted = false; ///< Python: braces hold expressions
};

/// Literals that the compiler or interpreter makes one string.
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

/// 1'000 in C++.
bool Scanner::skipDigitSeparator() {
  if (Python || Text[Pos] != '\'' || Pos == 0 || !llvm::isAlnum(Text[Pos - 1]))
    return false;
  ++Pos;
  return true;
}

/// The letters right before the quote.
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
    plainLiteral('\''); // a character
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

static bool holdsKernel(const Joined &J, StringRef Text) {
  auto Holds = [&](StringRef What) {
    return llvm::any_of(
        J, [&](const Literal &L) { return Text.slice(L.Begin, L.End).contains(What); });
  };
  // A repair of a string that ends with its line would have to be put in quotes line by line.
  return llvm::none_of(J, [](const Literal &L) { return L.Formatted || L.OneLine; }) &&
         Holds("{") && (Holds("__global__") || Holds("__device__"));
}

/// Escapes become what they mean, with a blank beside it: outside of the code's own strings. A new
/// line ends with the line anyway.
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

namespace {

/// Bytes [Begin, End) of the old text become `New`.
struct Change {
  size_t Begin, End;
  StringRef New;
};

} // namespace

/// Line by line, by the longest equal lines at both ends of what is left.
static void findChanges(std::vector<Change> &All, StringRef Before, StringRef After, size_t From) {
  size_t Front = 0, Back = 0, Most = std::min(Before.size(), After.size());
  while (Front < Most && Before[Front] == After[Front])
    ++Front;
  while (Back < Most - Front && Before[Before.size() - 1 - Back] == After[After.size() - 1 - Back])
    ++Back;
  StringRef Old = Before.slice(Front, Before.size() - Back);
  StringRef New = After.slice(Front, After.size() - Back);
  if (Old.empty() && New.empty())
    return;
  // An unchanged long piece in the middle parts two changes.
  constexpr size_t Long = 24;
  for (size_t I = 0; I + Long <= Old.size(); ++I) {
    StringRef Piece = Old.substr(I, Long);
    size_t At = Piece.trim().empty() ? StringRef::npos : New.find(Piece);
    if (At == StringRef::npos || New.find(Piece, At + 1) != StringRef::npos)
      continue;
    findChanges(All, Old.take_front(I), New.take_front(At), From + Front);
    return findChanges(All, Old.drop_front(I), New.drop_front(At), From + Front + I);
  }
  All.push_back({From + Front, From + Front + Old.size(), New});
}

/// Returns true if the code means the same between the quotes of a literal as outside.
static bool needsNoEscape(StringRef Code) {
  static constexpr StringRef Special[] = {"\\", "\"\"\"", "'''", ")\""};
  return llvm::none_of(Special, [&](StringRef Text) { return Code.contains(Text); });
}

std::optional<std::string> putBack(StringRef File, StringRef Text, StringRef Before,
                                   StringRef After) {
  std::vector<Change> Changes;
  findChanges(Changes, Before, After, 0);
  const std::vector<Literal> Literals = literalsWithCode(File, Text);
  std::string Out;
  size_t Pos = 0;
  for (const Change &C : Changes) {
    bool Inside = llvm::any_of(
        Literals, [&](const Literal &L) { return L.Begin <= C.Begin && C.End <= L.End; });
    StringRef Old = Before.slice(C.Begin, C.End);
    // Blanks that stand for what is no code stay what they are.
    if (!Inside && Old.trim().empty() && C.New.trim().empty())
      continue;
    if (!Inside || Old != Text.slice(C.Begin, C.End) || !needsNoEscape(C.New))
      return std::nullopt;
    Out += Text.slice(Pos, C.Begin);
    Out += C.New;
    Pos = C.End;
  }
  return Out + Text.drop_front(Pos).str();
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
