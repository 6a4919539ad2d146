// SPDX-License-Identifier: Apache-2.0

#include "analysis/flow/Phases.h"
#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// Returns true if values read from the array that the kernel names decide which way a thread
/// takes, like flags.
static bool steersThreads(const Kernel &K, const Access &X) {
  auto Named = [](const Access &A) { return A.Part != NoId ? A.Part : A.Array; };
  const ArrayId Of = Named(X);
  bool Waits = llvm::any_of(K.Accesses, [&](const Access &A) {
    LoopId L = K.Nodes[A.Node].Loop;
    return Named(A) == Of && L != NoId && K.Loops[L].SpinWait;
  });
  return Waits || llvm::any_of(K.Nodes, [&](const Node &N) {
           bool Reads = false;
           for (const Edge &Way : N.Succs)
             ExprContext::visit(Way.Cond, [&](Expr E) {
               if (E->op() == Op::Apply)
                 if (const Symbol &S = K.Ctx->symbol(E->symbol()); S.Kind == SymbolKind::Load)
                   Reads |= S.Index == Of;
             });
           return Reads;
         });
}

static std::vector<Need> ask(const RaceCase &Case) {
  const Access &X = Case.access(0), &Y = Case.access(1);
  const Kernel &K = Case.K;
  auto Needs = [](llvm::StringRef Text) { return std::vector<Need>{{{}, Text.str()}}; };
  bool OneWarp = Case.R.Where == Scope::SameWarp;
  if (OneWarp &&
      (llvm::is_contained(X.ExchangedBefore, Y.Id) || llvm::is_contained(Y.ExchangedBefore, X.Id)))
    return Needs("lanes that exchange what they have read write after all of them have read");
  // If a flag orders the two except for a missing fence, no other flag is expected to.
  if ((X.Volatile || Y.Volatile) && Case.R.Flaws.empty() &&
      K.Arrays[X.Array].Where != Space::Shared && (steersThreads(K, X) || steersThreads(K, Y)))
    return Needs("the volatile flag orders the two accesses");
  if (OneWarp && llvm::any_of(K.Barriers, [&](const Barrier &B) {
        return namesSomeLanes(K, B) && !knowsLanes(K, B);
      }))
    return Needs("the masks of the warp's barriers name both lanes");
  if (Case.MayBeOrdered)
    return Needs("synchronization that is not understood orders the two accesses");
  return {};
}

const Rule convention::WaitsOrder = {
    Convention::WaitsOrder,
    R"(Synchronization that the model does not understand orders what it stands between.

That is: barrier objects, named barriers and pipelines; flags, locks and grid barriers of one's own
that fit no known form; masks of __syncwarp() that only the host knows; lanes that exchange by a
shuffle what they have read, and write what comes of it or of a later one.

When a race needs it: the two accesses are ordered if such a construct is what it is meant to be. As
no term says so, it is asked for without conditions.)",
    ask};
