// SPDX-License-Identifier: Apache-2.0
#include "cli/output/Series.h"
#include "detect/Detector.h"
#include "model/Check.h"
#include "rewrite/LineDiff.h"
#include "rewrite/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cudafix::cli {
namespace {

using llvm::StringRef;

using Texts = std::map<std::string, std::string>; ///< by file

int64_t grown(const Edit &E) { return int64_t(E.Text.size()) - E.Length; }

/// The edits of a step that follows `Before`, moved to the text without the edits of `Before`;
/// nullopt if they touch what it wrote.
std::optional<std::vector<Edit>> inFrontOf(llvm::ArrayRef<Edit> Edits,
                                           llvm::ArrayRef<Edit> Before) {
  std::vector<Edit> Moved(Edits.begin(), Edits.end());
  std::vector<Edit> Made(Before.begin(), Before.end());
  llvm::sort(Made);
  for (Edit &E : Moved) {
    int64_t Delta = 0;
    for (const Edit &M : Made) {
      if (M.File != E.File)
        continue;
      int64_t Begin = M.Offset + Delta, End = Begin + int64_t(M.Text.size());
      if (E.Offset + E.Length < Begin)
        break;
      if (E.Offset <= End)
        return std::nullopt;
      Delta += grown(M);
    }
    E.Offset -= Delta;
  }
  return Moved;
}

/// Moves edits by the edits that `Made` makes before them.
void moveBehind(std::vector<Edit> &Edits, llvm::ArrayRef<Edit> Made) {
  for (Edit &E : Edits) {
    int64_t Delta = 0;
    for (const Edit &M : Made)
      if (M.File == E.File && M.Offset < E.Offset)
        Delta += grown(M);
    E.Offset += Delta;
  }
}

/// The source kernel: instances of a template are one kernel; kernels of different files are
/// distinct.
StringRef kernelOf(const FixStep &S) { return StringRef(S.What.KernelName).split('<').first; }

bool goTogether(const FixStep &A, const FixStep &B) {
  return kernelOf(A) == kernelOf(B) && A.What.Loc.File == B.What.Loc.File &&
         A.How.How == B.How.How &&
         detect::isPerformance(A.What.check()) == detect::isPerformance(B.What.check()) &&
         A.OfCost == B.OfCost;
}

/// Moves the step at `From` forward to `To`, if the steps between allow it.
bool moveStep(std::vector<FixStep> &Steps, size_t From, size_t To) {
  std::vector<Edit> Mine = Steps[From].How.Edits;
  std::vector<std::vector<Edit>> Others;
  for (size_t I = From; I-- > To;) {
    std::optional<std::vector<Edit>> Moved = inFrontOf(Mine, Steps[I].How.Edits);
    if (!Moved)
      return false;
    Others.push_back(Steps[I].How.Edits);
    moveBehind(Others.back(), *Moved);
    Mine = std::move(*Moved);
  }
  for (size_t I = From; I-- > To;)
    Steps[I].How.Edits = std::move(Others[From - 1 - I]);
  Steps[From].How.Edits = std::move(Mine);
  std::rotate(Steps.begin() + To, Steps.begin() + From, Steps.begin() + From + 1);
  return true;
}

/// Recomputes the changes of the steps in their order; false if an edit does not fit.
bool remake(std::vector<FixStep> &Steps, Texts Now) {
  for (FixStep &Step : Steps)
    for (FixStep::Change &C : Step.Changes) {
      std::vector<Edit> Here;
      llvm::copy_if(Step.How.Edits, std::back_inserter(Here),
                    [&](const Edit &E) { return E.File == C.File; });
      llvm::Expected<std::string> After = rewrite::apply(Now[C.File], Here);
      if (!After) {
        llvm::consumeError(After.takeError());
        return false;
      }
      C.Before = std::exchange(Now[C.File], *After);
      C.After = std::move(*After);
    }
  return true;
}

Texts textsBefore(llvm::ArrayRef<FixStep> Steps) {
  Texts First;
  for (const FixStep &Step : Steps)
    for (const FixStep::Change &C : Step.Changes)
      First.try_emplace(C.File, C.Before);
  return First;
}

/// Moves steps of one kernel and label next to each other.
std::vector<FixStep> sorted(std::vector<FixStep> Steps) {
  const std::vector<FixStep> AsMade = Steps;
  for (size_t I = 1; I < Steps.size(); ++I)
    for (size_t J = I; J-- > 0;)
      if (goTogether(Steps[I], Steps[J])) {
        if (J + 1 < I)
          moveStep(Steps, I, J + 1);
        break;
      }
  return remake(Steps, textsBefore(AsMade)) ? Steps : AsMade;
}

/// Maps the lines of one text to a later or earlier version of it; 1-based.
class Moved {
public:
  Moved(StringRef From, StringRef To)
      : Hunks(rewrite::lineDiff(rewrite::splitLines(From), rewrite::splitLines(To))) {}
  unsigned line(unsigned Line) const {
    int64_t Delta = 0;
    for (const rewrite::Hunk &H : Hunks) {
      if (Line <= H.OldBegin)
        break;
      if (Line <= H.OldEnd)
        return std::min(H.NewBegin + (Line - H.OldBegin), std::max(H.NewEnd, H.NewBegin + 1));
      Delta = int64_t(H.NewEnd) - H.OldEnd;
    }
    return Line + Delta;
  }
  bool any() const { return !Hunks.empty(); }

private:
  std::vector<rewrite::Hunk> Hunks;
};

/// Adjusts "line 4" and "lines 4, 7" in a message.
std::string moveLines(StringRef Text, const Moved &To) {
  std::string Out;
  while (!Text.empty()) {
    size_t At = Text.find("line");
    StringRef Rest = At == StringRef::npos ? "" : Text.drop_front(At + 4);
    Rest.consume_front("s");
    if (At == StringRef::npos || !Rest.consume_front(" ")) {
      size_t Keep = At == StringRef::npos ? Text.size() : At + 4;
      Out += Text.take_front(Keep);
      Text = Text.drop_front(Keep);
      continue;
    }
    Out += Text.drop_back(Rest.size());
    unsigned Line;
    while (!Rest.consumeInteger(10, Line)) {
      Out += std::to_string(To.line(Line));
      if (!Rest.starts_with(", ") || Rest.size() < 3 || !llvm::isDigit(Rest[2]))
        break;
      Out += ", ";
      Rest = Rest.drop_front(2);
    }
    Text = Rest;
  }
  return Out;
}

/// Adjusts line numbers to the text that the step's patch is applied to.
void renumber(FixStep &Step, const Texts &First, const Texts &Now) {
  auto TextOf = [&](const std::string &File) -> StringRef {
    if (Step.Seen)
      if (auto It = Step.Seen->find(File); It != Step.Seen->end())
        return It->second;
    auto It = First.find(File);
    return It == First.end() ? StringRef() : StringRef(It->second);
  };
  std::map<std::string, Moved> Known;
  auto In = [&](const std::string &File) -> const Moved & {
    auto It = Now.find(File);
    StringRef Text = TextOf(File);
    return Known.try_emplace(File, Text, It == Now.end() ? Text : StringRef(It->second))
        .first->second;
  };
  auto MoveFinding = [&](Finding &F) {
    const Moved &Here = In(F.Loc.File);
    F.Loc.Line = Here.line(F.Loc.Line);
    for (Related &R : F.RelatedPlaces) {
      R.Text = moveLines(R.Text, Here);
      R.Loc.Line = In(R.Loc.File).line(R.Loc.Line);
    }
    F.Message = moveLines(F.Message, Here);
    if (F.Example)
      for (auto &[Name, Value] : F.Example->Iterations)
        Name = moveLines(Name, Here);
  };
  const Moved Here = In(Step.What.Loc.File);
  MoveFinding(Step.What);
  llvm::for_each(Step.Also, MoveFinding);
  Step.How.Title = moveLines(Step.How.Title, Here);
  for (std::string &Line : Step.How.Assumptions)
    Line = moveLines(Line, Here);
  for (RepairNote &N : Step.How.Notes)
    N.Text = moveLines(N.Text, Here);
}

} // namespace

std::vector<FixStep> bugsFirst(std::vector<FixStep> Steps) {
  const std::vector<FixStep> AsMade = Steps;
  size_t Bugs = 0;
  for (size_t I = 0; I < Steps.size(); ++I)
    if (!Steps[I].OfCost && (I == Bugs || moveStep(Steps, I, Bugs)))
      ++Bugs;
  return remake(Steps, textsBefore(AsMade)) ? Steps : AsMade;
}

std::vector<SeriesPatch> seriesOf(std::vector<FixStep> Steps) {
  const Texts First = textsBefore(Steps);
  std::vector<SeriesPatch> Series;
  Texts Now = First, Start;
  for (FixStep &Step : sorted(std::move(Steps))) {
    if (Series.empty() || !goTogether(Series.back().Steps.front(), Step)) {
      Series.emplace_back();
      Start = Now;
    }
    SeriesPatch &Patch = Series.back();
    for (const FixStep::Change &C : Step.Changes) {
      auto Same = llvm::find_if(Patch.Changes, [&](auto &X) { return X.File == C.File; });
      if (Same == Patch.Changes.end())
        Patch.Changes.push_back(C);
      else
        Same->After = C.After;
      Now[C.File] = C.After;
    }
    renumber(Step, First, Start);
    Patch.Steps.push_back(std::move(Step));
  }
  return Series;
}

} // namespace cudafix::cli
