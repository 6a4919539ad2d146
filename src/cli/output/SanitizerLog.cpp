// SPDX-License-Identifier: Apache-2.0
#include "cli/output/SanitizerLog.h"
#include "model/Check.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace cudafix::cli {

using llvm::StringRef;
using report::AnsweredHazard;

static bool opensHazard(StringRef Line) {
  return Line.contains("Race reported") || Line.contains("hazard detected") ||
         Line.contains("Barrier error") || Line.contains("Divergent thread(s)");
}

static std::string roleOf(StringRef Line) {
  for (auto [Word, Role] : {std::pair("Write", "write"), {"Read", "read"}, {"Atomic", "atomic"}})
    if (Line.contains_insensitive(Word))
      return Role;
  return "";
}

static void addPlace(LoggedHazard &H, StringRef Line) {
  static const llvm::Regex Place("([^ ():]+\\.[A-Za-z]+):([0-9]+)");
  llvm::SmallVector<StringRef, 3> Parts;
  if (!Place.match(Line, &Parts))
    return;
  LoggedHazard::Place P;
  P.File = Parts[1].str();
  Parts[2].getAsInteger(10, P.Line);
  P.Role = roleOf(Line.take_front(Parts[0].data() - Line.data()));
  auto Same = [&](const LoggedHazard::Place &O) { return O.Line == P.Line && O.Role == P.Role; };
  if (llvm::none_of(H.Places, Same))
    H.Places.push_back(std::move(P));
}

/// Reads the hazards of a log. Each ends at an empty line or where host code begins.
std::vector<LoggedHazard> parseSanitizerLog(StringRef Text) {
  std::vector<LoggedHazard> All;
  unsigned Number = 0;
  bool Open = false;
  for (StringRef Line : llvm::split(Text, '\n')) {
    ++Number;
    StringRef Rest = Line.trim().ltrim('=').trim();
    if (opensHazard(Rest)) {
      // "Barrier error detected. Divergent thread(s) in block." begins one hazard, not two.
      LoggedHazard &H = All.emplace_back();
      H.LogLine = Number;
      H.IsBarrier = Rest.contains("Barrier error") || Rest.contains("Divergent thread");
      Open = true;
    } else if (Rest.empty() || Rest.contains("Host Frame") || Rest.contains("host backtrace")) {
      Open = false;
    }
    if (Open)
      addPlace(All.back(), Rest);
  }
  return All;
}

/// Compares ends of paths only: logs may come from another machine.
static bool isFile(StringRef Absolute, StringRef Logged) {
  return Absolute == Logged || Absolute.ends_with(("/" + Logged).str()) ||
         llvm::sys::path::filename(Absolute) == llvm::sys::path::filename(Logged);
}

static bool isAt(const SourceLoc &L, const LoggedHazard::Place &P) {
  return L.Line == P.Line && isFile(L.File, P.File);
}

static bool explains(const Finding &F, const LoggedHazard &H) {
  bool IsBarrier = F.check() == Check::BarrierDivergence;
  bool IsRace = isRace(F.check()) || F.check() == Check::UnlockedAccess;
  if (H.Places.empty() || (H.IsBarrier ? !IsBarrier : !IsRace))
    return false;
  return llvm::all_of(H.Places, [&](const LoggedHazard::Place &P) {
    return isAt(F.Loc, P) ||
           llvm::any_of(F.RelatedPlaces, [&](const Related &R) { return isAt(R.Loc, P); });
  });
}

static std::string describe(const LoggedHazard &H) {
  std::string Text = H.IsBarrier ? "barrier error" : "race";
  for (size_t I = 0; I < H.Places.size(); ++I) {
    const LoggedHazard::Place &P = H.Places[I];
    Text += (I == 0 ? " at " : " and ") + P.File + ":" + std::to_string(P.Line);
    if (!P.Role.empty())
      Text += " (" + P.Role + ")";
  }
  return Text;
}

static void answerByFinding(AnsweredHazard &A, const Finding &F, StringRef Where) {
  A.Answer = F.How <= Confidence::Proved ? "proved" : toString(F.How).str();
  A.Why = F.Id + " at " + displayPath(F.Loc.File) + ":" + std::to_string(F.Loc.Line) + Where.str();
  if (F.How == Confidence::Confirmed)
    A.Why += ", confirmed by a replay";
  if (const Repair *R = report::chosenRepair(F))
    A.Why += "; repair: " + R->Id + " (" + toString(R->How).str() + "): " + R->Title;
  else
    A.Why += "; there is no repair of it";
}

/// The kernels that run the line.
static std::vector<const KernelReport *>
kernelsAt(const LoggedHazard &H, const report::RunReport &R, llvm::ArrayRef<UnitResult> Units) {
  std::set<StringRef> Names;
  for (const UnitResult &U : Units)
    for (const CodeRange &C : U.Ranges)
      if (llvm::any_of(H.Places, [&](const LoggedHazard::Place &P) {
            return C.First <= P.Line && P.Line <= C.Last && isFile(C.File, P.File);
          }))
        Names.insert(C.Kernel);
  std::vector<const KernelReport *> Kernels;
  for (const KernelReport &K : R.Kernels)
    if (Names.contains(K.Name))
      Kernels.push_back(&K);
  return Kernels;
}

static void answerByVerdict(AnsweredHazard &A, const LoggedHazard &H,
                            llvm::ArrayRef<const KernelReport *> Kernels) {
  if (Kernels.empty()) {
    A.Answer = "unknown";
    A.Why = "no kernel that was analysed runs this line";
    return;
  }
  std::string Names;
  for (const KernelReport *K : Kernels)
    Names += (Names.empty() ? "'" : ", '") + K->Name + "'";
  auto IsFree = [&](const KernelReport *K) {
    return K->Divergence == DivergenceVerdict::Free &&
           (H.IsBarrier || K->Race == RaceVerdict::Free);
  };
  if (llvm::all_of(Kernels, IsFree)) {
    A.Answer = "false alarm";
    A.Why =
        Names + (H.IsBarrier ? ": every thread is proved to meet the barriers equally often"
                             : ": no two threads can meet so, which is proved for every pair of "
                               "accesses");
    for (const KernelReport *K : Kernels)
      for (const std::string &Taken : K->Assumed)
        A.Why += "; taken for granted: " + Taken;
    A.Why += ". If it happened, the kernel was launched in a way that the host code analysed does "
             "not show";
    return;
  }
  A.Answer = "undecided";
  A.Why = Names;
  constexpr size_t MaxReasons = 4;
  std::vector<StringRef> Reasons;
  for (const KernelReport *K : Kernels)
    llvm::append_range(Reasons, K->Unknowns);
  if (Reasons.empty())
    A.Why += ": other bugs of the kernel come first";
  for (StringRef Why : llvm::ArrayRef(Reasons).take_front(MaxReasons))
    A.Why += (Why == Reasons.front() ? ": " : "; ") + Why.str();
}

std::vector<AnsweredHazard> answerHazards(llvm::ArrayRef<LoggedHazard> Hazards,
                                          const report::RunReport &R,
                                          llvm::ArrayRef<UnitResult> Units) {
  std::vector<AnsweredHazard> Answers;
  for (const LoggedHazard &H : Hazards) {
    std::string What = describe(H);
    auto Known = llvm::find_if(Answers, [&](const AnsweredHazard &A) { return A.What == What; });
    if (Known != Answers.end()) {
      ++Known->Times;
      continue;
    }
    AnsweredHazard &A = Answers.emplace_back();
    A.LogLine = H.LogLine;
    A.What = What;
    auto Find = [&](llvm::ArrayRef<Finding> In, StringRef Where) {
      const Finding *F = llvm::find_if(In, [&](const Finding &F) { return explains(F, H); });
      if (F == In.end() || !A.Answer.empty())
        return;
      answerByFinding(A, *F, Where);
    };
    Find(R.Findings, "");
    Find(R.Suppressed, " (suppressed)");
    Find(R.Known, " (in the baseline)");
    if (A.Answer.empty())
      answerByVerdict(A, H, kernelsAt(H, R, Units));
  }
  return Answers;
}

llvm::Error answerLog(StringRef File, report::RunReport &R, llvm::ArrayRef<UnitResult> Units) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(),
                                   "--sanitizer-log: " + File + ": " + Buffer.getError().message());
  R.HazardLog = File.str();
  R.Hazards = answerHazards(parseSanitizerLog((*Buffer)->getBuffer()), R, Units);
  return llvm::Error::success();
}

} // namespace cudafix::cli
