// SPDX-License-Identifier: Apache-2.0
//
// The only table of customary block shapes and customary numbers.
#pragma once

#include <array>
#include <cstdint>

namespace cudafix {

/// Threads of a block along x, y and z.
using BlockShape = std::array<unsigned, 3>;

/// A block shape that kernels are often launched with.
struct CustomaryBlock {
  BlockShape Shape;
  bool Excuses; ///< a race that cannot happen in blocks this large may never happen at all
  bool Asked;   ///< questions that stay open for all blocks are asked again for this one
};

/// Blocks of one, two and three dimensions, in each table those that coalesce best first.
inline constexpr CustomaryBlock CustomaryLines[] = {
    {{256, 1, 1}, true, true},    {{128, 1, 1}, true, true},  {{512, 1, 1}, true, false},
    {{1024, 1, 1}, false, false}, {{64, 1, 1}, false, false}, {{32, 1, 1}, false, false}};
inline constexpr CustomaryBlock CustomaryPlanes[] = {
    {{32, 8, 1}, true, true},   {{32, 32, 1}, true, false}, {{32, 16, 1}, false, false},
    {{32, 4, 1}, true, false},  {{64, 4, 1}, true, false},  {{16, 16, 1}, true, true},
    {{16, 8, 1}, false, false}, {{8, 16, 1}, true, false},  {{8, 8, 1}, true, false},
    {{4, 4, 1}, false, false}};
inline constexpr CustomaryBlock CustomaryCubes[] = {
    {{32, 4, 2}, false, false}, {{16, 4, 4}, false, false}, {{8, 8, 8}, true, false},
    {{8, 8, 4}, true, true},    {{8, 8, 2}, true, false},   {{4, 4, 4}, true, false}};

namespace customary {
constexpr uint64_t Sample = 256;                    ///< least value of a size in a tried launch
constexpr uint64_t Size = 1024;                     ///< value of a size for weighing costs
constexpr unsigned MaxItems = 16;                   ///< elements of a row that one thread takes
constexpr unsigned MaxVector = 16;                  ///< elements of a vector
constexpr uint64_t Side = uint64_t(1) << 15;        ///< sizes below it have products of 32 bits
constexpr uint64_t Count = uint64_t(1) << 20;       ///< upper bound of counts and memory positions
constexpr uint64_t Addressable = uint64_t(1) << 40; ///< upper bound of 64-bit sizes
} // namespace customary

} // namespace cudafix
