// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"

using namespace cudafix;

const convention::Rule convention::MagicNumbers = {
    Convention::MagicNumbers,
    R"(Numbers of the host with which code divides by multiplication are the magic numbers of the divisor
that it takes the remainder with, and dividends are in the range for which they are made.

Division is slow, so the host prepares it: it gives a kernel a divisor d with a multiplier m and a
shift s, and the kernel computes q = (__umulhi(n, m) + n) >> s, or q = __umulhi(n, m) >> s, and
r = n - q * d. Where m, s and d are parameters, or members of one that is passed by value, q is taken
for n / d and r for n % d. Runs get an m and an s that fit d.

What is proved free with such numbers stands on it. Without the convention they are any numbers.)",
    nullptr};
