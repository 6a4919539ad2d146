// SPDX-License-Identifier: Apache-2.0
#include "simulate/Compare.h"
#include "simulate/MemoryRun.h"
#include "simulate/Replay.h"
#include "simulate/machine/Compiled.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <set>

namespace cudafix::simulate {
namespace {

/// Buffers of unknown size: elements with contents, followed by zeros; and the whole extent.
constexpr uint64_t FilledElements = 1u << 16, GuessedExtent = 256u << 10;
/// Contents vary in units of so many bytes.
constexpr size_t WordBytes = 4;
/// Alternative contents of shared memory that nobody has written: as a number large and positive,
/// while the usual contents are large and negative.
constexpr uint8_t OtherUnwritten = 0x7f;
/// The most threads in a grid barrier, each of which has a stack.
constexpr uint64_t MostTogether = 1u << 14;

/// What a simulation leaves in the memory that others can see: names and bytes.
struct Result {
  bool Finished = false, Racy = false;
  bool OutOfBounds = false; ///< of shared memory
  bool Copied = false;      ///< asynchronously
  std::string Unwritten;    ///< shared array that was read at cells that no thread has written
  uint64_t Accesses = 0;
  std::vector<std::pair<std::string, std::vector<char>>> Memory;
  std::set<std::string> Wrong; ///< descriptions of what it did wrong in this order of its threads
};

/// One of several results, and the result with other contents of shared memory that nobody has
/// written.
struct Undefined {
  size_t Run = 0;
  Result Other;
  bool Excuses = true; ///< the patched kernel may leave anything at those places
};

/// A launch with its inputs, and the blocks that are executed.
struct Setting {
  Inputs In;
  std::vector<uint32_t> Blocks; ///< by importance; empty: all
};

class Comparer {
public:
  Comparer(const Compared &What, const CompiledKernel &Original, const CompiledKernel &Patched,
           const CompareOptions &Opts)
      : What(What), Original(Original), Patched(Patched), Opts(Opts) {}
  Comparison run();

private:
  llvm::Expected<Setting> settingOf(const Witness *W) const;
  Comparison ofInput(Setting S);
  std::vector<Schedule> usual() const;
  std::vector<Schedule> forced() const;
  Result runOnce(const CompiledKernel &Code, const Setting &S, const Schedule &Plan,
                 uint64_t MaxAccesses, std::optional<uint8_t> Unwritten = std::nullopt);
  std::optional<Undefined> findUndefined(const CompiledKernel &Code, const Setting &S,
                                         llvm::ArrayRef<Result> Ran, uint64_t MaxAccesses);
  std::optional<Comparison> ofSetting(const Setting &S);
  Comparison ofPatched(const Setting &S);
  std::string harm(llvm::ArrayRef<Result> Before, llvm::ArrayRef<Result> After) const;
  bool mayGoOn() const { return Spent < Opts.MaxInAll; }

  const Compared &What;
  const CompiledKernel &Original, &Patched;
  const CompareOptions &Opts;
  uint64_t Spent = 0;
};

} // namespace

/// The text after "the repaired kernel" for an event that a repair must not introduce; empty: the
/// event is not such.
static std::string wrongIn(const Event &E) {
  switch (E.Kind) {
  case EventKind::Race:
    return E.SameValue ? "" : "has a race on '" + E.Object + "'";
  case EventKind::MissedBarrier:
  case EventKind::MixedBarriers:
  case EventKind::ClusterBarrier:
    return "has threads that miss a barrier";
  case EventKind::Deadlock:
    return "has threads that wait forever";
  case EventKind::NoMbarrier:
    return "uses an mbarrier that is not initialised";
  case EventKind::MbarrierPhase:
    return "arrives too often at an mbarrier";
  case EventKind::NoProxyFence:
    return "has a bulk copy that may not see what threads write to '" + E.Object + "'";
  case EventKind::BadCopy:
    return "has a bulk copy of a wrong size";
  case EventKind::CopyLeft:
    return "may end before its bulk copies";
  case EventKind::NotBegun:
  case EventKind::MayHaveLeft:
    return "accesses memory of a block that may not be there";
  case EventKind::Uninitialized:
    return E.Wait ? "reads what a wait that is over too early has not waited for" : "";
  default:
    return "";
  }
}

Result Comparer::runOnce(const CompiledKernel &Code, const Setting &S, const Schedule &Plan,
                         uint64_t MaxAccesses, std::optional<uint8_t> Unwritten) {
  Configuration C;
  C.MaxAccesses = MaxAccesses;
  C.Blocks = S.Blocks;
  llvm::sort(C.Blocks);
  C.Plan = Plan;
  C.Unwritten = Unwritten.value_or(C.Unwritten);
  MemoryRun Run = runForMemory(Code, S.In, C);
  Spent += Run.Ran.Accesses;
  Result R;
  R.Finished = Run.Ran.Finished;
  R.Racy = Run.isRacy();
  R.Copied = Run.Ran.Copied;
  R.Accesses = Run.Ran.Accesses;
  for (const Event &E : Run.Ran.Events) {
    R.OutOfBounds |= E.Kind == EventKind::OutOfBounds && E.Shared;
    if (E.Kind == EventKind::Uninitialized && R.Unwritten.empty())
      R.Unwritten = E.Object;
    if (std::string Text = wrongIn(E); !Text.empty())
      R.Wrong.insert(std::move(Text));
  }
  R.Memory = std::move(Run.Memory);
  return R;
}

static bool haveSameObjects(const Result &A, const Result &B) {
  return llvm::equal(A.Memory, B.Memory, [](const auto &X, const auto &Y) {
    return X.first == Y.first && X.second.size() == Y.second.size();
  });
}

static bool isEqual(const std::vector<char> &A, const std::vector<char> &B) {
  return A.empty() || !std::memcmp(A.data(), B.data(), A.size());
}

/// Compares `After`, one of the results in `Patched`, with what the original left.
static Comparison judge(llvm::ArrayRef<Result> Before, const std::optional<Undefined> &Open,
                        const Result &After, llvm::ArrayRef<Result> Patched) {
  if (!haveSameObjects(Before.front(), After))
    return {Simulated::Skipped, "the kernels have different variables"};
  bool Whole = llvm::any_of(Before, [&](const Result &B) { return B.Memory == After.Memory; });
  if (Whole)
    return {Simulated::Equal, ""};
  bool Unordered = false;
  std::optional<Comparison> Differs;
  for (size_t O = 0; O < After.Memory.size(); ++O) {
    const auto &[Name, Bytes] = After.Memory[O];
    auto Of = [&](const Result &R) -> const std::vector<char> & { return R.Memory[O].second; };
    if (llvm::any_of(Before, [&](const Result &B) { return isEqual(Of(B), Bytes); })) {
      Unordered |= !isEqual(Of(Before.front()), Bytes);
      continue;
    }
    for (size_t I = 0; I < Bytes.size(); I += WordBytes) {
      auto Word = [&](const Result &R) {
        return llvm::ArrayRef(Of(R)).slice(I).take_front(WordBytes);
      };
      auto Varies = [&](llvm::ArrayRef<Result> All) {
        return llvm::any_of(All, [&](const Result &R) { return Word(R) != Word(All.front()); });
      };
      const bool Unwritten = Open && Word(Before[Open->Run]) != Word(Open->Other);
      if (Word(Before.front()) == Word(After) || (Unwritten && Open->Excuses))
        continue;
      Unordered = true;
      bool Known = llvm::any_of(Before, [&](const Result &B) { return Word(B) == Word(After); });
      const bool Loose = Unwritten || Varies(Before);
      if (Known || (Varies(Before) && Varies(Patched)) || (Differs && Loose))
        continue;
      Differs = {Simulated::Different, "'" + Name + "' differs at byte " + std::to_string(I)};
      Differs->Refuted = !Loose;
      if (!Loose)
        return *Differs;
    }
  }
  if (Differs)
    return *Differs;
  if (!Unordered)
    return {Simulated::Equal, ""};
  return {Simulated::Unordered, "only data that depends on the order of threads differs"};
}

std::vector<Schedule> Comparer::usual() const {
  std::vector<Schedule> All;
  for (unsigned I = 0; I < Opts.Schedules; ++I)
    All.push_back(scheduleOf(I, /*Seed=*/0));
  return All;
}

/// Schedules that force the racing accesses of the findings into source order, into its reverse,
/// and step by step.
std::vector<Schedule> Comparer::forced() const {
  std::set<SourceLoc> Earlier, Later, Both;
  for (const Finding &F : What.Findings) {
    std::vector<SourceLoc> Places;
    for (AccessId A : F.Accesses)
      if (A < What.K.AccessInst.size() && What.K.AccessInst[A])
        Places.push_back(sourceOf(*What.K.AccessInst[A]));
    if (F.KernelName != What.K.Model.Name || Places.size() != 2)
      continue;
    Both.insert(Places.begin(), Places.end());
    if (Places[0] == Places[1])
      continue;
    Earlier.insert(std::min(Places[0], Places[1]));
    Later.insert(std::max(Places[0], Places[1]));
  }
  std::vector<Schedule> All;
  for (const std::set<SourceLoc> *Of : {&Later, &Earlier, &Both})
    for (Schedule S : usual()) {
      S.Held.assign(Of->begin(), Of->end());
      if (!S.Held.empty())
        All.push_back(std::move(S));
    }
  return All;
}

/// Makes inputs with the dimensions and parameters of the witness, or of the launch.
llvm::Expected<Setting> Comparer::settingOf(const Witness *W) const {
  InputOptions Given;
  if (W)
    Given = givenBy(*W, What.K.Model);
  Given.Seed = 1;
  Given.GuessedExtent = GuessedExtent;
  Given.GuessedElements = FilledElements;
  Launch Unknown;
  const Launch &L = W || What.Launches.empty() ? Unknown : What.Launches.front();
  llvm::Expected<Inputs> In = planInputs(What.K.Model, *What.K.Solving, L, Original, Given);
  if (!In)
    return In.takeError();
  uint64_t Bytes = 0, Blocks = 1;
  for (const Buffer &B : In->Buffers)
    Bytes += B.Extent;
  if (Bytes > Opts.MaxBytes)
    return llvm::createStringError("its buffers are too large");
  for (unsigned D = 0; D < 3; ++D)
    Blocks *= In->Grid[D];
  bool Together = Original.UsesGridBarrier || Patched.UsesGridBarrier;
  if (Together && Blocks * In->Block[0] * In->Block[1] * In->Block[2] > MostTogether)
    return llvm::createStringError("a grid barrier of too many threads");
  Setting S{std::move(*In), {}};
  if (Together)
    return S;
  if (W)
    S.Blocks = blocksOf(*W);
  for (unsigned B = 0; B < Blocks && S.Blocks.size() < Opts.MaxBlocks; ++B)
    if (!llvm::is_contained(S.Blocks, B))
      S.Blocks.push_back(B);
  return S;
}

/// Compares on one input, with fewer blocks if all of them take too long.
Comparison Comparer::ofInput(Setting S) {
  std::optional<Comparison> C = ofSetting(S);
  if (!C && S.Blocks.size() > 1) {
    S.Blocks.resize(1);
    C = ofSetting(S);
  }
  if (C && C->Result == Simulated::Different && !S.Blocks.empty()) {
    S.Blocks.clear(); // blocks may have taken over each other's work
    if (std::optional<Comparison> Whole = ofSetting(S))
      C = Whole;
  }
  if (!C)
    return {Simulated::Skipped, "more than " + std::to_string(Opts.MaxAccesses) + " accesses"};
  return *C;
}

static Comparison judgeAll(llvm::ArrayRef<Result> Before, const std::optional<Undefined> &Open,
                           llvm::ArrayRef<Result> After) {
  Comparison Worst{Simulated::Equal, ""};
  for (const Result &A : After)
    if (Comparison C = judge(Before, Open, A, After);
        C.Result > Worst.Result || (C.Result == Worst.Result && C.Refuted > Worst.Refuted))
      Worst = C;
  return Worst;
}

/// Another run like the first one that reads shared memory which nobody has written, if its
/// contents affect the result; nullopt: there is no such run.
std::optional<Undefined> Comparer::findUndefined(const CompiledKernel &Code, const Setting &S,
                                                 llvm::ArrayRef<Result> Ran, uint64_t MaxAccesses) {
  const auto *First = llvm::find_if(Ran, [](const Result &R) { return !R.Unwritten.empty(); });
  if (First == Ran.end())
    return std::nullopt;
  size_t Run = First - Ran.begin();
  Result Other = runOnce(Code, S, usual()[Run], MaxAccesses, OtherUnwritten);
  if (Other.Finished && Other.Memory == First->Memory)
    return std::nullopt;
  return Undefined{Run, std::move(Other), true};
}

/// What some run of the patched kernel does wrong and (unless a run must show nothing at all) no
/// run of the original does.
std::string Comparer::harm(llvm::ArrayRef<Result> Before, llvm::ArrayRef<Result> After) const {
  for (const Result &A : After)
    for (const std::string &Text : A.Wrong)
      if (What.FoundByRun ||
          llvm::none_of(Before, [&](const Result &B) { return B.Wrong.count(Text); }))
        return Text;
  return "";
}

/// Runs only the patched kernel, because the original does not finish.
Comparison Comparer::ofPatched(const Setting &S) {
  Comparison C{Simulated::Skipped, "the original kernel does not come to its end"};
  if (!What.FoundByRun)
    return C;
  Setting Then = S;
  if (What.PatchedBlock)
    llvm::copy(*What.PatchedBlock, std::begin(Then.In.Block));
  std::vector<Result> After;
  for (const Schedule &Plan : usual())
    After.push_back(runOnce(Patched, Then, Plan, 4 * Opts.MaxAccesses));
  C.Harm = harm({}, After);
  if (C.Harm.empty() && llvm::any_of(After, [](const Result &R) { return !R.Finished; }))
    C.Harm = "does not come to its end";
  C.Mended = C.Harm.empty();
  return C;
}

/// The harm is the repair's fault: no order of the original's threads allows it.
static Comparison harmful(llvm::StringRef What, bool Racy) {
  Comparison C{Simulated::Different, "the repaired kernel " + What.str(), Racy};
  C.Harm = What;
  return C;
}

/// Nullopt: a run made more accesses than allowed.
std::optional<Comparison> Comparer::ofSetting(const Setting &S) {
  std::vector<Result> Before, After;
  for (const Schedule &Plan : usual()) {
    Before.push_back(runOnce(Original, S, Plan, Opts.MaxAccesses));
    if (Before.back().Finished)
      continue;
    if (Before.back().Accesses >= Opts.MaxAccesses)
      return std::nullopt;
    return ofPatched(S);
  }
  bool Racy = llvm::any_of(Before, [](const Result &R) { return R.Racy; });
  std::optional<Undefined> Open = findUndefined(Original, S, Before, Opts.MaxAccesses);
  if (Open)
    Open->Excuses = !Racy; // what a racing thread reads is the race's fault
  Setting Then = S;
  if (What.PatchedBlock)
    llvm::copy(*What.PatchedBlock, std::begin(Then.In.Block));
  for (const Schedule &Plan : usual()) {
    After.push_back(runOnce(Patched, Then, Plan, 4 * Opts.MaxAccesses));
    if (!After.back().Finished)
      return harmful("does not come to its end", Racy);
  }
  auto LeavesArrays = [](const Result &R) { return R.OutOfBounds; };
  if (llvm::any_of(After, LeavesArrays) && llvm::none_of(Before, LeavesArrays))
    return harmful("accesses shared memory out of bounds", Racy);
  Comparison C = judgeAll(Before, Open, After);
  for (const Schedule &Plan : forced()) {
    if (C.Result == Simulated::Equal || !mayGoOn())
      break;
    if (Result R = runOnce(Original, S, Plan, Opts.MaxAccesses); R.Finished) {
      Before.push_back(std::move(R));
      C = judgeAll(Before, Open, After);
    }
  }
  C.Racy = Racy;
  // Copies end at the same moment in each of these orders.
  C.Refuted &= llvm::none_of(Before, [](const Result &R) { return R.Copied; });
  C.Harm = harm(Before, After);
  C.Mended = What.FoundByRun && C.Harm.empty();
  if (std::optional<Undefined> Left = findUndefined(Patched, Then, After, 4 * Opts.MaxAccesses))
    C.Unwritten = After[Left->Run].Unwritten;
  auto ReadsUnwritten = [](const Result &R) { return !R.Unwritten.empty(); };
  C.UnwrittenBefore = llvm::any_of(Before, ReadsUnwritten);
  C.FillsCells = C.UnwrittenBefore && !Racy && llvm::none_of(After, ReadsUnwritten);
  return C;
}

Comparison Comparer::run() {
  std::optional<Comparison> Worst;
  bool Mended = false;
  std::string Why;
  std::vector<const Witness *> From;
  if (What.Example)
    From.push_back(What.Example);
  From.push_back(nullptr);
  for (const Witness *W : From) {
    llvm::Expected<Setting> S = settingOf(W);
    if (!S) {
      Why = llvm::toString(S.takeError());
      continue;
    }
    Comparison C = ofInput(std::move(*S));
    if (!C.Harm.empty())
      return C;
    Mended |= C.Mended;
    if (C.Result == Simulated::Skipped) {
      Why = C.Reason;
    } else if (!Worst) {
      Worst = C;
    } else {
      if (Worst->Unwritten.empty() && !C.Unwritten.empty())
        std::tie(Worst->Unwritten, Worst->UnwrittenBefore) =
            std::tie(C.Unwritten, C.UnwrittenBefore);
      if (C.Result > Worst->Result)
        std::tie(Worst->Result, Worst->Reason, Worst->Racy, Worst->FillsCells, Worst->Refuted) =
            std::tie(C.Result, C.Reason, C.Racy, C.FillsCells, C.Refuted);
    }
    if (!mayGoOn() || (Worst && Worst->Result == Simulated::Different))
      break;
  }
  Comparison All = Worst.value_or(Comparison{Simulated::Skipped, Why});
  All.Mended = Mended;
  return All;
}

Comparison compare(const Compared &What, const CompareOptions &Opts) {
  const std::string &Name = What.K.Model.MangledName;
  auto Before = CompiledKernel::compile(What.Original, Name, {.Bounded = true});
  if (!Before)
    return {Simulated::Skipped, llvm::toString(Before.takeError())};
  auto After = CompiledKernel::compile(What.Patched, Name, {.Bounded = true});
  if (!After)
    return {Simulated::Skipped, llvm::toString(After.takeError())};
  if ((*Before)->Parameters.size() != (*After)->Parameters.size())
    return {Simulated::Skipped, "the repair changes the kernel's parameters"};
  return Comparer(What, **Before, **After, Opts).run();
}

} // namespace cudafix::simulate
