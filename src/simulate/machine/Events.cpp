// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Events.h"

namespace cudafix::simulate {

/// 0: threads of two blocks, 1: of one block, 2: of one warp.
static unsigned nearness(ThreadId A, ThreadId B) {
  return (A >> 10 == B >> 10) + (A >> 5 == B >> 5);
}

bool EventLog::isNewRace(uint32_t OtherSite, uint32_t Site, ThreadId Other, ThreadId Thread,
                         bool SameValue) {
  uint64_t Key =
      uint64_t(OtherSite) << 32 | Site << 3 | nearness(Other, Thread) << 1 | unsigned(SameValue);
  return Races[Key]++ == 0;
}

Event &EventLog::add(Event E) {
  unsigned Class = 0;
  if (E.Kind == EventKind::Race)
    Class = nearness(E.Thread, E.OtherThread) + (E.SameValue ? 4 : 0);
  auto Key = std::make_tuple(E.Kind, E.Site, E.Other, Class, E.Object);
  auto [At, New] = Events.try_emplace(Key, E);
  if (!New)
    ++At->second.Count;
  return At->second;
}

std::vector<Event> EventLog::take() {
  std::vector<Event> All;
  for (auto &[Key, E] : Events)
    All.push_back(std::move(E));
  Events.clear();
  return All;
}

} // namespace cudafix::simulate
