// SPDX-License-Identifier: Apache-2.0

#include "verify/Traffic.h"
#include "cost/Turns.h"
#include "detect/Detector.h"
#include "model/Metrics.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace cudafix::verify {

Cost traffic(const Kernel &K, ArrayRef<Launch> Launches) {
  std::vector<analysis::Footprints> Memory;
  for (const Launch &L : Launches)
    Memory.push_back(analysis::computeFootprints(K, L, cost::expectedTurns(K, L)));
  return detect::traffic(K, Memory);
}

int64_t measure(const Cost &C, StringRef What) {
  auto It = find_if(C, [&](const auto &M) { return M.first == What; });
  return It == C.end() ? 0 : It->second;
}

Cost forTheSameBytes(const Cost &Before, Cost After) {
  int64_t Was = measure(Before, metric::AskedBytes), Is = measure(After, metric::AskedBytes);
  for (auto &[Name, Value] : After)
    if (Is > Was && (Name == metric::Sectors || Name == metric::AskedBytes))
      Value = int64_t(double(Value) * Was / Is);
  return After;
}

std::string compareTraffic(const Cost &Before, Cost After, StringRef What, Repair &R) {
  After = forTheSameBytes(Before, std::move(After));
  append_range(R.Check.Before, Before);
  append_range(R.Check.After, After);
  for (Cost *C : {&R.Check.Before, &R.Check.After}) {
    erase_if(*C, [](const auto &M) { return M.first == metric::AskedBytes; });
    llvm::sort(*C);
  }
  return What.empty() || (measure(Before, What) > 0 &&
                          measure(After, What) * 10 <= measure(Before, What) * 9)
             ? ""
             : "it saves less than a tenth of " + What.str();
}

} // namespace cudafix::verify
