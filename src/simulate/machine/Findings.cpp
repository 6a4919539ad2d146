// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Findings.h"
#include "model/Check.h"
#include "model/Metrics.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace cudafix::simulate {
namespace {

class Teller {
public:
  Teller(const CompiledKernel &Code, const frontend::KernelUnit &K, const Witness &Of);
  Finding tell(const Event &E);
  /// Returns true for a plain read that only supplies the first guess of a compare-and-swap.
  bool isGuess(const Event &E) const {
    auto Is = [&](uint32_t Site) {
      const Access *A = access(Site);
      return A && A->Guess;
    };
    return E.Kind == EventKind::Race && (Is(E.Site) || Is(E.Other));
  }

private:
  void race(const Event &E, Finding &F);
  void barrier(const Event &E, Finding &F);
  void outOfBounds(const Event &E, Finding &F);
  void other(const Event &E, Finding &F);
  Witness::Thread thread(ThreadId T) const;
  std::string name(ThreadId T, bool WithBlock) const;
  /// The thread, or the bulk copy that it issues at the site.
  std::string who(ThreadId T, uint32_t Site, bool WithBlock) const {
    const simulate::Site &S = Code.Sites[Site];
    return (S.AsyncStore ? "the asynchronous store of "
            : S.Bulk     ? "the bulk copy of "
                         : "") +
           name(T, WithBlock);
  }
  std::string names(const std::vector<ThreadId> &Threads) const;
  /// The place of the access or barrier in the model, which knows the whole expression.
  const SourceLoc &loc(uint32_t Site) const;
  const Access *access(uint32_t Site) const;
  unsigned lineOf(uint32_t Site) const;
  void moveToCall(uint32_t Site, Finding &F) const;
  void witness(Finding &F, llvm::ArrayRef<ThreadId> Threads) const;
  std::string text(uint32_t Site) const;

  /// File, line, column of the instruction, and whether it writes.
  using Key = std::tuple<std::string, unsigned, unsigned, bool>;
  const CompiledKernel &Code;
  const Kernel &K;
  const Witness &Of;
  std::map<Key, const Access *> Accesses;
  std::map<Key, const Barrier *> Barriers;
};

} // namespace

Witness::Thread Teller::thread(ThreadId T) const {
  uint64_t B = T >> 10, I = T & 1023;
  Witness::Thread W;
  W.Block = {B % Of.GridDim[0], B / Of.GridDim[0] % Of.GridDim[1],
             B / Of.GridDim[0] / Of.GridDim[1]};
  W.Thread = {I % Of.BlockDim[0], I / Of.BlockDim[0] % Of.BlockDim[1],
              I / Of.BlockDim[0] / Of.BlockDim[1]};
  return W;
}

static std::string coordinates(const std::array<uint64_t, 3> &C) {
  if (!C[1] && !C[2])
    return std::to_string(C[0]);
  return "(" + std::to_string(C[0]) + "," + std::to_string(C[1]) + "," + std::to_string(C[2]) + ")";
}

std::string Teller::name(ThreadId T, bool WithBlock) const {
  Witness::Thread W = thread(T);
  std::string Text = "thread " + coordinates(W.Thread);
  return WithBlock ? Text + " of block " + coordinates(W.Block) : Text;
}

/// The line of the place in the kernel.
unsigned Teller::lineOf(uint32_t Site) const {
  const simulate::Site &S = Code.Sites[Site];
  const bool Waits = S.Kind == SiteKind::Barrier || S.Kind == SiteKind::Warp;
  return S.Call.Line && (Waits || S.Bulk) ? S.Call.Line : loc(Site).Line;
}

/// Moves the finding to the place where the kernel calls the function that contains it.
void Teller::moveToCall(uint32_t Site, Finding &F) const {
  const SourceLoc &Call = Code.Sites[Site].Call;
  const simulate::Site &S = Code.Sites[Site];
  const bool Waits = S.Kind == SiteKind::Barrier || S.Kind == SiteKind::Warp;
  const bool Accesses = F.check() == Check::ClusterMemory;
  if (!Call.Line || (!Waits && !S.Bulk && !Accesses))
    return;
  F.RelatedPlaces.push_back(
      S.Bulk     ? Related{F.Loc, Role::Synchronization, "the bulk copy"}
      : Accesses ? Related{F.Loc, S.Kind == SiteKind::Read ? Role::Read : Role::Write, "the access"}
                 : Related{F.Loc, Role::Barrier, "the barrier"});
  F.Loc = Call;
}

/// "threads 0 to 31, 40": positions in the block.
std::string Teller::names(const std::vector<ThreadId> &Threads) const {
  std::vector<unsigned> Positions;
  for (ThreadId T : Threads)
    Positions.push_back(T & 1023);
  llvm::sort(Positions);
  std::string Text = Positions.size() == 1 ? "thread " : "threads ";
  for (size_t I = 0; I < Positions.size();) {
    size_t Last = I;
    while (Last + 1 < Positions.size() && Positions[Last + 1] == Positions[Last] + 1)
      ++Last;
    Text += (I ? ", " : "") + std::to_string(Positions[I]);
    if (Last > I)
      Text += (Last == I + 1 ? ", " : " to ") + std::to_string(Positions[Last]);
    I = Last + 1;
    if (Text.size() > 120 && I < Positions.size()) {
      Text += ", ...";
      break;
    }
  }
  return Text;
}

void Teller::witness(Finding &F, llvm::ArrayRef<ThreadId> Threads) const {
  Witness W = Of;
  for (ThreadId T : Threads)
    W.Threads.push_back(thread(T));
  F.Example = std::move(W);
}

Teller::Teller(const CompiledKernel &Code, const frontend::KernelUnit &Unit, const Witness &Of)
    : Code(Code), K(Unit.Model), Of(Of) {
  auto KeyOf = [](const llvm::Instruction &I, bool Writes) {
    SourceLoc L = sourceOf(I);
    return Key{L.File, L.Line, L.Column, Writes};
  };
  for (size_t I = 0; I < Unit.AccessInst.size(); ++I)
    if (Unit.AccessInst[I])
      Accesses.try_emplace(KeyOf(*Unit.AccessInst[I], K.Accesses[I].Kind != AccessKind::Read),
                           &K.Accesses[I]);
  for (size_t I = 0; I < Unit.BarrierInst.size(); ++I)
    if (Unit.BarrierInst[I])
      Barriers.try_emplace(KeyOf(*Unit.BarrierInst[I], false), &K.Barriers[I]);
}

const Access *Teller::access(uint32_t Site) const {
  const simulate::Site &S = Code.Sites[Site];
  auto At = Accesses.find({S.Loc.File, S.Loc.Line, S.Loc.Column, S.Kind != SiteKind::Read});
  return At == Accesses.end() ? nullptr : At->second;
}

const SourceLoc &Teller::loc(uint32_t Site) const {
  const simulate::Site &S = Code.Sites[Site];
  if (const Access *A = access(Site); A && A->Loc.Line)
    return A->Loc;
  auto At = Barriers.find({S.Loc.File, S.Loc.Line, S.Loc.Column, false});
  return At != Barriers.end() && At->second->Loc.Line ? At->second->Loc : S.Loc;
}

std::string Teller::text(uint32_t Site) const {
  const Access *A = access(Site);
  return A ? A->Text : "";
}

static std::string verb(bool Writes, bool Atomic) {
  return Atomic ? "updates" : Writes ? "writes" : "reads";
}

void Teller::race(const Event &E, Finding &F) {
  bool SameBlock = E.Thread >> 10 == E.OtherThread >> 10;
  bool SameWarp = E.Thread >> 5 == E.OtherThread >> 5;
  F.Id = idOf(E.SameValue  ? Check::BenignRace
              : !SameBlock ? Check::InterBlockRace
              : SameWarp   ? Check::IntraWarpRace
              : E.Shared   ? Check::SharedRace
                           : Check::GlobalRace);
  const bool Copies = Code.Sites[E.Site].Bulk || Code.Sites[E.Other].Bulk;
  if (Copies)
    F.Id = idOf(Check::BulkCopy);
  F.InterBlock = !SameBlock;
  F.SameWarp = SameWarp;
  if (E.SameValue)
    F.Severity = Level::Note;
  auto Side = [&](bool First) {
    std::string What = text(First ? E.Other : E.Site);
    return verb(First ? E.OtherWrites : E.Writes, First ? E.OtherAtomic : E.Atomic) + " " +
           (What.empty() ? "it" : What);
  };
  // The earlier access comes first, unless only the later one writes.
  bool Swap = E.Writes && !E.OtherWrites;
  const uint32_t FirstSite = Swap ? E.Site : E.Other, SecondSite = Swap ? E.Other : E.Site;
  auto IsCalled = [&](uint32_t Site) {
    return Code.Sites[Site].Bulk && Code.Sites[Site].Call.Line != 0;
  };
  auto Place = [&](uint32_t Site) { return IsCalled(Site) ? Code.Sites[Site].Call : loc(Site); };
  F.Loc = Place(FirstSite);
  F.Object = E.Object;
  SourceLoc Second = Place(SecondSite);
  ThreadId A = Swap ? E.Thread : E.OtherThread, B = Swap ? E.OtherThread : E.Thread;
  const std::string Owner =
      E.Shared && !SameBlock ? " of block " + coordinates(thread(E.Owner).Block) : "";
  F.Message = std::string("race on ") + (E.Shared ? "shared" : "global") + " memory '" + E.Object +
              "'" + Owner + ": " + who(A, FirstSite, !SameBlock) + " " + Side(!Swap) + " while " +
              who(B, SecondSite, !SameBlock) + " " + Side(Swap) +
              (Second == F.Loc ? "" : " at line " + std::to_string(Second.Line)) + " (byte " +
              std::to_string(E.Offset) + ", " +
              (E.SameValue            ? "both write the same value"
               : SameBlock && !Copies ? "one block, nothing orders them"
                                      : "nothing orders them") +
              ")";
  auto Access = [&](const SourceLoc &At, bool Writes, ThreadId T, uint32_t Site) {
    Role What = Writes ? Role::Write : Role::Read;
    F.RelatedPlaces.push_back({At, What, toString(What).str() + " by " + who(T, Site, !SameBlock)});
  };
  if (Second != F.Loc)
    Access(F.Loc, Swap ? E.Writes : E.OtherWrites, A, FirstSite);
  Access(Second, Swap ? E.OtherWrites : E.Writes, B, SecondSite);
  // its own place, in the function that the kernel calls
  for (uint32_t Site : {FirstSite, SecondSite}) {
    Related Copy{loc(Site), Role::Synchronization, "the bulk copy"};
    if (IsCalled(Site) && F.RelatedPlaces.back().Loc != Copy.Loc)
      F.RelatedPlaces.push_back(std::move(Copy));
  }
  witness(F, {A, B});
}

void Teller::barrier(const Event &E, Finding &F) {
  F.Id = idOf(E.Kind == EventKind::Deadlock ? Check::Deadlock : Check::BarrierDivergence);
  F.Loc = loc(E.Site);
  std::string Block = "in block " + coordinates(thread(E.Thread).Block) + " ";
  std::string Waiting = names(E.Waiting) + (E.Waiting.size() == 1 ? " waits" : " wait");
  if (E.Kind == EventKind::EarlyExit)
    F.Severity = Level::Warning;
  const bool OfGrid = E.Kind != EventKind::Deadlock && !E.Text.empty();
  if (OfGrid) {
    F.Message = name(E.Thread, true) + " waits at this barrier of the " + E.Text + ", which " +
                name(E.OtherThread, true) + " has left the kernel without meeting";
  } else if (E.Kind == EventKind::MissedBarrier) {
    F.Message = Block + Waiting + " here while " + names(E.Missing) + " went past this barrier";
  } else if (E.Kind == EventKind::EarlyExit) {
    F.Message = Block + Waiting + " here after " + names(E.Missing) + " had left the kernel";
  } else if (E.Kind == EventKind::MixedBarriers) {
    F.Message = Block + Waiting + " here while " + names(E.Missing) + " wait at line " +
                std::to_string(loc(E.Other).Line);
  } else {
    auto For = [](const std::string &What) { return What.empty() ? "" : " for " + What; };
    F.Message = "deadlock: " + Block + Waiting + For(E.Text) + " here";
    if (!E.Missing.empty())
      F.Message +=
          ", and " + names(E.Missing) +
          (E.Other ? For(E.Object) + " at line " + std::to_string(lineOf(E.Other)) : " had left");
  }
  if (E.Kind == EventKind::Deadlock)
    moveToCall(E.Site, F);
  if (E.Other && E.Other != E.Site) {
    Related R;
    R.Loc = loc(E.Other);
    R.What = Role::Barrier;
    R.Text = "the others wait here";
    F.RelatedPlaces.push_back(R);
  }
  std::vector<ThreadId> Threads{E.Waiting.front()};
  if (!E.Missing.empty())
    Threads.push_back(E.Missing.front());
  else if (OfGrid)
    Threads.push_back(E.OtherThread);
  witness(F, Threads);
}

void Teller::outOfBounds(const Event &E, Finding &F) {
  F.Id = idOf(Check::OutOfBounds);
  F.Loc = loc(E.Site);
  std::string What = text(E.Site);
  bool Calls = Code.Sites[E.Site].Kind == SiteKind::Other;
  F.Message = name(E.Thread, true) +
              (Calls      ? " calls "
               : E.Writes ? " writes "
                          : " reads ") +
              What + (What.empty() ? "" : ": ");
  if (!E.Text.empty())
    F.Message += E.Text;
  else if (E.Offset < 0)
    F.Message += std::to_string(-E.Offset) + " bytes before '" + E.Object + "'";
  else
    F.Message += "byte " + std::to_string(E.Offset) + " of '" + E.Object + "', which has " +
                 std::to_string(E.Size);
  witness(F, {E.Thread});
}

void Teller::other(const Event &E, Finding &F) {
  F.Loc = loc(E.Site);
  if (E.Kind == EventKind::NotBegun || E.Kind == EventKind::MayHaveLeft)
    F.Id = idOf(Check::ClusterMemory);
  if (E.Kind != EventKind::Uninitialized && E.Kind != EventKind::Misaligned)
    moveToCall(E.Site, F);
  std::string Who = name(E.Thread, true);
  switch (E.Kind) {
  case EventKind::Uninitialized:
    F.Id = idOf(Check::UninitializedRead);
    F.Message = Who + " reads byte " + std::to_string(E.Offset) + " of shared memory '" + E.Object +
                "', which " +
                (E.Other ? "its copy of line " + std::to_string(loc(E.Other).Line) +
                               " need not have written yet"
                         : "no thread of the block has written");
    if (E.Wait) {
      const SourceLoc &Call = Code.Sites[E.Wait].Call;
      F.RelatedPlaces.push_back({Call.Line ? Call : loc(E.Wait), Role::Synchronization,
                                 "its wait was over before a phase had ended"});
    }
    break;
  case EventKind::Misaligned:
    F.Id = idOf(Check::MisalignedAddress);
    F.Message = Who + " accesses byte " + std::to_string(E.Offset) + " of '" + E.Object +
                "', which is not a multiple of the " + std::to_string(Code.Sites[E.Site].Size) +
                " bytes it accesses";
    break;
  case EventKind::Assertion:
    F.Id = idOf(Check::Assertion);
    F.Message = "assertion '" + E.Text + "' fails in " + Who;
    break;
  case EventKind::Trap:
    F.Id = idOf(Check::Trap);
    F.Message = Who + " traps" + (E.Text.empty() ? "" : ": " + E.Text);
    break;
  case EventKind::Unsupported:
    F.Id = idOf(Check::NotSupported);
    F.Severity = Level::Warning;
    F.Message = E.Text;
    break;
  case EventKind::NoMbarrier:
    F.Id = idOf(Check::MbarrierInit);
    F.Message = Who + " uses an mbarrier " + E.Text;
    break;
  case EventKind::MbarrierPhase:
    F.Id = idOf(Check::MbarrierPhase);
    F.Message = Who + " " + E.Text;
    break;
  case EventKind::NoProxyFence:
    F.Id = idOf(Check::BulkCopy);
    F.Message = "the bulk copy of " + Who + " may not see what " + name(E.OtherThread, true) +
                " writes at line " + std::to_string(loc(E.Other).Line) + " (byte " +
                std::to_string(E.Offset) + " of '" + E.Object +
                "'): no fence.proxy.async stands in between";
    F.RelatedPlaces.push_back({loc(E.Other), Role::Write, "write by " + name(E.OtherThread, true)});
    break;
  case EventKind::BadCopy:
    F.Id = idOf(Check::BulkCopy);
    F.Message = Who + " makes a bulk copy " + E.Text;
    break;
  case EventKind::CopyLeft:
    F.Id = idOf(Check::BulkCopy);
    F.Severity = Level::Warning;
    F.Message = "the block may end while " + who(E.Thread, E.Site, true) + " still " +
                (E.Writes ? "writes" : "reads") + " its shared memory";
    break;
  case EventKind::NotBegun:
  case EventKind::MayHaveLeft: {
    const std::string What = text(E.Site);
    const std::string Other = "block " + coordinates(thread(E.OtherThread).Block);
    F.Message = Who + (E.Writes ? " writes " : " reads ") + (What.empty() ? "" : What + " in ") +
                "shared memory of " + Other +
                (E.Kind == EventKind::NotBegun
                     ? ", which may not have begun: no barrier of the cluster stands before"
                     : ", which may have left the kernel: no barrier of the cluster stands after");
    break;
  }
  case EventKind::ClusterBarrier:
    F.Id = idOf(Check::BarrierDivergence);
    F.Message = Who + " " + E.Text;
    break;
  case EventKind::BadFree:
    F.Id = idOf(Check::BadFree);
    F.Message = Who + " frees what the device heap has not given or has taken back";
    break;
  default:
    F.Id = idOf(Check::NoProgress);
    F.Severity = Level::Warning;
    F.Loc = K.Loc;
    F.Message = "given up after " + E.Text + ": a thread may wait for what never happens";
  }
  witness(F, {E.Thread});
}

Finding Teller::tell(const Event &E) {
  Finding F;
  F.Severity = Level::Error;
  F.How = Confidence::Confirmed;
  F.KernelName = K.Name;
  switch (E.Kind) {
  case EventKind::Race:
    race(E, F);
    break;
  case EventKind::MissedBarrier:
  case EventKind::EarlyExit:
  case EventKind::MixedBarriers:
  case EventKind::Deadlock:
    barrier(E, F);
    break;
  case EventKind::OutOfBounds:
    outOfBounds(E, F);
    break;
  default:
    other(E, F);
  }
  if (!F.Loc.Line)
    F.Loc = K.Loc;
  if (E.Phase)
    F.Metrics = {{metric::ExpectedArrivals, int64_t(E.Phase->Expected)},
                 {metric::MissingArrivals, int64_t(E.Phase->Missing)},
                 {metric::MissingBytes, E.Phase->Bytes},
                 {metric::Phase, int64_t(E.Phase->Number)}};
  return F;
}

std::vector<Finding> toFindings(const std::vector<Event> &Events, const CompiledKernel &Code,
                                const frontend::KernelUnit &K, const Witness &Of) {
  std::vector<Finding> Findings;
  Teller T(Code, K, Of);
  // what a racing thread reads is the race's fault
  auto Races = [&](uint32_t Site) {
    return llvm::any_of(Events, [&](const Event &E) {
      return E.Kind == EventKind::Race && (E.Site == Site || E.Other == Site);
    });
  };
  for (const Event &E : Events)
    if (!T.isGuess(E) && !(E.Kind == EventKind::Uninitialized && Races(E.Site)))
      Findings.push_back(T.tell(E));
  return Findings;
}

std::set<SourceLoc> placesOf(const Finding &F) {
  std::set<SourceLoc> All{F.Loc};
  for (const Related &R : F.RelatedPlaces)
    All.insert(R.Loc);
  return All;
}

static Counted countedAt(const Site &S) {
  switch (S.Kind) {
  case SiteKind::Read:
    return Counted::Read;
  case SiteKind::Write:
    return Counted::Write;
  case SiteKind::Atomic:
    return Counted::Atomic;
  case SiteKind::Branch:
    return Counted::Branch;
  default:
    return Counted::Steps;
  }
}

std::vector<Measure> toMeasures(const Counters &C, const CompiledKernel &Code) {
  // Several accesses may be at one place: inlined calls, or copies of one element each.
  std::map<std::tuple<std::string, unsigned, unsigned, Counted>, SiteCounters> ByPlace;
  for (size_t I = 1; I < C.BySite.size(); ++I) {
    const Site &S = Code.Sites[I];
    if (C.BySite[I].Requests)
      ByPlace[{S.Loc.File, S.Loc.Line, S.Loc.Column, countedAt(S)}].add(C.BySite[I]);
  }
  std::vector<Measure> All;
  for (const auto &[Place, N] : ByPlace) {
    Measure M;
    std::tie(M.Loc.File, M.Loc.Line, M.Loc.Column, M.What) = Place;
    auto Put = [&](const char *Name, uint64_t V) { M.Values.push_back({Name, int64_t(V)}); };
    Put(metric::Requests, N.Requests);
    Put(metric::Lanes, N.Lanes);
    if (M.What == Counted::Branch)
      Put(metric::Divergent, N.Divergent);
    else if (M.What == Counted::Steps)
      Put(metric::Steps, N.Steps);
    else
      for (auto [Name, V] : {std::pair(metric::Sectors, N.Sectors),
                             {metric::IdealSectors, N.IdealSectors},
                             {metric::Lines, N.Lines},
                             {metric::AlignedLines, N.AlignedLines},
                             {metric::BankConflicts, N.Conflicts}})
        Put(Name, V);
    llvm::sort(M.Values);
    All.push_back(std::move(M));
  }
  return All;
}

Cost toCost(const SiteCounters &OfWarp) {
  auto Number = [](uint64_t V) { return static_cast<int64_t>(V); };
  return {{metric::BankConflicts, Number(OfWarp.Conflicts)},
          {metric::Divergent, Number(OfWarp.Divergent)},
          {metric::Sectors, Number(OfWarp.Sectors)},
          {metric::Steps, Number(OfWarp.Steps)}};
}

} // namespace cudafix::simulate
