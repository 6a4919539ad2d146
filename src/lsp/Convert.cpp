// SPDX-License-Identifier: Apache-2.0
#include "lsp/Convert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace cudafix::lsp {

using llvm::StringRef;
using namespace llvm::lsp;
namespace json = llvm::json;

static std::optional<URIForFile> uriOf(StringRef File) {
  llvm::Expected<URIForFile> Uri = URIForFile::fromFile(File);
  if (Uri)
    return *Uri;
  llvm::consumeError(Uri.takeError());
  return std::nullopt;
}

static Range rangeOf(const SourceLoc &L, TextOf Text) {
  return TextLines(Text(L.File).value_or("")).range(L);
}

static DiagnosticSeverity severityOf(Level L) {
  if (L == Level::Error)
    return DiagnosticSeverity::Error;
  return L == Level::Warning ? DiagnosticSeverity::Warning : DiagnosticSeverity::Information;
}

static Diagnostic makeDiagnostic(const SourceLoc &At, DiagnosticSeverity Severity,
                                 std::string Message, TextOf Text) {
  Diagnostic D;
  D.range = rangeOf(At, Text);
  D.severity = Severity;
  D.source = "cuda-fix";
  D.message = json::fixUTF8(Message);
  return D;
}

static Diagnostic ofFinding(const Finding &F, TextOf Text) {
  std::string Message = F.Message;
  if (F.How != Confidence::Proved && F.Severity != Level::Note)
    Message += " (" + toString(F.How).str() + ")";
  if (F.Example)
    Message += "\nwitness: " + report::printConfiguration(*F.Example);
  Diagnostic D = makeDiagnostic(F.Loc, severityOf(F.Severity), Message, Text);
  std::vector<DiagnosticRelatedInformation> Places;
  for (const Related &R : F.RelatedPlaces)
    if (std::optional<URIForFile> Uri = uriOf(R.Loc.File); Uri && !(R.Loc == F.Loc))
      Places.emplace_back(
          Location(*Uri, rangeOf(R.Loc, Text)),
          json::fixUTF8(R.Text.empty() ? toString(R.What).str() + " here" : R.Text));
  if (!Places.empty())
    D.relatedInformation = std::move(Places);
  return D;
}

json::Value owned(const json::Value &V) {
  if (std::optional<StringRef> Text = V.getAsString())
    return Text->str();
  if (const json::Array *From = V.getAsArray()) {
    json::Array To;
    for (const json::Value &Each : *From)
      To.push_back(owned(Each));
    return To;
  }
  const json::Object *From = V.getAsObject();
  if (!From)
    return V;
  json::Object To;
  for (const auto &[Key, Each] : *From)
    To.try_emplace(StringRef(Key).str(), owned(Each));
  return To;
}

/// The diagnostic with its check as code and the page that explains the check: the library's type
/// has no fields for these.
static json::Value withCode(const Diagnostic &D, StringRef Id, llvm::ArrayRef<report::Rule> Rules) {
  json::Value V = owned(toJSON(D));
  json::Object *O = V.getAsObject();
  O->insert({"code", Id.str()});
  const report::Rule *R = llvm::find_if(Rules, [&](const report::Rule &R) { return R.Id == Id; });
  if (R != Rules.end() && !R->HelpUri.empty())
    O->insert({"codeDescription", json::Object{{"href", std::string(R->HelpUri)}}});
  return V;
}

static std::string whyUndecided(const KernelReport &K) {
  constexpr size_t MaxReasons = 4;
  std::string Text = "not decided for kernel '" + K.Name +
                     "': " + llvm::join(llvm::ArrayRef(K.Unknowns).take_front(MaxReasons), "; ");
  if (K.Unknowns.size() > MaxReasons)
    Text += "; and " + std::to_string(K.Unknowns.size() - MaxReasons) + " more";
  return Text;
}

std::vector<json::Value> diagnostics(const report::RunReport &R, StringRef File,
                                     llvm::ArrayRef<report::Rule> Rules, TextOf Text) {
  std::vector<json::Value> All;
  for (const Finding &F : R.Findings)
    if (F.Loc.File == File)
      All.push_back(withCode(ofFinding(F, Text), F.Id, Rules));
  for (const KernelReport &K : R.Kernels)
    if (K.Loc.File == File && report::isUndecided(K))
      All.push_back(withCode(makeDiagnostic(K.Loc, DiagnosticSeverity::Hint, whyUndecided(K), Text),
                             "undecided", {}));
  for (const UnitReport &U : R.Units)
    if (U.File == File && U.Status != UnitStatus::Analysed && !U.Reason.empty()) {
      StringRef How = U.Status == UnitStatus::Failed ? "not analysed: " : "analysed in part: ";
      SourceLoc Top{U.File, 1};
      All.push_back(
          withCode(makeDiagnostic(Top, DiagnosticSeverity::Warning, How.str() + U.Reason, Text),
                   toString(U.Status), {}));
    }
  return All;
}

std::vector<std::string> filesWithDiagnostics(const report::RunReport &R) {
  std::set<std::string> Files;
  for (const Finding &F : R.Findings)
    Files.insert(F.Loc.File);
  for (const KernelReport &K : R.Kernels)
    if (report::isUndecided(K))
      Files.insert(K.Loc.File);
  for (const UnitReport &U : R.Units)
    Files.insert(U.File);
  return {Files.begin(), Files.end()};
}

static std::optional<WorkspaceEdit> editOf(llvm::ArrayRef<Edit> Edits, TextOf Text) {
  WorkspaceEdit W;
  for (const Edit &E : Edits) {
    std::optional<StringRef> Of = Text(E.File);
    std::optional<URIForFile> Uri = uriOf(E.File);
    if (!Of || !Uri)
      return std::nullopt;
    TextLines Lines(*Of);
    Range At(Lines.position(E.Offset), Lines.position(E.Offset + E.Length));
    W.changes[Uri->uri().str()].push_back({At, json::fixUTF8(E.Text)});
  }
  return W;
}

static std::string titleOf(const Repair &R) {
  std::string Text = R.Title + " (" + R.Id + ", " + toString(R.How).str();
  if (R.Check.Result != Simulated::Skipped)
    Text += ", simulated " + toString(R.Check.Result).str();
  return json::fixUTF8(Text + ")");
}

static void addRepairs(std::vector<CodeAction> &To, const Finding &F, TextOf Text) {
  for (const Repair &R : F.Repairs) {
    if (R.How == Applicability::Manual || R.Edits.empty())
      continue;
    CodeAction A;
    A.title = titleOf(R);
    A.kind = CodeAction::kQuickFix.str();
    A.isPreferred = R.How == Applicability::Proven;
    A.edit = editOf(R.Edits, Text);
    A.diagnostics = {ofFinding(F, Text)};
    if (A.edit &&
        llvm::none_of(To, [&](const CodeAction &Known) { return Known.title == A.title; }))
      To.push_back(std::move(A));
  }
}

/// Offers to add a NOLINT comment at the end of the finding's line.
static std::optional<CodeAction> suppression(const Finding &F, TextOf Text) {
  TextLines Lines(Text(F.Loc.File).value_or(""));
  if (!F.Loc.Line || F.Loc.Line > Lines.lines() || Lines.line(F.Loc.Line).ends_with("\\"))
    return std::nullopt;
  Edit E{F.Loc.File, unsigned(Lines.endOfLine(F.Loc.Line)), 0, " // NOLINT(cuda-fix-" + F.Id + ")"};
  CodeAction A;
  A.title = "suppress " + F.Id + " on this line";
  A.kind = CodeAction::kQuickFix.str();
  A.diagnostics = {ofFinding(F, Text)};
  A.edit = editOf(E, Text);
  return A.edit ? std::optional(A) : std::nullopt;
}

/// Takes at most one repair for each kernel: after it, a second one may no longer be needed or
/// correct.
static std::optional<CodeAction> allProven(const report::RunReport &R, StringRef File,
                                           TextOf Text) {
  std::vector<Edit> All;
  std::set<StringRef> Kernels;
  for (const Finding &F : R.Findings) {
    const Repair *Fix = report::chosenRepair(F);
    if (!Fix || Fix->How != Applicability::Proven || Fix->Edits.empty() ||
        llvm::any_of(Fix->Edits, [&](const Edit &E) { return E.File != File; }) ||
        !Kernels.insert(F.KernelName).second)
      continue;
    bool Free = llvm::none_of(Fix->Edits, [&](const Edit &E) {
      return llvm::any_of(All, [&](const Edit &O) {
        return E.Offset <= O.Offset + O.Length && O.Offset <= E.Offset + E.Length;
      });
    });
    if (Free)
      llvm::append_range(All, Fix->Edits);
  }
  if (All.empty())
    return std::nullopt;
  CodeAction A;
  A.title = "make all proven repairs of this file, one for each kernel";
  A.kind = "source.fixAll.cuda-fix";
  llvm::sort(All);
  A.edit = editOf(All, Text);
  return A.edit ? std::optional(A) : std::nullopt;
}

static bool touch(const Range &A, const Range &B) { return A.start <= B.end && B.start <= A.end; }

std::vector<CodeAction> codeActions(const report::RunReport &R, StringRef File, const Range &At,
                                    TextOf Text) {
  std::vector<CodeAction> Repairs, Others;
  for (const Finding &F : R.Findings) {
    auto IsThere = [&](const SourceLoc &L) {
      if (L.File != File)
        return false;
      Range Place = rangeOf(L, Text);
      Place.start.character = 0; // Offer it on the whole line.
      return touch(Place, At);
    };
    bool Main = IsThere(F.Loc);
    if (!Main && llvm::none_of(F.RelatedPlaces, [&](const Related &P) { return IsThere(P.Loc); }))
      continue;
    addRepairs(Repairs, F, Text);
    if (Main)
      if (std::optional<CodeAction> S = suppression(F, Text))
        Others.push_back(std::move(*S));
  }
  llvm::append_range(Repairs, std::move(Others));
  if (std::optional<CodeAction> All = allProven(R, File, Text))
    Repairs.push_back(std::move(*All));
  return Repairs;
}

std::string hover(const report::RunReport &R, StringRef File, const Position &At, TextOf Text,
                  Range &Where) {
  std::optional<StringRef> Of = Text(File);
  if (!Of)
    return "";
  TextLines Lines(*Of);
  size_t Cursor = Lines.offset(At);
  std::vector<const Hint *> Best;
  size_t Narrowest = SIZE_MAX;
  for (const KernelDetails &D : R.Details)
    for (const Hint &H : D.Hints) {
      if (H.Loc.File != File || H.Loc.Line == 0)
        continue;
      Range Place = Lines.range(H.Loc);
      size_t Begin = Lines.offset(Place.start), End = Lines.offset(Place.end);
      if (Cursor < Begin || Cursor > End || End - Begin > Narrowest)
        continue;
      if (End - Begin < Narrowest)
        Best.clear();
      Narrowest = End - Begin;
      Best.push_back(&H);
      Where = Place;
    }
  std::set<StringRef> Said;
  std::string Out;
  for (const Hint *H : Best)
    if (Said.insert(H->Text).second)
      Out += (Out.empty() ? "" : "\n\n---\n\n") + H->Text;
  return json::fixUTF8(Out);
}

namespace {

/// The lines that differ between two texts, and by how much the lines after them moved.
struct ChangedLines {
  ChangedLines(StringRef Old, StringRef New);
  unsigned First, LastOld; ///< 1-based, of the old text
  int Delta;
  /// Moves a place; returns false if it is in the changed part.
  bool move(SourceLoc &L) const {
    if (L.Line < First)
      return true;
    if (L.Line <= LastOld)
      return false;
    L.Line += Delta;
    return true;
  }
};

} // namespace

ChangedLines::ChangedLines(StringRef Old, StringRef New) {
  llvm::SmallVector<StringRef> A, B;
  Old.split(A, '\n');
  New.split(B, '\n');
  size_t Front = 0, Back = 0, Most = std::min(A.size(), B.size());
  while (Front < Most && A[Front] == B[Front])
    ++Front;
  while (Back < Most - Front && A[A.size() - 1 - Back] == B[B.size() - 1 - Back])
    ++Back;
  First = Front + 1;
  LastOld = A.size() - Back;
  Delta = static_cast<int>(B.size()) - static_cast<int>(A.size());
}

void carryOver(report::RunReport &New, const report::RunReport &Old, StringRef File,
               StringRef OldText, StringRef NewText) {
  ChangedLines Changed(OldText, NewText);
  std::set<StringRef> Known;
  for (const KernelReport &K : New.Kernels)
    Known.insert(K.Name);
  auto Move = [&](SourceLoc &L) { return L.File != File || Changed.move(L); };
  const size_t Own = New.Findings.size();
  // For a kernel that is not judged yet, there are findings of the checks that ask no questions.
  auto IsThere = [&](const Finding &F) {
    return llvm::any_of(llvm::ArrayRef(New.Findings).take_front(Own), [&](const Finding &N) {
      return std::tie(N.Id, N.KernelName, N.Loc) == std::tie(F.Id, F.KernelName, F.Loc);
    });
  };
  for (Finding F : Old.Findings) {
    if (Known.count(F.KernelName) || !Move(F.Loc) || IsThere(F))
      continue;
    F.Repairs.clear(); // Their edits refer to the old text.
    llvm::erase_if(F.RelatedPlaces, [&](Related &R) { return !Move(R.Loc); });
    New.Findings.push_back(std::move(F));
  }
  llvm::sort(New.Findings, report::listedBefore);
}

} // namespace cudafix::lsp
