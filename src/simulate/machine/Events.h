// SPDX-License-Identifier: Apache-2.0
//
// What the checks of a simulation see: one event for each kind and place, and how often it was
// seen.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace cudafix::simulate {

/// A thread as reports name it: block * 1024 + position.
using ThreadId = uint32_t;

enum class EventKind : uint8_t {
  Race,
  MissedBarrier, ///< some threads wait, others went past it
  EarlyExit,     ///< some threads wait, others had left the kernel
  MixedBarriers, ///< threads wait at different barriers
  Deadlock,
  OutOfBounds,
  Uninitialized,
  Misaligned,
  Assertion,
  Trap,
  BadFree,
  NoMbarrier,     ///< an operation on what is no mbarrier, or none yet
  MbarrierPhase,  ///< what does not fit the phase of an mbarrier
  NoProxyFence,   ///< between a thread's write and a bulk copy that reads it
  BadCopy,        ///< a bulk copy that there is not
  CopyLeft,       ///< a block has ended before its bulk copy
  NotBegun,       ///< an access to the shared memory of a block that may not have begun
  MayHaveLeft,    ///< the same of one that has left, or may have
  ClusterBarrier, ///< what does not fit the barrier of a cluster
  GaveUp,         ///< the limit on accesses
  Unsupported,
};

/// What the phase of an mbarrier lacked when nothing could end it, or when it had too many.
struct OpenPhase {
  uint64_t Number = 0;
  uint64_t Expected = 0, Missing = 0; ///< arrivals
  int64_t Bytes = 0;                  ///< missing of those expected; negative: so many too many
};

struct Event {
  EventKind Kind = EventKind::Race;
  uint32_t Site = 0, Other = 0;
  uint32_t Wait = 0; ///< Uninitialized: the thread's wait that was over before a phase had ended
  ThreadId Thread = 0, OtherThread = 0;
  bool Writes = false, OtherWrites = false;
  bool Atomic = false, OtherAtomic = false;
  bool SameValue = true;
  bool Shared = false; ///< Object is shared memory
  ThreadId Owner = 0;  ///< Shared: some thread of the block whose memory it is
  std::string Object;
  int64_t Offset = 0; ///< bytes from the start of Object
  uint64_t Size = 0;  ///< bytes of Object
  std::vector<ThreadId> Waiting, Missing;
  std::optional<OpenPhase> Phase; ///< Deadlock, MbarrierPhase: of the mbarrier in question
  std::string Text;
  uint64_t Count = 1; ///< how often it was seen
};

/// The events of one simulation.
class EventLog {
public:
  /// The event that stands for it, of which there is one for each kind and place until take().
  Event &add(Event E);
  /// Returns true if no race of these two sites between threads that lie like this, which write
  /// the same value or not, was asked about before.
  bool isNewRace(uint32_t OtherSite, uint32_t Site, ThreadId Other, ThreadId Thread,
                 bool SameValue);
  /// An object of made-up size that was reached beyond its end, which is no event.
  void addExceeded(const std::string &Object) { Exceeded.insert(Object); }

  /// What was seen, by site. The log is empty then.
  std::vector<Event> take();
  std::vector<std::string> exceeded() const { return {Exceeded.begin(), Exceeded.end()}; }

private:
  std::map<std::tuple<EventKind, uint32_t, uint32_t, unsigned, std::string>, Event> Events;
  llvm::DenseMap<uint64_t, uint64_t> Races;
  std::set<std::string> Exceeded;
};

} // namespace cudafix::simulate
