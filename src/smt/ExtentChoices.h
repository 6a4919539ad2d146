// SPDX-License-Identifier: Apache-2.0
//
// The sizes that are tried for the extents of a question: with numbers for them its products are
// linear.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace cudafix::smt {

/// A choice of values for the extents: an arithmetic sequence, rising or falling powers of two, or
/// mixed sizes.
struct ExtentChoice {
  enum Kind : uint8_t { Row, Rising, Falling, Mixed } How;
  int64_t Grid, First, Step;

  bool isEven() const { return How == Row && Step == 0; }
  /// The value of extent `I` of `Count`.
  int64_t value(int64_t I, int64_t Count) const {
    switch (How) {
    case Row:
      return Step < 0 ? First - Step * (Count - 1 - I) : First + Step * I;
    case Rising:
      return First << std::min<int64_t>(I * Step, MostShift);
    case Falling:
      return First << std::min<int64_t>((Count - 1 - I) * Step, MostShift);
    case Mixed:
      return Sizes[(First + I * Step) % std::size(Sizes)];
    }
    return 1;
  }

private:
  static constexpr int64_t MostShift = 8;
  static constexpr int64_t Sizes[] = {8, 3, 32, 2, 16, 5, 64, 1, 12, 128, 4, 33, 7};
};

/// In the order in which they are tried: one number for all extents, sequences and powers, then
/// mixed sizes; grids have from 2 to 8 blocks.
inline constexpr ExtentChoice ExtentChoices[] = {
    {ExtentChoice::Row, 3, 3, 0},     {ExtentChoice::Row, 2, 4099, 0},
    {ExtentChoice::Row, 8, 8, 0},     {ExtentChoice::Row, 4, 2, 1},
    {ExtentChoice::Row, 4, 9, 2},     {ExtentChoice::Row, 4, 9, -2},
    {ExtentChoice::Rising, 4, 8, 1},  {ExtentChoice::Falling, 4, 8, 1},
    {ExtentChoice::Row, 4, 32, 0},    {ExtentChoice::Mixed, 4, 0, 1},
    {ExtentChoice::Mixed, 3, 2, 2},   {ExtentChoice::Mixed, 4, 4, 3},
    {ExtentChoice::Mixed, 2, 7, 5},   {ExtentChoice::Mixed, 4, 9, 7},
    {ExtentChoice::Mixed, 4, 11, 11}, {ExtentChoice::Mixed, 8, 5, 4}};

} // namespace cudafix::smt
