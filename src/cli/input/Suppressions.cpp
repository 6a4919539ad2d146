// SPDX-License-Identifier: Apache-2.0
#include "cli/input/Suppressions.h"
#include "model/Globs.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::cli {

using llvm::StringRef;

const llvm::StringLiteral UnusedSuppressionExplanation =
    "A NOLINT comment names a cuda-fix check that finds nothing there.\n\n"
    "It hides the next bug of that kind at this place. The comment is compared with all "
    "findings of the file, hidden ones included, so the file has to be analysed as a whole; "
    "checks that --checks leaves out are not judged. Remove the name from the comment.";

namespace {

/// One name in the list of one comment; without a name: a bare NOLINT.
struct Suppression {
  unsigned First, Last; ///< lines it covers
  unsigned Line, Column, Offset;
  std::string Name; ///< "cuda-fix-shared-race", "*", empty
  bool Used = false;
};

class Scanner {
public:
  explicit Scanner(StringRef Text) : Text(Text) {}
  std::vector<Suppression> scan();

private:
  void line(StringRef Line, unsigned Number);
  void comment(StringRef Kind, StringRef List, unsigned Line, unsigned Column);

  StringRef Text;
  size_t LineStart = 0;
  std::vector<Suppression> Found;
  /// Indices in Found of the NOLINTBEGIN comments that are still open, by their lists.
  std::vector<std::pair<std::string, std::pair<size_t, size_t>>> Open;
};

} // namespace

void Scanner::comment(StringRef Kind, StringRef List, unsigned Line, unsigned Column) {
  if (Kind == "END") {
    for (size_t I = Open.size(); I-- > 0;)
      if (Open[I].first == List) {
        auto [From, To] = Open[I].second;
        for (size_t F = From; F < To; ++F)
          Found[F].Last = Line;
        Open.erase(Open.begin() + I);
        return;
      }
    return;
  }
  unsigned First = Kind == "NEXTLINE" ? Line + 1 : Line;
  unsigned Last = Kind == "BEGIN" ? ~0u : First;
  size_t From = Found.size();
  llvm::SmallVector<StringRef, 4> Names;
  List.split(Names, ',');
  for (StringRef Name : Names)
    Found.push_back(
        {First, Last, Line, Column, unsigned(LineStart + Column - 1), Name.trim().str()});
  if (Kind == "BEGIN")
    Open.push_back({List.str(), {From, Found.size()}});
}

void Scanner::line(StringRef Line, unsigned Number) {
  for (size_t At = Line.find("NOLINT"); At != StringRef::npos; At = Line.find("NOLINT", At + 6)) {
    StringRef Rest = Line.substr(At + 6), Kind;
    for (StringRef K : {"NEXTLINE", "BEGIN", "END"})
      if (Rest.consume_front(K))
        Kind = K;
    StringRef List;
    if (Rest.consume_front("("))
      List = Rest.take_until([](char C) { return C == ')'; });
    else if (!Rest.empty() && (llvm::isAlnum(Rest[0]) || Rest[0] == '_'))
      continue; // part of a longer word
    comment(Kind, List, Number, At + 1);
  }
}

std::vector<Suppression> Scanner::scan() {
  unsigned Number = 1;
  for (StringRef Rest = Text; !Rest.empty(); ++Number) {
    auto [Line, Next] = Rest.split('\n');
    LineStart = Line.data() - Text.data();
    line(Line, Number);
    Rest = Next;
  }
  return std::move(Found);
}

static bool covers(const Suppression &S, const Finding &F, StringRef File) {
  auto At = [&](const SourceLoc &L) {
    return L.File == File && S.First <= L.Line && L.Line <= S.Last;
  };
  // Which of two racing accesses is named first is not the programmer's choice.
  bool Here = At(F.Loc) || llvm::any_of(F.RelatedPlaces, [&](const Related &R) {
                return (R.What == Role::Read || R.What == Role::Write) && At(R.Loc);
              });
  return Here && (S.Name.empty() || GlobList(S.Name).contains("cuda-fix-" + F.Id));
}

static Finding unused(const Suppression &S, StringRef File) {
  Finding F;
  F.Id = UnusedSuppression.str();
  F.Severity = Level::Warning;
  F.How = Confidence::Proved;
  F.Loc = {File.str(), S.Line, S.Column, S.Offset, 6};
  F.Message = "nothing here is found by '" + S.Name + "'; remove it from the NOLINT";
  return F;
}

static bool judged(const Suppression &S, const GlobList &Checks) {
  StringRef Name = S.Name;
  return !S.Used && Name.consume_front("cuda-fix-") && Checks.contains(UnusedSuppression) &&
         (Name.contains('*') || Checks.contains(Name));
}

namespace {

/// The suppressions of all files with findings, each file scanned once.
class Suppressed {
public:
  explicit Suppressed(const Files &Sources) : Sources(Sources) {}
  void scan(const std::string &File) {
    if (auto [At, New] = ByFile.try_emplace(File); New)
      if (std::optional<StringRef> Text = Sources.read(File))
        At->second = Scanner(*Text).scan();
  }
  /// Returns true if a suppression covers the finding, and marks all that do as used.
  bool covers(const Finding &F);
  llvm::ArrayRef<Suppression> in(const std::string &File) { return ByFile[File]; }

private:
  const Files &Sources;
  std::map<std::string, std::vector<Suppression>> ByFile;
};

} // namespace

bool Suppressed::covers(const Finding &F) {
  scan(F.Loc.File);
  for (const Related &R : F.RelatedPlaces)
    scan(R.Loc.File);
  bool Covered = false;
  for (auto &[File, All] : ByFile)
    for (Suppression &S : All)
      if (cli::covers(S, F, File))
        Covered = S.Used = true;
  return Covered;
}

std::vector<Finding> suppress(std::vector<Finding> &Findings, llvm::ArrayRef<Finding> Hidden,
                              const Files &Sources, llvm::ArrayRef<CompleteFile> Complete) {
  Suppressed All(Sources);
  for (const CompleteFile &C : Complete)
    All.scan(C.File);
  std::vector<Finding> Removed;
  llvm::erase_if(Findings, [&](Finding &F) {
    bool Covered = All.covers(F);
    if (Covered)
      Removed.push_back(F);
    return Covered;
  });
  for (const Finding &F : Hidden)
    All.covers(F);
  for (const CompleteFile &C : Complete) {
    GlobList Checks(C.Checks);
    for (const Suppression &S : All.in(C.File))
      if (judged(S, Checks))
        Findings.push_back(unused(S, C.File));
  }
  return Removed;
}

} // namespace cudafix::cli
