// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// CHECK-NOT: in part
// Host code with small libraries that are not there.
#include <fmt/format.h>
#include <nonstd/optional.hpp>

__global__ void fillOk(float *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x] = n;
}
__global__ void fillBad(float *out) {
  out[threadIdx.x % 32] = threadIdx.x; // expect: global-race
}
std::string describe(fmt::string_view text, fmt::format_args args) {
  return fmt::vformat(text, args) + fmt::to_string(3);
}
void run(float *out, nonstd::optional<int> n) {
  if (n == nonstd::nullopt)
    throw std::runtime_error(describe("{} and {}", fmt::make_format_args(1, 2)));
  fillOk<<<1, 64>>>(out, *n);
  fillBad<<<1, 64>>>(out);
}
