// SPDX-License-Identifier: Apache-2.0
//
// The Z3 context that all queries of one Solver share, with a watchdog against checks
// that ignore their resource limit.
#pragma once

#include "smt/Solver.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <z3++.h>

namespace cudafix::smt {

class Session {
public:
  Session() = default;
  ~Session() { rest(); }

  /// Made on first use: most questions never need it.
  z3::context &context() {
    if (!Z3)
      Z3.emplace();
    return *Z3;
  }

  /// Starts a fresh context: answers do not depend on the questions before. Nothing made in the old
  /// one may be alive.
  void renew() { Z3.reset(); }
  /// Starts a fresh context for a question of its own.
  void begin() {
    renew();
    Troubled = false;
  }
  /// Frees the context and ends the watchdog's thread; both are made again on use.
  void rest();

  /// One check within what is left of the budget's resource units.
  z3::check_result check(z3::solver &S, uint64_t Units, const Budget &B);
  /// Charges an encoding: for the formulas made, and for those that Z3 was given. The factors make
  /// encodings cost as much as checks of the same duration, measured on two large units (3 million
  /// units a second).
  void charge(uint64_t Made, uint64_t Given) { Used += 10 * Made + 30 * Given; }
  /// Resource units of all checks and encodings.
  uint64_t used() const { return Used; }
  /// Returns true if the watchdog ended a check of this context, or Z3 failed in it: the answer may
  /// depend on the machine.
  bool troubled() const { return Troubled; }
  void fail() { Troubled = true; }

private:
  std::optional<z3::context> Z3;
  void watch();
  uint64_t Used = 0;
  std::mutex Lock;
  std::condition_variable Changed;
  std::optional<std::chrono::steady_clock::time_point> Deadline;
  bool Stop = false;
  std::atomic<bool> Troubled = false;
  std::thread Watchdog;
};

} // namespace cudafix::smt
