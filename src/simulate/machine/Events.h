// SPDX-License-Identifier: Apache-2.0
//
// What the checks of a simulation see: one event for each kind and place, with the number of times
// it was seen.
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
  MissedBarrier, ///< some threads wait, others have passed by
  EarlyExit,     ///< some threads wait, others have left the kernel
  MixedBarriers, ///< threads wait at different barriers
  Deadlock,
  OutOfBounds,
  Uninitialized,
  Misaligned,
  Assertion,
  Trap,
  BadFree,
  NoMbarrier,     ///< an operation on something that is not an mbarrier, or not yet
  MbarrierPhase,  ///< something that does not fit the phase of an mbarrier
  NoProxyFence,   ///< no proxy fence between a thread's write and a bulk copy that reads it
  BadCopy,        ///< a bulk copy that is not possible
  CopyLeft,       ///< a block has ended before its bulk copy
  NotBegun,       ///< an access to shared memory of a block that may not have begun
  MayHaveLeft,    ///< an access to shared memory of a block that has, or may have, left
  ClusterBarrier, ///< something that does not fit the barrier of a cluster
  GaveUp,         ///< the limit on accesses was reached
  Unsupported,
};

/// What the phase of an mbarrier lacked when nothing could end it, or what it had too much of.
struct OpenPhase {
  uint64_t Number = 0;
  uint64_t Expected = 0, Missing = 0; ///< arrivals
  int64_t Bytes = 0;                  ///< missing bytes; negative: so many more than expected
};

struct Event {
  EventKind Kind = EventKind::Race;
  uint32_t Site = 0, Other = 0;
  uint32_t Wait = 0; ///< Uninitialized: the thread's wait that ended before a phase had ended
  ThreadId Thread = 0, OtherThread = 0;
  bool Writes = false, OtherWrites = false;
  bool Atomic = false, OtherAtomic = false;
  bool SameValue = true;
  bool Shared = false; ///< Object is shared memory
  ThreadId Owner = 0;  ///< Shared: a thread of the block that owns the memory
  std::string Object;
  int64_t Offset = 0; ///< bytes from the start of Object
  uint64_t Size = 0;  ///< bytes of Object
  std::vector<ThreadId> Waiting, Missing;
  std::optional<OpenPhase> Phase; ///< Deadlock, MbarrierPhase: the mbarrier's phase
  std::string Text;
  uint64_t Count = 1; ///< how often it was seen
};

/// The events of one simulation.
class EventLog {
public:
  /// Adds the event, or returns the existing one of this kind and place; take() starts anew.
  Event &add(Event E);
  /// Returns true the first time that it is asked about a race of these two sites, between threads
  /// in this relation and with or without equal values.
  bool isNewRace(uint32_t OtherSite, uint32_t Site, ThreadId Other, ThreadId Thread,
                 bool SameValue);
  /// An object of made-up size that was accessed beyond its end, which is no event.
  void addExceeded(const std::string &Object) { Exceeded.insert(Object); }

  /// Returns the events by site, and empties the log.
  std::vector<Event> take();
  std::vector<std::string> exceeded() const { return {Exceeded.begin(), Exceeded.end()}; }

private:
  std::map<std::tuple<EventKind, uint32_t, uint32_t, unsigned, std::string>, Event> Events;
  llvm::DenseMap<uint64_t, uint64_t> Races;
  std::set<std::string> Exceeded;
};

} // namespace cudafix::simulate
