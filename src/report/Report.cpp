// SPDX-License-Identifier: Apache-2.0
#include "report/Report.h"
#include "model/Check.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace cudafix::report {

/// Findings with equal keys are one finding that was seen in two units or two instantiations.
static auto placeKey(const Finding &F) {
  std::vector<std::pair<std::string, std::pair<unsigned, unsigned>>> Places;
  for (const Related &R : F.RelatedPlaces)
    Places.push_back({R.Loc.File, {R.Loc.Line, R.Loc.Column}});
  return std::make_tuple(F.Loc.File, F.Loc.Line, F.Loc.Column, F.Id, Places);
}

static bool moreCertain(const Finding &A, const Finding &B) {
  return std::tie(A.Severity, A.How) < std::tie(B.Severity, B.How);
}

void mergeFindings(std::vector<Finding> &Findings) {
  std::map<decltype(placeKey(Findings.front())), Finding> ByPlace;
  for (Finding &F : Findings) {
    auto [At, New] = ByPlace.try_emplace(placeKey(F), F);
    if (New)
      continue;
    Finding &Kept = At->second;
    std::vector<Repair> Repairs = Kept.Repairs.empty() ? F.Repairs : Kept.Repairs;
    if (moreCertain(F, Kept))
      Kept = F;
    Kept.Repairs = std::move(Repairs);
  }
  Findings.clear();
  for (auto &[Key, F] : ByPlace)
    Findings.push_back(std::move(F));
}

/// A helper that many kernels call has one bug: findings that differ only in the call become one,
/// which names all callers, if one repair (or none) serves all of them.
static void joinCallers(std::vector<Finding> &Findings) {
  auto IsCall = [](const Related &R) { return R.What == Role::Caller; };
  auto Key = [&](const Finding &F) {
    std::set<std::pair<SourceLoc, Role>> Places;
    for (const Related &R : F.RelatedPlaces)
      if (!IsCall(R))
        Places.insert({R.Loc, R.What});
    return std::tuple(F.Loc, F.Id, F.Severity, Places,
                      F.Repairs.empty() ? std::vector<Edit>() : F.Repairs.front().Edits);
  };
  std::map<decltype(Key(Findings.front())), size_t> First;
  std::vector<Finding> Joined;
  for (Finding &F : Findings) {
    auto [At, New] = First.try_emplace(Key(F), Joined.size());
    if (New || llvm::none_of(F.RelatedPlaces, IsCall)) {
      Joined.push_back(std::move(F));
      continue;
    }
    Finding &Kept = Joined[At->second];
    if (moreCertain(F, Kept))
      std::swap(Kept, F);
    for (Related &R : F.RelatedPlaces)
      if (IsCall(R) &&
          llvm::none_of(Kept.RelatedPlaces, [&](const Related &Has) { return Has.Loc == R.Loc; }))
        Kept.RelatedPlaces.push_back(std::move(R));
  }
  Findings = std::move(Joined);
}

/// One line may read a cell twice. Among one check's races between the same lines, those that are
/// less certain than another add nothing.
static void dropWeakerTwins(std::vector<Finding> &Findings) {
  auto Key = [](const Finding &F) {
    std::set<std::pair<std::string, unsigned>> Lines{{F.Loc.File, F.Loc.Line}};
    for (const Related &R : F.RelatedPlaces)
      Lines.insert({R.Loc.File, R.Loc.Line});
    return std::tuple(F.Id, F.KernelName, F.Object, Lines);
  };
  std::map<decltype(Key(Findings.front())), std::pair<Level, bool>> Strongest; // and: not repaired?
  for (const Finding &F : Findings) {
    const std::pair Own(F.Severity, F.Repairs.empty());
    auto &Known = Strongest.try_emplace(Key(F), Own).first->second;
    Known = std::min(Known, Own);
  }
  llvm::erase_if(Findings, [&](const Finding &F) {
    auto [Severity, Unrepaired] = Strongest.at(Key(F));
    return !F.Object.empty() && Severity < F.Severity && (F.Repairs.empty() || !Unrepaired);
  });
}

bool listedBefore(const Finding &A, const Finding &B) {
  auto Rank = [](const Finding &F) {
    return std::tuple(F.Weight.has_value(), F.Weight ? F.Severity : Level::Error,
                      -F.Weight.value_or(0));
  };
  if (Rank(A) != Rank(B))
    return Rank(A) < Rank(B);
  return std::tie(A.Loc, A.Id, A.Message) < std::tie(B.Loc, B.Id, B.Message);
}

template <typename T> static void addOnce(std::vector<T> &To, const T &Value) {
  if (!llvm::is_contained(To, Value))
    To.push_back(Value);
}

static void mergeLaunches(KernelReport &Into, const KernelReport &From) {
  for (const PrintedLaunch &L : From.Printed)
    if (llvm::none_of(Into.Printed, [&](const PrintedLaunch &O) {
          return std::tie(O.Loc, O.Grid, O.Block, O.Facts) ==
                 std::tie(L.Loc, L.Grid, L.Block, L.Facts);
        }))
      Into.Printed.push_back(L);
}

/// What both kernels are free for, if one of them is free without condition or both have the same
/// condition; else empty.
static std::string freeForBoth(const KernelReport &A, const KernelReport &B) {
  if (A.Race == RaceVerdict::Free)
    return freeFor(B).str();
  return B.Race == RaceVerdict::Free || freeFor(A) == freeFor(B) ? freeFor(A).str() : "";
}

static void mergeKernel(KernelReport &Into, const KernelReport &From) {
  mergeLaunches(Into, From);
  Into.FreeFor = freeForBoth(Into, From);
  for (const std::string &U : From.Unknowns)
    addOnce(Into.Unknowns, U);
  Into.OutOfBudget |= From.OutOfBudget;
  for (const Premise &P : From.Premises)
    addOnce(Into.Premises, P);
  for (const std::string &A : From.Assumed)
    addOnce(Into.Assumed, A);
  if (Into.Race == RaceVerdict::Free || From.Race == RaceVerdict::Racy)
    Into.Race = From.Race;
  if (Into.Divergence == DivergenceVerdict::Free || From.Divergence == DivergenceVerdict::Divergent)
    Into.Divergence = From.Divergence;
}

RunReport merge(std::vector<UnitReport> Units) {
  RunReport R;
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>, size_t> Seen;
  for (const UnitReport &U : Units) {
    for (const KernelReport &K : U.Kernels) {
      auto [At, New] =
          Seen.try_emplace({K.Loc.File, K.Loc.Line, K.Loc.Column, K.Name}, R.Kernels.size());
      if (New)
        R.Kernels.push_back(K);
      else
        mergeKernel(R.Kernels[At->second], K);
    }
    R.Findings.insert(R.Findings.end(), U.Findings.begin(), U.Findings.end());
  }
  mergeFindings(R.Findings);
  joinCallers(R.Findings);
  dropWeakerTwins(R.Findings);
  R.Units = std::move(Units);
  return R;
}

llvm::ArrayRef<Format> formats() {
  static constexpr Format All[] = {{"text", writeText},
                                   {"json", writeJson},
                                   {"sarif", writeSarif, /*ForReview=*/true},
                                   {"github", writeGithub, /*ForReview=*/true},
                                   {"gitlab", writeGitlab, /*ForReview=*/true},
                                   {"rdjson", writeRdjson, /*ForReview=*/true},
                                   {"html", writeHtml, /*ForReview=*/false, /*IsFolder=*/true}};
  return All;
}

static std::string count(size_t N, llvm::StringRef What) {
  return std::to_string(N) + " " + What.str() + (N == 1 ? "" : "s");
}

static std::string summariseKernels(const RunReport &R) {
  size_t Free = 0, Bad = 0, Warned = 0, ForShapes = 0, Undecided = 0;
  std::set<llvm::StringRef> Divergent; // Returned threads miss a barrier, the verdict stays free.
  for (const Finding &F : R.Findings)
    if (F.check() == Check::BarrierDivergence && F.Severity != Level::Note)
      Divergent.insert(F.KernelName);
  for (const KernelReport &K : R.Kernels)
    if (!K.Asked)
      continue;
    else if (K.Race == RaceVerdict::Racy || K.Divergence == DivergenceVerdict::Divergent)
      ++Bad;
    else if (K.Race == RaceVerdict::Free && K.Divergence == DivergenceVerdict::Free)
      ++(Divergent.contains(K.Name) ? Warned : Free);
    else
      ++(freeFor(K).empty() ? Undecided : ForShapes);
  std::string Text = count(R.Kernels.size(), "kernel");
  if (llvm::none_of(R.Kernels, [](const KernelReport &K) { return K.Asked; }))
    return Text;
  Text += ": " + std::to_string(Free) + " free of races and divergence";
  if (Bad)
    Text += ", " + std::to_string(Bad) + " with bugs";
  if (Warned)
    Text += ", " + std::to_string(Warned) + " with divergence warnings";
  if (ForShapes)
    Text += ", " + std::to_string(ForShapes) + " free for some shapes";
  if (Undecided)
    Text += ", " + std::to_string(Undecided) + " not decided";
  return Text;
}

std::vector<Bug> bugs(const RunReport &R) {
  auto Key = [](const Finding &F) {
    const Repair *Fix = chosenRepair(F);
    return std::tuple(llvm::StringRef(F.Loc.File), llvm::StringRef(F.KernelName),
                      llvm::StringRef(F.Id), llvm::StringRef(F.Object), F.Severity,
                      F.Severity == Level::Error ? Confidence::Proved : F.How,
                      Fix ? llvm::StringRef(Fix->Title) : "");
  };
  std::map<decltype(Key(R.Findings.front())), size_t> Index;
  std::vector<Bug> Out;
  for (const Finding &F : R.Findings) {
    auto [At, IsNew] = Index.try_emplace(Key(F), Out.size());
    if (IsNew)
      Out.emplace_back();
    Out[At->second].push_back(&F);
  }
  for (Bug &B : Out) {
    auto Surest = std::min_element(
        B.begin(), B.end(), [](const Finding *X, const Finding *Y) { return X->How < Y->How; });
    std::rotate(B.begin(), Surest, std::next(Surest));
  }
  return Out;
}

bool isToldTogether(const Bug &B) {
  constexpr size_t MaxAlike = 3; // that are printed in full
  return B.size() > MaxAlike && !B.front()->Object.empty() && B.front()->Severity != Level::Note;
}

std::string summary(const RunReport &R, bool Together) {
  size_t Levels[3] = {}, Told[3] = {}, Failed = 0, Partial = 0;
  for (const Bug &B : bugs(R)) {
    const auto Of = static_cast<size_t>(B.front()->Severity);
    Levels[Of] += B.size();
    Told[Of] += Together && isToldTogether(B) ? 1 : B.size();
  }
  for (const UnitReport &U : R.Units) {
    Failed += U.Status == UnitStatus::Failed;
    Partial += U.Status == UnitStatus::Partial;
  }
  auto Say = [&](size_t Of, llvm::StringRef What) {
    return count(Levels[Of], What) +
           (Told[Of] < Levels[Of] ? " (told as " + std::to_string(Told[Of]) + ")" : "");
  };
  std::string Text = Say(0, "error") + ", " + Say(1, "warning");
  if (Levels[2])
    Text += ", " + count(Levels[2], "note");
  Text += " in " + count(R.Units.size(), "file");
  if (Failed)
    Text += " (" + std::to_string(Failed) + " not analysed)";
  if (Partial)
    Text += " (" + std::to_string(Partial) + " in part)";
  if (!R.Kernels.empty())
    Text += "; " + summariseKernels(R);
  if (R.Hidden)
    Text += "; " + count(R.Hidden, "possible finding") + " not shown (--show possible)";
  return Text;
}

std::string printTriple(const std::array<uint64_t, 3> &T) {
  return "(" + std::to_string(T[0]) + "," + std::to_string(T[1]) + "," + std::to_string(T[2]) + ")";
}

std::string printConfiguration(const Witness &W) {
  std::string Text = "block " + printTriple(W.BlockDim) + ", grid " + printTriple(W.GridDim);
  auto Values = printedValues(W.Values, W.ClusterDim);
  llvm::append_range(Values, W.Iterations);
  for (const auto &[Name, Value] : Values)
    Text += ", " + Name + " = " + std::to_string(Value);
  return Text;
}

std::string printCostChange(const Verification &V) {
  std::map<std::string, std::pair<int64_t, int64_t>> Measures;
  for (const auto &[Name, Value] : V.Before)
    Measures[Name].first = Value;
  for (const auto &[Name, Value] : V.After)
    Measures[Name].second = Value;
  std::string Text;
  for (const auto &[Name, Change] : Measures)
    if (Change.first != Change.second)
      Text += (Text.empty() ? "" : ", ") + Name + " " + std::to_string(Change.first) + " -> " +
              std::to_string(Change.second);
  return Text;
}

bool isUndecided(const KernelReport &K) {
  return K.Asked && (K.Race == RaceVerdict::Unknown || K.Divergence == DivergenceVerdict::Unknown);
}

const Repair *chosenRepair(const Finding &F) {
  for (const Repair &R : F.Repairs)
    if (R.How != Applicability::Manual)
      return &R;
  return F.Repairs.empty() ? nullptr : &F.Repairs.front();
}

} // namespace cudafix::report
