// SPDX-License-Identifier: Apache-2.0
//
// Asks, convention by convention, whether a race needs it. An undecided race never counts as
// vanished, and conditions that the launch contradicts are dropped.

#include "convention/RaceOptions.h"
#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;
using llvm::SmallVector;
using Conditions = SmallVector<Need::Condition, 8>;

llvm::ArrayRef<Rule> convention::rules() {
  static const Rule All[] = {
#define CONVENTION(Name) Name,
#include "model/Conventions.def"
#undef CONVENTION
  };
  return All;
}

static SmallVector<Expr, 8> terms(llvm::ArrayRef<Need::Condition> All) {
  SmallVector<Expr, 8> Out;
  for (const Need::Condition &C : All)
    Out.push_back(C.Term);
  return Out;
}

/// The conditions on the launch, without those that describe consequences for the two threads.
static Conditions ofLaunch(llvm::ArrayRef<Need::Condition> All) {
  return Conditions(llvm::make_filter_range(All, [](auto &C) { return !C.OfThreads; }));
}

/// Removes, one by one, the conditions that the launch contradicts.
static void fitLaunch(const RaceCase &Case, Conditions &All) {
  SmallVector<Expr, 8> Kept = Case.fitting(terms(ofLaunch(All)));
  llvm::erase_if(All, [&](const Need::Condition &C) {
    return !C.OfThreads && !llvm::is_contained(Kept, C.Term);
  });
}

/// Removes the conditions that are not needed for the race to vanish.
static void reduce(const RaceCase &Case, Conditions &All) {
  for (size_t I = All.size(); I-- > 0 && All.size() > 1;) {
    Conditions Fewer(All);
    Fewer.erase(Fewer.begin() + I);
    if (Case.vanishes(terms(Fewer)))
      All = std::move(Fewer);
  }
}

/// Returns true if the condition depends on contents of arrays that nobody writes.
static bool isOfContents(const RaceCase &Case, Expr Condition) {
  return ExprContext::any(Condition, [&](Expr N) { return Case.isLoad(N) && !Case.isGiven(N); });
}

/// What a report says if a question is not decided.
static std::string openText(const RaceCase &Case, const Need &Of, const Conditions &All) {
  std::string Text = "(not decided)";
  std::vector<std::string> Words;
  for (const Need::Condition &C : All)
    if (std::string Says = C.Words.empty() ? conditionText(Case.C, C.Term) : C.Words;
        !llvm::is_contained(Words, Says))
      Words.push_back(std::move(Says));
  return Text + " " + llvm::join(Words, ", ");
}

/// Adds the conditions as premises, one for each convention they belong to.
static void record(const RaceCase &Case, const Need &Of, const Conditions &All,
                   PremisedAnswer &To) {
  std::vector<Premise> New;
  std::set<std::pair<Convention, std::string>> Said;
  for (const Need::Condition &C : All) {
    auto At = llvm::find_if(New, [&](const Premise &P) { return P.Of == C.Of; });
    if (At == New.end())
      At = New.insert(New.end(), Premise{C.Of, {}, "", Of.Leaves, true});
    At->Conditions.push_back(C.Term);
    At->Open |= C.Sample;
    At->OfLaunch &= !C.Sample && (!C.Words.empty() || Case.isOfLaunch(C.Term));
    At->OfContents |= isOfContents(Case, C.Term);
    const std::string Says = C.Words.empty() ? conditionText(Case.C, C.Term) : C.Words;
    if (!Said.insert({C.Of, Says}).second && !C.Words.empty())
      continue;
    if (At->Text.empty() && C.Sample)
      At->Text = "for instance ";
    else if (!At->Text.empty())
      At->Text += ", ";
    At->Text += Says;
  }
  for (Premise &P : New)
    To.need(std::move(P));
}

namespace {
enum class Answer : uint8_t { Needed, NotNeeded, Open };
} // namespace

/// The conditions of the conventions that are on, without duplicates.
static Conditions holding(const ConventionSet &On, const Need &Of) {
  Conditions All;
  for (const Need::Condition &C : Of.Conditions)
    if (On.contains(C.Of) && !C.Term->isTrue() &&
        llvm::none_of(All, [&](const Need::Condition &Has) { return Has.Term == C.Term; }))
      All.push_back(C);
  return All;
}

/// Asks a question that is hard to decide in general for a single launch that meets the conditions,
/// and adds the sizes of that launch to them.
static Satisfiability askSample(const RaceCase &Case, Convention Own, Conditions &All) {
  smt::Workspace &W = Case.Solving;
  std::optional<smt::OwnUnits> Units;
  if (W.left() == 0 && W.Refining != 0)
    Units.emplace(W, W.Refining);
  Conditions With;
  for (Expr E : Case.sample(terms(All)))
    With.push_back({Own, E, /*Sample=*/true});
  if (With.empty())
    return Unknown();
  With.append(All);
  Satisfiability V = Case.under(terms(With));
  if (std::holds_alternative<Unsatisfiable>(V) && Case.excludesPair(terms(With)))
    return Unknown(); // e.g. if the launch does not make the turn of the loop in which the race is
  if (!std::holds_alternative<Unknown>(V))
    All = std::move(With);
  return V;
}

/// Answers whether the race relies on the conditions; keeps in `All` only those that it relies on.
static Answer ask(const RaceCase &Case, Convention Own, const Need &Of, Conditions &All) {
  auto CountOwn = [&] { return llvm::count_if(All, [&](auto &C) { return C.Of == Own; }); };
  if (!CountOwn() || Case.happensUnder(terms(All)))
    return Answer::NotNeeded;
  Satisfiability V = Case.under(terms(All));
  if (std::holds_alternative<Unknown>(V) && !Case.L.Tried.empty())
    return Answer::Needed; // a run with other sizes may still show a race
  if (std::holds_alternative<Unknown>(V) && Of.Proof)
    return Answer::NotNeeded;
  if (std::holds_alternative<Unknown>(V))
    V = askSample(Case, Own, All);
  if (!std::holds_alternative<Unsatisfiable>(V)) // nor under fewer conditions
    return std::holds_alternative<Unknown>(V) ? Answer::Open : Answer::NotNeeded;
  const auto Before = CountOwn();
  fitLaunch(Case, All);
  const auto After = CountOwn();
  if (!After || (Of.Whole && After < Before) || !Case.vanishes(terms(All)))
    return Answer::NotNeeded;
  reduce(Case, All);
  if (!CountOwn()) // the conditions of other conventions suffice
    return Answer::NotNeeded;
  if (Case.excludesAccess(terms(All)))
    return Answer::NotNeeded;
  // Rows as long as a grid of one block is wide do not excuse a race.
  return Own == Convention::RowsSpanGrid && Case.excludesThreads(terms(ofLaunch(All)))
             ? Answer::NotNeeded
             : Answer::Needed;
}

/// Adds the premises that the race needs of one convention. Returns the premise that stays
/// undecided; nullopt: there is none.
static std::optional<Premise> ask(const RaceCase &Case, const ConventionSet &On, const Rule &R,
                                  PremisedAnswer &To) {
  llvm::SmallVector<std::pair<Premise, bool>, 2> Open; // and whether it is the kernel's own
  std::optional<std::pair<Need, Conditions>> InOne;    // needed in one launch, as far as is known
  bool WasOpen = false, Decided = false;               // the need before; some need
  for (const Need &Of : R.Ask(Case)) {
    if (!Of.Text.empty()) {
      To.need(Premise{R.Id, {}, Of.Text, Of.Leaves, false});
      return std::nullopt;
    }
    Conditions All = holding(On, Of);
    const Answer A = ask(Case, R.Id, Of, All);
    const bool Sampled = llvm::any_of(All, [](const Need::Condition &C) { return C.Sample; });
    if (A == Answer::Needed && !Sampled) {
      record(Case, Of, All, To);
      return std::nullopt;
    }
    if (A == Answer::Needed && !InOne)
      InOne.emplace(Of, All);
    const bool Decides = A == Answer::NotNeeded && Of.Decides && !All.empty();
    Decided |= Decides;
    if (Decides && WasOpen)
      Open.pop_back();
    WasOpen = A == Answer::Open;
    if (WasOpen) {
      Open.push_back({Premise{R.Id, {}, openText(Case, Of, All), Confidence::Likely}, Of.Own});
      Open.back().first.Open = true;
    }
  }
  if (InOne) {
    record(Case, InOne->first, InOne->second, To);
    return std::nullopt;
  }
  auto At = llvm::find_if(Open, [&](const auto &Of) { return Of.second || !Decided; });
  return At == Open.end() ? std::nullopt : std::optional(At->first);
}

void convention::judge(const RaceCase &Case, const ConventionSet &On, RaceAnswer &To) {
  std::optional<Premise> Open;
  std::optional<smt::OwnUnits> Units;
  for (const Rule &R : rules()) {
    if (!R.Ask || !On.contains(R.Id))
      continue;
    const bool Possible = To.How == Confidence::Possible;
    // For a race that is only possible, also asks for launches in which it does not happen.
    if (uint64_t &Left = Case.Solving.Refining; Possible && !Left)
      return;
    else if (Possible && !Units)
      Units.emplace(Case.Solving, Left);
    PremisedAnswer Of;
    std::optional<Premise> OpenOfRule = ask(Case, On, R, Of);
    const bool InLaunches = Possible && restOnLaunch(Of.Premises);
    if (InLaunches)
      llvm::erase_if(To.Premises,
                     [](const Premise &P) { return !P.Conditions.empty() && !P.OfLaunch; });
    if (!Possible || InLaunches)
      for (Premise &P : Of.Premises)
        To.need(std::move(P));
    if (To.How == Confidence::Possible && restOnLaunch(To.Premises))
      return;
    if (!Open)
      Open = std::move(OpenOfRule);
  }
  if (!Open || To.How == Confidence::Possible)
    return;
  // An undecided premise besides another doubt makes the race only possible.
  bool Doubted = llvm::any_of(To.Premises, [](const Premise &P) {
    return P.Leaves == Confidence::Likely && P.Of != Convention::ValuesDiffer;
  });
  if (Doubted)
    Open->Leaves = Confidence::Possible;
  To.need(std::move(*Open));
}

SmallVector<UsualCondition, 8> convention::usual(const RaceCase &Case, const ConventionSet &On) {
  SmallVector<UsualCondition, 8> All;
  auto Add = [&](const Need &Of) {
    for (const Need::Condition &C : holding(On, Of))
      if (Case.isOfLaunch(C.Term) &&
          llvm::none_of(All, [&](const UsualCondition &Has) { return Has.Term == C.Term; }))
        All.push_back({C.Of, C.Term});
  };
  for (const Need &Of : SizesNotNegative.Ask(Case))
    Add(Of);
  Add(wholeRowsOfParts(Case));
  return All;
}

RaceOptions convention::raceOptions(smt::Workspace &Solving, const Options &Opts) {
  RaceOptions Race{Solving};
  Race.Level = Opts.Level;
  Race.Conventions = Opts.Conventions;
  Race.Judge = judge;
  Race.Usual = usual;
  return Race;
}
