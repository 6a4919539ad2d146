// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// Returns true if the distance of the two accesses depends on a value that is not modelled and
/// that both threads share.
static bool scalesUnmodelled(const RaceCase &Case) {
  auto IsOpaque = [&](Expr E) {
    if (E->op() != Op::Apply || Case.symbolOf(E).Kind != SymbolKind::Opaque)
      return false;
    return ExprContext::all(E, [&](Expr N) {
      return N->op() != Op::Apply || Case.Q.T.isShared(Case.Q.T.original(N->symbol()));
    });
  };
  bool Scales = false;
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr E, int64_t) {
      if (E->op() != Op::Apply)
        ExprContext::visit(E, [&](Expr N) { Scales |= IsOpaque(N); });
    });
  auto [Terms, Bytes] = difference(Case.Q.Offset[0], Case.Q.Offset[1]);
  return Scales || llvm::any_of(Terms, [&](auto &Entry) { return IsOpaque(Entry.first); });
}

static std::vector<Need> ask(const RaceCase &Case) {
  if (Case.Offset.Gap || Case.Cond.Gap || (!Case.Offset.Data && scalesUnmodelled(Case)))
    return {{{}, "values that are not modelled are not those of the witness"}};
  return {};
}

const Rule convention::ModelledValues = {
    Convention::ModelledValues,
    R"(Values that the model does not express are none of those that make threads meet.

That is: results of calls that are not followed, values that loops carry in a way that no closed form
has, and how often a loop ran that was left earlier. The witness makes them up.

When a race needs it: an index, or the way to an access, stands on such a value. As the model has no
term for it, it is asked for without conditions.)",
    ask};
