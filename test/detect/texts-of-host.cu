// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A text equals one constant, and another one once it has changed: launches that are dispatched by
// another text than the one that was asked, or by what is left, happen.
#include <string>

// The instances for short race.
template <typename T> __global__ void otherTextBad(T *out) {
  out[blockIdx.x * 64 + threadIdx.x / (sizeof(T) == 2 ? 2 : 1)] = threadIdx.x; // expect-error: intra-warp-race
}
template <typename T> __global__ void changedTextBad(T *out) {
  out[blockIdx.x * 64 + threadIdx.x / (sizeof(T) == 2 ? 2 : 1)] = threadIdx.x; // expect-error: intra-warp-race
}
template <typename T> __global__ void unequalBad(T *out) {
  out[blockIdx.x * 64 + threadIdx.x / (sizeof(T) == 2 ? 2 : 1)] = threadIdx.x; // expect-error: intra-warp-race
}
// Others than instances may be launched elsewhere.
__global__ void plainBad(short *out) {
  out[blockIdx.x * 64 + threadIdx.x / 2] = threadIdx.x; // expect-error: intra-warp-race
}

#define DISPATCH(KIND, KERNEL)                                                                    \
  if (KIND == "half")                                                                             \
    KERNEL<<<n, 64>>>((short *)out);                                                              \
  else if (KIND == "packed")                                                                      \
    KERNEL<<<n, 64>>>((int *)out);

void run(const std::string &kind, const std::string &other, void *out, int n) {
  if (kind == "packed") {
    DISPATCH(other, otherTextBad)
    if (kind == "half")
      plainBad<<<n, 64>>>((short *)out);
  }
  if (kind != "packed") {
    DISPATCH(kind, unequalBad)
  }
}

void runChanged(std::string kind, const std::string &other, void *out, int n) {
  if (kind == "packed") {
    kind = other;
    DISPATCH(kind, changedTextBad)
  }
}
