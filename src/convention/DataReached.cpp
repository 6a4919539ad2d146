// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

static std::vector<Need> ask(const RaceCase &Case) {
  if (Case.Offset.Data || (!Case.Cond.Data && Case.Q.Tickets.empty()))
    return {};
  return {{{}, "what is read from memory does not bring both threads there", Confidence::Likely}};
}

const Rule convention::DataReached = {
    Convention::DataReached,
    R"(Memory contents do not bring two threads to conflicting accesses.

When a race needs it: where the accesses lie is certain, but conditions read from memory, or results
of atomics, decide whether threads come there. The witness makes these contents up, and the race is
"likely". It is "possible" where it is open whether all threads of the block read the same there.)",
    ask};
