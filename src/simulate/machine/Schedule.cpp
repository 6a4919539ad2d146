// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/Schedule.h"
#include <iterator>

namespace cudafix::simulate {

Schedule scheduleOf(unsigned Index, uint64_t Seed) {
  Schedule S;
  S.Seed = Seed * 1000 + Index;
  constexpr Order First[] = {Order::Ascending, Order::Descending, Order::Together};
  S.How = Index < std::size(First) ? First[Index] : Order::Random;
  return S;
}

} // namespace cudafix::simulate
