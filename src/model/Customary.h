// SPDX-License-Identifier: Apache-2.0
//
// Blocks and numbers that are customary, the one table of them.
#pragma once

#include <array>
#include <cstdint>

namespace cudafix {

/// Threads of a block along x, y and z.
using BlockShape = std::array<unsigned, 3>;

struct CustomaryBlock {
  BlockShape Shape;
  bool Excuses; ///< large enough that a race which it excludes may be one that nobody meets
  bool Asked;   ///< what stays open in general is asked of it
};

/// Blocks of one, two and three dimensions, those that coalesce best first.
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
constexpr uint64_t Sample = 256;              ///< sizes of one launch that is tried are at least
constexpr uint64_t Size = 1024;               ///< what costs are weighed with
constexpr unsigned MaxItems = 16;             ///< of a row that a thread takes
constexpr unsigned MaxVector = 16;            ///< elements of a vector
constexpr uint64_t Side = uint64_t(1) << 15;  ///< sizes whose products fit 32 bits are below
constexpr uint64_t Count = uint64_t(1) << 20; ///< counts and positions in memory are below
constexpr uint64_t Addressable = uint64_t(1) << 40; ///< sizes of 64 bits are below
} // namespace customary

} // namespace cudafix
