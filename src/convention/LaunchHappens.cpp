// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"

using namespace cudafix;

const convention::Rule convention::LaunchHappens = {
    Convention::LaunchHappens,
    R"(A launch that host code never makes, or that cannot happen as it stands, decides nothing.

That is: a launch in code that is never run; one of several launches whose dimensions and conditions
contradict each other; and such launches of an instance of a template that has no others. A block of
constants stays what it is there, everything else could be of any shape, and what races then is
"possible". Where any other kernel has no other launch, what is found counts.)",
    nullptr};
