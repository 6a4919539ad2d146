// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/Redundancy.h"
#include "analysis/flow/FlowPaths.h"
#include "transform/text/AssumedSizes.h"
#include "transform/text/OtherBuilds.h"
#include "transform/text/SwitchedMacros.h"
#include "transform/text/TemplateNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

namespace cudafix::transform {
namespace {

/// The accesses on one side of a barrier, up to the next barriers.
struct Side {
  std::map<ArrayId, bool> Written; ///< arrays that threads share; whether one writes to it
  std::set<unsigned> Barriers;     ///< lines
};

std::string nextBarriers(const Side &S, const char *End) {
  if (S.Barriers.empty())
    return std::string("the ") + End + " of the kernel";
  if (S.Barriers.size() == 1)
    return "the barrier in line " + std::to_string(*S.Barriers.begin());
  std::vector<std::string> Lines;
  for (unsigned Line : S.Barriers)
    Lines.push_back(std::to_string(Line));
  return "the barriers in lines " + llvm::join(Lines, ", ");
}

/// Explains why a barrier is redundant: which barriers are next to it, and which arrays are
/// accessed on both sides.
std::string whyRedundant(const Kernel &K, const Finding &F) {
  analysis::FlowPaths Paths(K);
  Side Before, After;
  auto Stop = [&](const Event &E) {
    return E.What == Event::Kind::Barrier && K.barrier(E.Id).Kind == BarrierKind::Block;
  };
  auto Into = [&](Side &S) {
    return [&](const Event &E) {
      if (Stop(E))
        S.Barriers.insert(K.barrier(E.Id).Loc.Line);
      if (E.What != Event::Kind::Access)
        return;
      const Access &A = K.access(E.Id);
      if (Space Where = K.array(A.Array).Where;
          Where == Space::Shared || Where == Space::Global || Where == Space::Surface)
        S.Written[A.Array] |= A.Kind != AccessKind::Read;
    };
  };
  for (BarrierId B : F.Barriers) {
    Paths.visitBefore(Paths.barrier(B), Stop, Into(Before));
    Paths.visitAfter(Paths.barrier(B), Stop, Into(After));
  }
  std::vector<std::string> Both;
  for (const auto &[Array, Written] : Before.Written) {
    auto There = After.Written.find(Array);
    std::string Name = "'" + K.array(Array).Name + "'";
    if (There != After.Written.end() && (Written || There->second) &&
        !llvm::is_contained(Both, Name))
      Both.push_back(std::move(Name));
  }
  std::string Between =
      "between " + nextBarriers(Before, "start") + " and " + nextBarriers(After, "end");
  if (Both.empty())
    return Between + ", nothing is written on one side of it and accessed on the other";
  return Between + ", no thread accesses a cell of " + llvm::join(Both, ", ") + " that " +
         (F.SameWarp ? "a thread of another warp" : "another thread") + " writes";
}

} // namespace

Repair changeRedundant(const Context &C, const Finding &F, const BarrierChange &Change,
                       llvm::StringRef Id) {
  Repair R = writeBarriers(C, Change, Id);
  std::vector<NeededCondition> Needed = F.Needed;
  llvm::append_range(Needed, switchedMacros(C));
  const std::vector<std::string> Texts = textsOf(Needed);
  llvm::append_range(R.Assumptions, Texts);
  if (!Needed.empty())
    R.How = std::max(R.How, Applicability::Conditional);
  stateInKernel(C, Needed, R);
  R.Notes.emplace_back(whyRedundant(C.K.Model, F));
  limitToArguments(C, R);
  limitToThisBuild(C, R);
  // A size can be asserted in the kernel; the arguments of a launch may change with the next call.
  auto OfLaunch = llvm::find_if(
      F.Needed, [](const NeededCondition &N) { return N.What == NeededCondition::Kind::Passed; });
  if (OfLaunch != F.Needed.end() && !R.Edits.empty()) {
    R.Notes.emplace_back("no source form: it holds only as long as launches pass " +
                         OfLaunch->Text);
    R.Edits.clear();
    R.How = Applicability::Manual;
  }
  if (!Texts.empty())
    R.Title += ", for " + llvm::join(Texts, ", ");
  return R;
}

} // namespace cudafix::transform
