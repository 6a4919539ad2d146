// SPDX-License-Identifier: Apache-2.0

#include "convention/Granted.h"
#include "convention/Rule.h"
#include "llvm/ADT/StringExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

std::string convention::apartText(const Kernel &K, ArrayId Of, llvm::ArrayRef<SymbolId> Strides) {
  std::vector<std::string> Names;
  for (SymbolId S : Strides)
    Names.push_back(K.Ctx->symbol(S).Name);
  return "elements of '" + K.array(Of).Name + "' set apart by " + llvm::join(Names, ", ");
}

void convention::addStridesApart(const RaceCase &Case, Need &To) {
  const StridedPlaces &Places = Case.Q.Strided;
  for (Expr E : Places.Equal)
    To.add(Convention::StridesApart, E, apartText(Case.K, Case.access(0).Array, Places.Given),
           /*OfThreads=*/true);
}

/// If the coordinates are bounded, the question itself contains the convention.
static std::vector<convention::Need> ask(const RaceCase &Case) {
  const StridedPlaces &Places = Case.Q.Strided;
  if (Places.Bounded)
    return {};
  convention::Need Of;
  convention::addStridesApart(Case, Of);
  Of.Whole = true;
  return {Of};
}

const convention::Rule convention::StridesApart = {
    Convention::StridesApart,
    R"(Where the caller gives the strides of an array (batch * s0 + row * s1 + column), elements with different
coordinates are different elements.

This is what a layout by strides means, as that of a tensor: a stride is at least what the coordinates
inside it reach over. It is taken of parameters that scale coordinates and do nothing else: no condition
compares them, and host code says neither how large they are nor how they relate to the grid or to what
conditions compare. Numbers in memory that the kernel does not write, at a place that host code gives, are
like parameters (i * sizes[0] + j). What conditions compare may count rows below such a stride, as in pitch * (slice *
height + row), or cells inside one, as in image * stride + row * width + column.

It is granted where each inner coordinate is the number of a block, a digit of an index, or has an end
that the host gives and a condition names; what is proved free of such arrays stands on it. A thread's own
position, or the number of its block with digits of that, which nothing ends may run into the next row,
and a position that memory ends may lie anywhere: there it is asked like the others, and a race needs it
if it vanishes where all coordinates are equal.

A parameter for which the host passes a product of two others (stride = heads * size) stands for that
product: it scales a count of the smaller stride.

A shift by such a parameter (row << bits) scales by a power of two. That a place is not none (at != -1,
at >= 0) compares no stride.

A number that the kernel computes of sizes and adds to an index, as the start of a row's last chunk, is a
part of the column.

Threads with equal coordinates still race.)",
    ask};
