// SPDX-License-Identifier: Apache-2.0
//
// Copies of the async proxy, the mbarriers that they complete on, and kernels that wait for earlier
// kernels. Reports only what is certainly missing on every path through the kernel; whether what is
// present suffices is not judged, so nothing here proves a kernel right.
#pragma once

#include "analysis/question/Race.h"

namespace cudafix::analysis {

/// One thing that is missing.
struct AsyncFault {
  enum class Kind : uint8_t {
    NoProxyFence, ///< missing between a thread's write and the bulk copy or wgmma that reads it
    SourceReused, ///< the source is written before a bulk copy or wgmma has read it
    SourceFreed,  ///< the block may end before a bulk copy has read its shared memory
    NotCommitted, ///< a bulk copy or wgmma belongs to no group, so no wait waits for it
    NotAwaited,   ///< memory is read without a wait for the bulk copy that writes it
    StoreOpen,    ///< a barrier is reached before the thread's write to tensor memory is done
    InitUnseen,   ///< other threads may use an mbarrier before it is initialised
    ReadEarly,    ///< read before the wait for earlier kernels that may write it
    WrittenEarly, ///< written before the wait for earlier kernels that may use it
    NotWaited,    ///< accessed without a wait on the path, although the launch may begin early
  } What;
  uint32_t Op = NoId;                     ///< AsyncOp::Id; NotWaited: a wait on another path, or
                                          ///< NoId if there is none
  AccessId Access = NoId;                 ///< the other side
  uint32_t Other = NoId;                  ///< AsyncOp::Id of the other side
  std::optional<Witness> Example = {};    ///< the accessing thread and the copying thread
  std::optional<EarlierUse> Earlier = {}; ///< NotWaited: the earlier kernel's use; nullopt: unknown
};

/// Returns at most one fault for each operation, kind and place of the other side, in program
/// order.
std::vector<AsyncFault> findAsyncFaults(const Kernel &K, const Launch &L, const RaceOptions &Opts);

} // namespace cudafix::analysis
