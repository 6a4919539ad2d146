// SPDX-License-Identifier: Apache-2.0
//
// Budgeted checks.

#include "smt/Session.h"
#include <algorithm>

using namespace cudafix::smt;

void Session::rest() {
  Z3.reset();
  if (!Watchdog.joinable())
    return;
  {
    std::lock_guard<std::mutex> G(Lock);
    Stop = true;
  }
  Changed.notify_all();
  Watchdog.join();
  Stop = false;
}

void Session::watch() {
  std::unique_lock<std::mutex> G(Lock);
  while (!Stop) {
    if (!Deadline) {
      Changed.wait(G);
      continue;
    }
    auto Until = *Deadline;
    if (Changed.wait_until(G, Until) == std::cv_status::timeout && Deadline && *Deadline <= Until) {
      Deadline.reset();
      Troubled = true;
      Z3->interrupt();
    }
  }
}

static uint64_t resourceCount(z3::solver &S) {
  z3::stats Stats = S.statistics();
  for (unsigned I = 0; I < Stats.size(); ++I)
    if (Stats.key(I) == "rlimit count")
      return Stats.is_uint(I) ? Stats.uint_value(I) : static_cast<uint64_t>(Stats.double_value(I));
  return 0;
}

z3::check_result Session::check(z3::solver &S, uint64_t Units, const Budget &B) {
  if (Units == 0)
    return z3::unknown;
  z3::params Parameters(context());
  Parameters.set("rlimit", static_cast<unsigned>(std::min<uint64_t>(Units, UINT32_MAX)));
  S.set(Parameters);
  if (!Watchdog.joinable())
    Watchdog = std::thread([this] { watch(); });
  {
    std::lock_guard<std::mutex> G(Lock);
    Deadline = std::chrono::steady_clock::now() + std::chrono::seconds(B.WatchdogSeconds);
  }
  Changed.notify_all();
  uint64_t Before = resourceCount(S);
  z3::check_result R = S.check();
  {
    std::lock_guard<std::mutex> G(Lock);
    Deadline.reset();
  }
  uint64_t After = resourceCount(S);
  Used += After > Before ? After - Before : 0;
  return R;
}
