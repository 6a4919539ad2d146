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

  /// Starts a fresh context, so that answers do not depend on earlier questions. No object of the
  /// old context may still be alive.
  void renew() { Z3.reset(); }
  /// Starts a fresh context for a new question.
  void begin() {
    renew();
    Troubled = false;
  }
  /// Frees the context and stops the watchdog's thread; both are recreated when needed.
  void rest();

  /// Runs one check with at most `Units` resource units.
  z3::check_result check(z3::solver &S, uint64_t Units, const Budget &B);
  /// Charges an encoding for the formulas made and for those passed to Z3. The factors make an
  /// encoding cost as much as a check of the same duration, measured on two large units (3 million
  /// units per second).
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
