// SPDX-License-Identifier: Apache-2.0
//
// Measures (Cost, Finding::Metrics) by name, where more than one folder speaks of them.
#pragma once

namespace cudafix::metric {

// What a block moves, weighted with expected executions.
inline constexpr char AskedBytes[] = "asked_bytes"; ///< of global memory, by all lanes
inline constexpr char BankPasses[] = "bank_passes"; ///< over the banks of shared memory
inline constexpr char ExcessWarps[] =
    "excess_warps";                          ///< that divergent branches pass more than once
inline constexpr char Sectors[] = "sectors"; ///< of 32 bytes of global memory
inline constexpr char SharedBytes[] = "shared_bytes"; ///< of the block

// What a simulation counts; Sectors as well.
inline constexpr char BankConflicts[] = "bank_conflicts"; ///< passes beyond the first
inline constexpr char Divergent[] = "divergent";          ///< branches that split a warp
inline constexpr char Steps[] = "steps";                  ///< instructions, once for each warp
inline constexpr char Requests[] = "requests";
inline constexpr char Lanes[] = "lanes"; ///< that make a request together
inline constexpr char IdealSectors[] = "ideal_sectors";
inline constexpr char Lines[] = "lines"; ///< of 128 bytes
inline constexpr char AlignedLines[] = "aligned_lines";

// The phase of an mbarrier whose end nothing brings, or that has too many arrivals.
inline constexpr char ExpectedArrivals[] = "expected_arrivals";
inline constexpr char MissingArrivals[] = "missing_arrivals";
inline constexpr char MissingBytes[] = "missing_bytes"; ///< negative: so many too many
inline constexpr char Phase[] = "phase";                ///< its number

} // namespace cudafix::metric
