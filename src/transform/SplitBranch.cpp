// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/BarrierRepairs.h"

namespace cudafix::transform {

const RepairKind SplitBranch = {
    "split-branch",
    R"(Splits a branch that only some threads take, so that a barrier inside it is met by all.

Before:                              After:
  if (t < n) {                         const bool inRange = t < n;
    s[t] = in[t];                      if (inRange) {
    out[t] = s[n - 1 - t];               s[t] = in[t];
  }                                    }
                                       __syncthreads();
                                       if (inRange) {
                                         out[t] = s[n - 1 - t];
                                       }

The condition is evaluated once, where it stood; locals used in both halves move before
the split. Nested branches are split from the inside out. Where two branches hold the two
accesses, the order in the source is kept, and the repair is conditional on it.
Where other threads read cells that only threads of the branch would have filled, all threads
fill them, as with guard-early-return; a function of which that holds is called by all as it is.
Where else the barrier belongs into a function that some threads do not call, all threads call it
in every kernel, and a parameter more says which of them do what it did. That needs a function
that is declared once, and arguments that all threads can pass.
Code the source form cannot express (goto, macros, types that cannot be declared early) gets
the repair in the IR only.)",
    nullptr, nullptr, "let all threads meet barriers"};

} // namespace cudafix::transform
