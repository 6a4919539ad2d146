// SPDX-License-Identifier: Apache-2.0
//
// The one table of customary blocks and numbers.
#pragma once

#include <array>
#include <cstdint>

namespace cudafix {

/// Threads of a block along x, y and z.
using BlockShape = std::array<unsigned, 3>;

struct CustomaryBlock {
  BlockShape Shape;
  bool Excuses; ///< so large that a race which it excludes may never happen
  bool Asked;   ///< questions that stay open in general are asked for it
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
constexpr uint64_t Sample = 256;                    ///< least sizes of a launch that is tried
constexpr uint64_t Size = 1024;                     ///< for weighing costs
constexpr unsigned MaxItems = 16;                   ///< of a row that a thread takes
constexpr unsigned MaxVector = 16;                  ///< elements of a vector
constexpr uint64_t Side = uint64_t(1) << 15;        ///< sizes whose products fit 32 bits are below
constexpr uint64_t Count = uint64_t(1) << 20;       ///< counts and positions in memory are below
constexpr uint64_t Addressable = uint64_t(1) << 40; ///< sizes of 64 bits are below
} // namespace customary

} // namespace cudafix
