// SPDX-License-Identifier: Apache-2.0
//
// Copies of the async proxy and the mbarriers they complete on, and kernels that wait for those
// before them: what is surely missing on every way through the kernel. What stands there is not
// judged any further, so nothing here proves a kernel right.
#pragma once

#include "analysis/question/Race.h"

namespace cudafix::analysis {

/// One thing that is missing.
struct AsyncFault {
  enum class Kind : uint8_t {
    NoProxyFence, ///< between a thread's write and the bulk copy or wgmma that reads it
    SourceReused, ///< written before a bulk copy or wgmma has read it
    SourceFreed,  ///< the block may end before a bulk copy has read its shared memory
    NotCommitted, ///< a bulk copy or wgmma of no group, for which a wait does not wait
    NotAwaited,   ///< read without a wait for the bulk copy that writes it
    StoreOpen,    ///< a barrier is reached before the thread has written to tensor memory
    InitUnseen,   ///< an mbarrier that other threads may use before it is initialised
    ReadEarly,    ///< before the wait for the kernels that may write it
    WrittenEarly, ///< before the wait for the kernels that may use it
    NotWaited,    ///< without a wait on the way, though the launch may begin early
  } What;
  uint32_t Op = NoId;                     ///< AsyncOp::Id; NotWaited: a wait elsewhere, NoId: none
  AccessId Access = NoId;                 ///< the other side
  uint32_t Other = NoId;                  ///< AsyncOp::Id of the other side
  std::optional<Witness> Example = {};    ///< who accesses, and who copies
  std::optional<EarlierUse> Earlier = {}; ///< NotWaited: by the kernel before; nullopt: not known
};

/// At most one for each operation, kind and place of the other side, in program order.
std::vector<AsyncFault> findAsyncFaults(const Kernel &K, const Launch &L, const RaceOptions &Opts);

} // namespace cudafix::analysis
