// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"

using namespace cudafix;

const convention::Rule convention::LaunchHappens = {
    Convention::LaunchHappens,
    R"(A launch that host code never makes, or that cannot happen as it stands, decides nothing.

That is: a launch in code that is never run, and one of several launches whose dimensions and
conditions contradict each other. Such a launch is looked at as if it could be of any shape, and what
races then is "possible". Where a kernel has no other launch, what is found counts.)",
    nullptr};
