// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Confirm.h"
#include "model/Check.h"
#include "model/Convention.h"
#include "sandbox/Sandbox.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace cudafix::cli {
namespace {

using llvm::StringRef;
using simulate::Replayed;
using simulate::ReplayResult;

/// The most findings of a unit that are replayed, in the order of their places. The limits in
/// ReplayOptions, which count accesses, decide which replays succeed; the time limit only ends what
/// they do not.
constexpr size_t MaxReplays = 8;
/// The same limit for findings about barriers whose order only a run knows.
constexpr size_t MaxOpenReplays = 8;
constexpr unsigned TimeoutSeconds = 30;

/// One letter for each value of Replayed, in its order.
constexpr StringRef Letters = "RNS";

/// The replayers of the kernels met so far.
class UnitReplayer {
public:
  explicit UnitReplayer(frontend::Program &P) : P(P) {}

  ReplayResult replay(const Finding &F) {
    const frontend::KernelUnit *K = kernelOf(F);
    if (!K)
      return {Replayed::NotSupported, "its kernel is not known"};
    std::unique_ptr<simulate::Replayer> &R = Replayers[K];
    if (!R)
      R = std::make_unique<simulate::Replayer>(P.deviceModule(), *K);
    return R->replay(F);
  }

  /// Finds the kernel by name and place: overloads share a name.
  const frontend::KernelUnit *kernelOf(const Finding &F) const {
    for (const frontend::KernelUnit &K : P.kernels())
      if (K.Model.Name == F.KernelName && placeIn(K.Model, F) == F.Loc)
        return &K;
    return nullptr;
  }

private:
  static std::optional<SourceLoc> placeIn(const Kernel &K, const Finding &F) {
    if (!F.Accesses.empty() &&
        llvm::all_of(F.Accesses, [&](AccessId A) { return A < K.Accesses.size(); }))
      return K.access(F.Accesses.front()).Loc;
    if (!F.Barriers.empty() &&
        llvm::all_of(F.Barriers, [&](BarrierId B) { return B < K.Barriers.size(); }))
      return K.barrier(F.Barriers.front()).Loc;
    return std::nullopt;
  }

  frontend::Program &P;
  std::map<const frontend::KernelUnit *, std::unique_ptr<simulate::Replayer>> Replayers;
};

} // namespace

bool isReplayed(const Finding &F) {
  // A run that shows a barrier which returned threads miss proves the warning, but no bug.
  bool Known = isRace(F.check()) || F.check() == Check::UnlockedAccess ||
               (F.check() == Check::BarrierDivergence && F.Severity == Level::Error);
  bool Sure = F.How == Confidence::Proved ||
              (F.How == Confidence::Likely && restsOn(F, Convention::ValuesDiffer));
  return Known && Sure && F.Severity != Level::Note && F.Example && !F.Example->Threads.empty();
}

bool mayRunDecide(const Finding &F, const Kernel &K) {
  return isRace(F.check()) && F.Severity != Level::Note && F.Example &&
         !F.Example->Threads.empty() && restsOn(F, Convention::WaitsOrder) &&
         llvm::all_of(F.Premises, [](const Premise &P) { return P.OfBarrier; }) &&
         llvm::all_of(K.Barriers, [](const Barrier &B) {
           return (B.Kind != BarrierKind::Other && !B.AcrossBlocks) || B.Runs;
         });
}

/// Reads one answer from each line; an unfinished answer has no line end.
static std::vector<ReplayResult> readAnswers(StringRef Bytes) {
  std::vector<ReplayResult> Answers;
  while (Bytes.contains('\n')) {
    auto [Line, Rest] = Bytes.split('\n');
    size_t What = Line.empty() ? StringRef::npos : Letters.find(Line[0]);
    if (What == StringRef::npos)
      break;
    Answers.push_back({static_cast<Replayed>(What), Line.drop_front().str()});
    Bytes = Rest;
  }
  return Answers;
}

static sandbox::Limits limits(unsigned Seconds) {
  sandbox::Limits L;
  L.Seconds = Seconds;
  L.Threads = 2; // choosing inputs uses the solver, which has a thread
  return L;
}

std::vector<ReplayResult> replayApart(size_t Count, ReplayOne Replay, unsigned TimeoutSeconds) {
  std::vector<ReplayResult> All;
  while (All.size() < Count) {
    size_t First = All.size();
    auto Work = [&](sandbox::Send Send) {
      for (size_t I = First; I < Count; ++I) {
        ReplayResult R = Replay(I);
        llvm::replace(R.Reason, '\n', ' ');
        Send(Letters[static_cast<size_t>(R.What)] + R.Reason + '\n');
      }
    };
    sandbox::Outcome Ran = sandbox::runConfined(Work, limits(TimeoutSeconds));
    std::vector<ReplayResult> Answers = readAnswers(Ran.Bytes);
    Answers.resize(std::min(Answers.size(), Count - First));
    llvm::append_range(All, Answers);
    // A replay that ended the process is not tried again; after one that hangs, no more are made.
    size_t Lost = All.size() == Count ? 0 : Ran.TimedOut ? Count - All.size() : 1;
    All.insert(All.end(), Lost,
               {Replayed::NotSupported, "the replay did not come to its end" +
                                            (Ran.Failure.empty() ? "" : ": " + Ran.Failure)});
  }
  return All;
}

/// Encodes a comparison: the numbers, the array that is not written, the harm, and the reason.
static std::string toBytes(const simulate::Comparison &C) {
  std::string Bytes{static_cast<char>(C.Result),          static_cast<char>(C.Racy),
                    static_cast<char>(C.UnwrittenBefore), static_cast<char>(C.FillsCells),
                    static_cast<char>(C.Mended),          static_cast<char>(C.Refuted)};
  return Bytes + C.Unwritten + '\n' + C.Harm + '\n' + C.Reason;
}

/// Decodes a comparison; nullopt for invalid bytes.
static std::optional<simulate::Comparison> readComparison(StringRef Bytes) {
  constexpr auto Last = static_cast<unsigned char>(Simulated::Skipped);
  constexpr size_t Numbers = 6;
  if (Bytes.size() <= Numbers || static_cast<unsigned char>(Bytes[0]) > Last ||
      Bytes.count('\n') < 2)
    return std::nullopt;
  auto [Unwritten, Rest] = Bytes.drop_front(Numbers).split('\n');
  auto [Harm, Reason] = Rest.split('\n');
  return simulate::Comparison{static_cast<Simulated>(Bytes[0]),
                              Reason.str(),
                              Bytes[1] != 0,
                              Unwritten.str(),
                              Bytes[2] != 0,
                              Harm.str(),
                              Bytes[3] != 0,
                              Bytes[4] != 0,
                              Bytes[5] != 0};
}

simulate::Comparison compareApart(llvm::function_ref<simulate::Comparison()> Compare) {
  auto Work = [&](sandbox::Send Send) { Send(toBytes(Compare())); };
  sandbox::Outcome Ran = sandbox::runConfined(Work, limits(TimeoutSeconds));
  std::optional<simulate::Comparison> C;
  if (Ran.Failure.empty())
    C = readComparison(Ran.Bytes);
  return C.value_or(
      simulate::Comparison{Simulated::Skipped, "the simulation did not come to its end"});
}

static StringRef toText(Replayed R) {
  switch (R) {
  case Replayed::Reproduced:
    return "reproduced";
  case Replayed::NotReproduced:
    return "not reproduced";
  case Replayed::NotSupported:
    return "not supported";
  }
  llvm_unreachable("no such result");
}

/// Chooses the findings to replay, sure ones first.
static std::vector<Finding *> chosen(std::vector<Finding> &Findings, const UnitReplayer &Unit) {
  std::vector<Finding *> Sure, Open;
  for (Finding &F : Findings) {
    if (isReplayed(F))
      Sure.push_back(&F);
    else if (const frontend::KernelUnit *K = Unit.kernelOf(F); K && mayRunDecide(F, K->Model))
      Open.push_back(&F);
  }
  Sure.resize(std::min(Sure.size(), MaxReplays));
  Open.resize(std::min(Open.size(), MaxOpenReplays));
  llvm::append_range(Sure, Open);
  return Sure;
}

/// Raises a finding to confirmed: a run showed that the barriers do not order the race.
static void raise(Finding &F, frontend::Program &P, const frontend::KernelUnit *Of,
                  std::vector<KernelReport> &Kernels) {
  F.Severity = Level::Error;
  F.Premises.clear();
  // The list starts with reports of kernels that could not be read.
  auto Read = llvm::drop_begin(Kernels, Kernels.size() - P.kernels().size());
  for (auto [K, Report] : llvm::zip(P.kernels(), Read))
    if (&K == Of) {
      Report.Race = RaceVerdict::Racy;
      Report.FreeFor.clear();
    }
}

void confirm(frontend::Program &P, UnitReport &Report, llvm::raw_ostream *Dump) {
  UnitReplayer Unit(P);
  std::vector<Finding *> Tried = chosen(Report.Findings, Unit);
  auto Replay = [&](size_t I) { return Unit.replay(*Tried[I]); };
  std::vector<ReplayResult> Results = replayApart(Tried.size(), Replay, TimeoutSeconds);
  for (size_t I = 0; I < Tried.size(); ++I) {
    Finding &F = *Tried[I];
    const ReplayResult &R = Results[I];
    if (R.What == Replayed::Reproduced) {
      if (F.How == Confidence::Possible)
        raise(F, P, Unit.kernelOf(F), Report.Kernels);
      F.How = Confidence::Confirmed;
      if (restsOn(F, Convention::ValuesDiffer)) { // the run showed different values
        F.Severity = Level::Error;
        F.Premises.clear();
      }
    }
    if (Dump)
      *Dump << "replay " << F.Loc.Line << ':' << F.Loc.Column << ' ' << F.Id << ": "
            << toText(R.What) << (R.Reason.empty() ? "" : ": ") << R.Reason << '\n';
  }
}

} // namespace cudafix::cli
