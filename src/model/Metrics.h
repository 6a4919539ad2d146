// SPDX-License-Identifier: Apache-2.0
//
// Names of measures (Cost, Finding::Metrics) that several folders use.
#pragma once

namespace cudafix::metric {

// The traffic of a block, weighted with expected executions.
inline constexpr char AskedBytes[] = "asked_bytes"; ///< global memory that all lanes ask for
inline constexpr char BankPasses[] = "bank_passes"; ///< passes over the banks of shared memory
inline constexpr char ExcessWarps[] =
    "excess_warps";                          ///< passes of warps that divergent branches add
inline constexpr char Sectors[] = "sectors"; ///< of 32 bytes of global memory
inline constexpr char SharedBytes[] = "shared_bytes"; ///< shared memory of the block

// What a simulation counts; Sectors as well.
inline constexpr char BankConflicts[] = "bank_conflicts"; ///< passes beyond the first
inline constexpr char Divergent[] = "divergent";          ///< branches that split a warp
inline constexpr char Steps[] = "steps";                  ///< instructions, once for each warp
inline constexpr char Requests[] = "requests";
inline constexpr char Lanes[] = "lanes"; ///< lanes that make a request together
inline constexpr char IdealSectors[] = "ideal_sectors";
inline constexpr char Lines[] = "lines"; ///< of 128 bytes
inline constexpr char AlignedLines[] = "aligned_lines";

// The phase of an mbarrier that never ends, or that has too many arrivals.
inline constexpr char ExpectedArrivals[] = "expected_arrivals";
inline constexpr char MissingArrivals[] = "missing_arrivals";
inline constexpr char MissingBytes[] = "missing_bytes"; ///< negative: so many bytes too many
inline constexpr char Phase[] = "phase";                ///< number of the phase

} // namespace cudafix::metric
