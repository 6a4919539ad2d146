// SPDX-License-Identifier: Apache-2.0
//
// The report a programmer reads: clang's form of a diagnostic with the source line and a
// caret at every place, then the witness and the repair. Notes take one line each unless
// asked for in full.
#include "model/Convention.h"
#include "report/Report.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"
#include <map>
#include <set>

namespace cudafix::report {
namespace {

using llvm::raw_ostream;
using llvm::StringRef;

class TextWriter {
public:
  TextWriter(raw_ostream &OS, const Style &S)
      : OS(OS), S(S), Mode(S.Colors ? llvm::ColorMode::Enable : llvm::ColorMode::Disable) {}

  void finding(const Finding &F);
  void alike(llvm::ArrayRef<const Finding *> Others);
  void undecided(llvm::ArrayRef<const KernelReport *> Instances);
  void stands(const KernelReport &K);
  void assumed(const KernelReport &K);
  void passes(const KernelReport &K);

private:
  void place(const SourceLoc &L);
  void level(StringRef Name, raw_ostream::Colors Color);
  void snippet(const SourceLoc &L);
  void witness(const Witness &W);
  void repair(const Finding &F, const Repair &R);

  raw_ostream &OS;
  const Style &S;
  llvm::ColorMode Mode;
  std::map<std::vector<Edit>, const Finding *> Shown; ///< repairs, and where each was printed
};

} // namespace

/// Reasons that are printed for an undecided kernel; the JSON report has them all.
constexpr size_t MaxReasons = 4;

/// Characters of a fact that is printed; the JSON report has all of them.
constexpr size_t LongestFact = 200;

static StringRef lineOf(StringRef Text, unsigned Line) {
  for (; Line > 1 && !Text.empty(); --Line)
    Text = Text.split('\n').second;
  return Text.split('\n').first.rtrim('\r');
}

static std::string expandTabs(StringRef Line) {
  std::string Out;
  for (char C : Line)
    if (C == '\t')
      Out.append(8 - Out.size() % 8, ' ');
    else
      Out += C;
  return Out;
}

/// The number of terminal columns of the text; of bytes if it is not UTF-8.
static size_t width(StringRef Text) {
  std::string Expanded = expandTabs(Text);
  int Width = llvm::sys::unicode::columnWidthUTF8(Expanded);
  return Width < 0 ? Expanded.size() : Width;
}

static raw_ostream::Colors colorOf(Level L) {
  if (L == Level::Error)
    return raw_ostream::RED;
  return L == Level::Warning ? raw_ostream::MAGENTA : raw_ostream::CYAN;
}

void TextWriter::place(const SourceLoc &L) {
  llvm::WithColor Bold(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, false, Mode);
  OS << L.File;
  if (L.Line)
    OS << ':' << L.Line;
  if (L.Line && L.Column)
    OS << ':' << L.Column;
  OS << ": ";
}

void TextWriter::level(StringRef Name, raw_ostream::Colors Color) {
  llvm::WithColor(OS, Color, /*Bold=*/true, false, Mode) << Name << ": ";
}

void TextWriter::snippet(const SourceLoc &L) {
  std::optional<StringRef> Text = S.Source(L.File);
  if (!Text || !L.Line)
    return;
  StringRef Line = lineOf(*Text, L.Line);
  OS << llvm::formatv("{0,5} | ", L.Line) << expandTabs(Line) << '\n';
  if (!L.Column || L.Column > Line.size())
    return;
  size_t Start = width(Line.take_front(L.Column - 1));
  size_t Length = width(Line.substr(L.Column - 1, L.Length));
  OS << "      | ";
  OS.indent(Start);
  llvm::WithColor(OS, raw_ostream::GREEN, /*Bold=*/true, false, Mode)
      << '^' << std::string(Length > 1 ? Length - 1 : 0, '~');
  OS << '\n';
}

void TextWriter::witness(const Witness &W) {
  OS << "  witness: ";
  for (size_t I = 0; I < W.Threads.size(); ++I)
    OS << (I ? " and " : "") << "thread " << printTriple(W.Threads[I].Thread) << " of block "
       << printTriple(W.Threads[I].Block);
  OS << (W.Threads.empty() ? "" : "; ") << printConfiguration(W) << '\n';
}

void TextWriter::repair(const Finding &F, const Repair &R) {
  auto [At, New] = Shown.try_emplace(R.Edits, &F);
  if (!New && !R.Edits.empty()) {
    OS << "  repair: " << R.Id << " (" << toString(R.How) << "), the same as for "
       << otherFinding(At->second->Id, At->second->Loc, F.Loc) << '\n';
    return;
  }
  if (R.None) {
    OS << "  " << R.Title << '\n';
    for (const RepairNote &N : R.Notes)
      OS << "    " << N.Text << '\n';
    return;
  }
  OS << "  repair: " << R.Id << " (" << toString(R.How);
  if (R.Check.Result != Simulated::Skipped)
    OS << ", simulated " << toString(R.Check.Result);
  OS << "): " << R.Title << '\n';
  for (const std::string &A : R.Assumptions)
    OS << "    assuming " << A << '\n';
  if (std::string Price = printCostChange(R.Check); !Price.empty())
    OS << "    price: " << Price << '\n';
  for (const FormulaChange &C : R.Check.Formulas)
    OS << "    formula: " << C.Metric << ": " << C.Before << " -> " << C.After << '\n';
  for (const RepairNote &N : R.Notes)
    if (!N.OnIR || S.NotesInFull)
      OS << "    " << N.Text << '\n';
  if (R.Check.Result == Simulated::Skipped && !R.Check.SimulatedReason.empty())
    OS << "    not simulated: " << R.Check.SimulatedReason << '\n';
}

void TextWriter::finding(const Finding &F) {
  place(F.Loc);
  level(toString(F.Severity), colorOf(F.Severity));
  OS << F.Message << " [" << F.Id;
  if (F.How != Confidence::Proved && F.Severity != Level::Note)
    OS << ", " << toString(F.How);
  OS << "]\n";
  if (F.Severity == Level::Note && !S.NotesInFull)
    return;
  snippet(F.Loc);
  for (const Related &R : F.RelatedPlaces) {
    if (R.Loc == F.Loc && F.Loc.Line)
      continue; // The message has said it.
    place(R.Loc);
    level("note", raw_ostream::CYAN);
    OS << (R.Text.empty() ? toString(R.What).str() + " here" : R.Text) << '\n';
    snippet(R.Loc);
  }
  if (F.Example)
    witness(*F.Example);
  if (!F.Repeat.empty())
    OS << "  repeat: " << F.Repeat << '\n';
  if (!F.Premises.empty())
    OS << "  " << toString(F.How) << ": needs " << toString(F.Premises) << " to be free\n";
  size_t Long = 0;
  for (StringRef Fact : F.Facts)
    if (Fact.size() > LongestFact)
      ++Long;
    else
      OS << "  launch: " << Fact << '\n';
  if (Long)
    OS << "  launch: " << (Long < F.Facts.size() ? "and " : "") << Long
       << (Long == 1 ? " condition that is long" : " conditions that are long")
       << " (cuda-fix explain-launch prints all)\n";
  if (const Repair *R = chosenRepair(F))
    repair(F, *R);
}

/// Lists the other findings on the array of the finding above.
void TextWriter::alike(llvm::ArrayRef<const Finding *> Others) {
  std::set<SourceLoc> Lines;
  for (const Finding *F : Others) {
    Lines.insert({F->Loc.File, F->Loc.Line, 0, 0});
    for (const Related &R : F->RelatedPlaces)
      if (R.What != Role::Caller)
        Lines.insert({R.Loc.File, R.Loc.Line, 0, 0});
  }
  OS << "  and " << Others.size() << " more races on '" << Others.front()->Object << "', of lines ";
  StringRef File = Others.front()->Loc.File;
  llvm::interleaveComma(
      Lines, OS, [&](const SourceLoc &L) { OS << (L.File == File ? "" : L.File + ":") << L.Line; });
  OS << " (--show note prints each)\n";
}

/// The options with which a user can help to decide the kernel; empty: none is known to help.
static StringRef optionsFor(const KernelReport &K) {
  bool NoLaunch =
      llvm::all_of(K.Printed, [](const PrintedLaunch &L) { return L.Loc.File.empty(); });
  if (!K.Premises.empty() && (NoLaunch || llvm::any_of(K.Premises, [](const Premise &P) {
                                return P.Of == Convention::CustomaryBlocks;
                              })))
    return " (see --block-dim, --launch)";
  if (llvm::any_of(K.Premises, [](const Premise &P) { return P.OfLaunch && !P.OfContents; }))
    return " (see --assume)";
  return K.OutOfBudget ? " (see --assume, --level=exhaustive)" : "";
}

/// Joins reasons that differ only in their line numbers: the first one, and how many there are.
static std::vector<std::string> grouped(llvm::ArrayRef<StringRef> Reasons) {
  auto Kind = [](StringRef Reason) {
    std::string Text;
    bool Digits = false;
    for (char C : Reason) {
      bool IsDigit = llvm::isDigit(C);
      if (!IsDigit || !Digits)
        Text += IsDigit ? '#' : C;
      Digits = IsDigit;
    }
    return Text;
  };
  std::map<std::string, size_t> Index;
  std::vector<std::pair<StringRef, size_t>> Kinds; // the first of each, and how many there are
  for (StringRef R : Reasons) {
    auto [At, New] = Index.try_emplace(Kind(R), Kinds.size());
    if (New)
      Kinds.push_back({R, 0});
    ++Kinds[At->second].second;
  }
  std::vector<std::string> Out;
  for (auto [First, Count] : Kinds)
    Out.push_back(First.str() +
                  (Count == 1 ? "" : " (and " + std::to_string(Count - 1) + " more like it)"));
  return Out;
}

/// Says that a kernel is undecided, so that nobody takes it for clean. Instances of one template
/// share a line.
void TextWriter::undecided(llvm::ArrayRef<const KernelReport *> Instances) {
  bool Races = false, Divergence = false;
  llvm::SetVector<StringRef> Reasons;
  for (const KernelReport *K : Instances) {
    Races |= K->Race == RaceVerdict::Unknown;
    Divergence |= K->Divergence == DivergenceVerdict::Unknown;
    Reasons.insert_range(K->Unknowns);
  }
  const KernelReport &K = *Instances.front();
  place(K.Loc);
  level("note", raw_ostream::CYAN);
  OS << (freeFor(K).empty() ? "not decided for kernel '" : "kernel '") << K.Name << '\'';
  if (Instances.size() > 1)
    OS << " and " << Instances.size() - 1 << " more of its template";
  if (!freeFor(K).empty())
    OS << ": free for " << freeFor(K) << ", others not decided";
  OS << ": " << (Races ? "races" : "") << (Races && Divergence ? " and " : "")
     << (Divergence ? "barrier divergence" : "") << optionsFor(K);
  std::vector<std::string> Kinds = grouped(Reasons.getArrayRef());
  size_t Printed = std::min(Kinds.size(), MaxReasons);
  for (size_t I = 0; I < Printed; ++I)
    OS << (I ? "; " : ": ") << Kinds[I];
  if (Printed < Kinds.size())
    OS << "; and " << Kinds.size() - Printed << " more";
  OS << '\n';
}

/// Prints the conditions on which the verdict "free" rests, in few words.
void TextWriter::stands(const KernelReport &K) {
  if (!S.NotesInFull || K.Premises.empty() || isUndecided(K) || K.Race != RaceVerdict::Free)
    return;
  place(K.Loc);
  level("note", raw_ostream::CYAN);
  OS << "kernel '" << K.Name << "' is free if " << toString(K.Premises) << '\n';
}

/// Prints the assumptions under which alone the kernel is free of races.
void TextWriter::assumed(const KernelReport &K) {
  if (K.Assumed.empty())
    return;
  place(K.Loc);
  level("note", raw_ostream::CYAN);
  OS << "taken for granted for kernel '" << K.Name << "': " << llvm::join(K.Assumed, "; ") << '\n';
}

/// Prints the effects of each pass of the command optimize.
void TextWriter::passes(const KernelReport &K) {
  for (const PassReport &R : K.Passes) {
    place(K.Loc);
    level("note", raw_ostream::CYAN);
    OS << "'" << K.Name << "' with " << R.Pass << ": ";
    if (R.TakenBack)
      OS << "taken back, it moves code to where only some threads come";
    else if (R.Before == R.After)
      OS << "unchanged";
    for (size_t I = 0, Said = 0; I < R.After.size() && R.Before != R.After && !R.TakenBack; ++I)
      if (int64_t Was = R.Before[I].second, Is = R.After[I].second; Was != Is)
        OS << (Said++ ? ", " : "") << R.After[I].first << ' ' << Was << " -> " << Is;
    OS << '\n';
    for (const std::string &Why : R.Generic)
      OS << "  generic access at " << Why << '\n';
  }
}

void writeText(raw_ostream &OS, const RunReport &R, const Style &S) {
  TextWriter W(OS, S);
  std::map<const Finding *, const Bug *> Of;
  const std::vector<Bug> All = bugs(R);
  for (const Bug &B : All)
    for (const Finding *F : B)
      Of[F] = &B;
  for (const Finding &F : R.Findings) {
    const Bug &B = *Of[&F];
    const bool Together = isToldTogether(B) && !S.NotesInFull;
    if (Together && B.front() != &F)
      continue;
    W.finding(F);
    if (Together)
      W.alike(llvm::ArrayRef(B).drop_front());
  }
  auto Template = [](const KernelReport &K) {
    return std::tuple(K.Loc, StringRef(K.Name).split('<').first, freeFor(K));
  };
  std::map<decltype(Template(R.Kernels.front())), std::vector<const KernelReport *>> Undecided;
  for (const KernelReport &K : R.Kernels)
    if (isUndecided(K))
      Undecided[Template(K)].push_back(&K);
  for (const KernelReport &K : R.Kernels) {
    if (auto It = Undecided.find(Template(K)); It != Undecided.end() && It->second.front() == &K)
      W.undecided(It->second);
    W.stands(K);
    W.assumed(K);
    W.passes(K);
  }
  for (const AnsweredHazard &H : R.Hazards) {
    OS << R.HazardLog << ':' << H.LogLine << ": " << H.What;
    if (H.Times > 1)
      OS << ", " << H.Times << " times";
    OS << ": " << H.Answer << ": " << H.Why << '\n';
  }
}

} // namespace cudafix::report
