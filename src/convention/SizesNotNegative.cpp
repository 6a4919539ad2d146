// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

static std::vector<Need> ask(const RaceCase &Case) {
  Need Of;
  for (Expr E : Case.notNegative())
    Of.add(Convention::SizesNotNegative, E);
  return {Of};
}

const Rule convention::SizesNotNegative = {
    Convention::SizesNotNegative,
    R"(Sizes and positions that the host gives are not negative, nor is a difference of them that the
kernel compares as an unsigned number.

Why: an int parameter is a count or an index in nearly every program, and host code that passes -1
for one seldom starts threads with it.

When a race needs it: it vanishes if such parameters are at least 0. An assert or a condition in host
code (--assume, too) says the same, and the race is then judged without the convention.)",
    ask};
