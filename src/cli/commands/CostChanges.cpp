// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/KernelCosts.h"
#include "cost/Change.h"
#include "cost/Print.h"
#include "host/Launches.h"
#include "verify/CodeFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::cli {
namespace {

using llvm::StringRef;
namespace json = llvm::json;

/// A kernel under one of its launches.
struct Version {
  const Kernel *K;
  cost::KernelCost Cost;
};

} // namespace

/// All kernels by name, each with its launches in order.
static std::map<std::string, std::vector<Version>> versionsOf(frontend::Program &P,
                                                              const Options &Opts) {
  constexpr size_t MaxLaunches = 4;
  std::map<std::string, std::vector<Version>> All;
  host::LaunchTable Table(P, Opts);
  for (frontend::KernelUnit &K : P.kernels()) {
    cost::CodeFacts Code = verify::codeFacts(K, P.deviceModule());
    std::vector<Launch> Launches = Table.of(K);
    for (const Launch &L : llvm::ArrayRef(Launches).take_front(MaxLaunches))
      All[K.Model.Name].push_back({&K.Model, cost::computeCost(K.Model, L, Code, false)});
  }
  return All;
}

static json::Value textOf(const Version &V, const cost::Bound &B) {
  if (B.Upper)
    return cost::Printer(*V.Cost.All, *V.K->Ctx).print(*B.Upper);
  return json::fixUTF8("no bound: line " + std::to_string(B.Where.Line) + ": " + B.Why);
}

static std::optional<json::Object> changeOf(const Version &Old, const Version &New, cost::Metric M,
                                            unsigned Limit) {
  const cost::Bound &A = Old.Cost.of(M, cost::Scope::Grid), &B = New.Cost.of(M, cost::Scope::Grid);
  cost::Change C = cost::compare({&A, Old.Cost.All.get(), Old.K->Ctx.get()},
                                 {&B, New.Cost.All.get(), New.K->Ctx.get()});
  json::Value Before = textOf(Old, A), After = textOf(New, B);
  if (Before == After || (C.Way == cost::Direction::Same && !A.Upper))
    return std::nullopt;
  bool Worse = C.Way == cost::Direction::Worse && (C.Leading || C.Factor > 1 + Limit / 100.0);
  json::Object O{{"kernel", New.K->Name},
                 {"file", New.K->Loc.File},
                 {"line", New.K->Loc.Line},
                 {"metric", nameOf(M)},
                 {"before", std::move(Before)},
                 {"after", std::move(After)},
                 {"direction", C.Way == cost::Direction::Worse    ? "worse"
                               : C.Way == cost::Direction::Better ? "better"
                                                                  : "same"},
                 {"leading", C.Leading},
                 {"worse", Worse}};
  if (C.Factor > 0)
    O["factor"] = C.Factor;
  return O;
}

json::Array costChanges(frontend::Program &Old, frontend::Program &New, const Options &Opts,
                        unsigned Limit) {
  json::Array All;
  std::map<std::string, std::vector<Version>> Before = versionsOf(Old, Opts);
  for (const auto &[Name, Versions] : versionsOf(New, Opts)) {
    auto At = Before.find(Name);
    if (At == Before.end())
      continue;
    for (size_t I = 0; I < std::min(Versions.size(), At->second.size()); ++I)
      for (unsigned M = 0; M < cost::NumMetrics; ++M)
        if (auto C = changeOf(At->second[I], Versions[I], cost::Metric(M), Limit))
          All.push_back(std::move(*C));
  }
  return All;
}

} // namespace cudafix::cli
