// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

static std::vector<Need> ask(const RaceCase &Case) {
  Need Of;
  for (Expr E : Case.notNegative())
    Of.add(Convention::SizesNotNegative, E);
  Need Rows = Of;
  for (Expr E : Case.scales())
    if (!Case.isLimited(E)) // a host check suggests that 0 is a legal value, or excludes it
      Rows.add(Convention::SizesNotNegative, Case.C.ne(E, Case.C.constant(0, E->width())));
  if (Rows.Conditions.size() == Of.Conditions.size())
    return {Of};
  return {Of, Rows};
}

const Rule convention::SizesNotNegative = {
    Convention::SizesNotNegative,
    R"(Sizes and positions that the host gives are not negative, nor is a difference of them that the
kernel compares as an unsigned number, or makes an index of as such a number. A size that scales an index (layer * n + i) is not 0 either.

Why: an int parameter is a count or an index in nearly every program, and host code that passes -1
for one seldom starts threads with it.

When a race needs it: it vanishes if such parameters are at least 0, or, where they scale an index,
at least 1. So does a barrier that some threads miss, if they all meet it where the parameters are at
least 0. An assert or a condition in host code (--assume, too) says the same, and the race is then judged
without the convention.)",
    ask};
