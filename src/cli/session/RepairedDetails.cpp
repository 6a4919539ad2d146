// SPDX-License-Identifier: Apache-2.0
//
// Details of kernels after a repair, for the picture that shows it.
#include "cli/session/Session.h"
#include "rewrite/Rewrite.h"
#include "transform/Transform.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

namespace cudafix::cli {
namespace {

/// A unit with one repair made.
struct Made {
  const std::vector<Edit> *Edits;
  Unit Of;
  Files Sources;
};

} // namespace

static bool makeEdits(Files &Sources, llvm::ArrayRef<Edit> Edits, const Files &Now) {
  std::map<std::string, std::vector<Edit>> ByFile;
  for (const Edit &E : Edits)
    ByFile[E.File].push_back(E);
  for (auto &[File, Of] : ByFile) {
    std::optional<llvm::StringRef> Text = Now.read(File);
    llvm::Expected<std::string> After =
        Text ? rewrite::apply(*Text, Of) : llvm::createStringError("it cannot be read");
    if (!After) {
      llvm::consumeError(After.takeError());
      return false;
    }
    Sources.change(File, *After);
  }
  return true;
}

/// Returns true if the repair changes how threads get to a barrier.
static bool changesFlow(const Repair &R) {
  return llvm::is_contained({transform::SplitBranch.Id, transform::GuardEarlyReturn.Id,
                             transform::UniformLoop.Id, transform::HoistBarrier.Id},
                            llvm::StringRef(R.Id));
}

std::map<std::vector<Edit>, std::vector<KernelDetails>>
Session::repairedDetails(const report::RunReport &R) const {
  std::vector<Made> All;
  std::set<std::vector<Edit>> Seen;
  for (const Finding &F : R.Findings) {
    const Repair *Fix = report::chosenRepair(F);
    if (!Fix || (!F.Weight && !changesFlow(*Fix)) || Fix->Edits.empty() ||
        !Seen.insert(Fix->Edits).second)
      continue;
    auto Has = [&](const UnitResult &U) {
      return llvm::any_of(U.Report.Kernels,
                          [&](const KernelReport &K) { return K.Name == F.KernelName; });
    };
    size_t I = llvm::find_if(Results, Has) - Results.begin();
    if (I == Results.size())
      continue;
    Made M{&Fix->Edits, Units[I], Sources};
    M.Of.Opts.NoRepair = M.Of.Opts.NoReplay = true;
    M.Of.Opts.Checks = "-*"; // asks no questions again
    M.Of.Opts.KernelRegex = "^" + llvm::Regex::escape(F.KernelName) + "$";
    if (makeEdits(M.Sources, Fix->Edits, Sources))
      All.push_back(std::move(M));
  }
  std::vector<Task> Tasks;
  for (const Made &M : All)
    Tasks.push_back({&M.Of, M.Sources.fileSystem(), "judge for pictures"});
  auto Work = [](const Task &T, auto FS, Emit Send, llvm::StringRef Learnt) {
    cli::work(*T.Of, FS, Send, WorkFor::RepairedPictures, Learnt);
  };
  std::vector<JobResult> Ran = run(Tasks, Work);
  std::map<std::vector<Edit>, std::vector<KernelDetails>> Details;
  for (size_t I = 0; I < All.size(); ++I)
    if (UnitResult Got; unpack(Ran[I].Bytes, Got) && !Got.Details.empty())
      Details[*All[I].Edits] = std::move(Got.Details);
  return Details;
}

} // namespace cudafix::cli
