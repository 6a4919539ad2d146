// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-launch-happens' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Host code dispatches by what it has asked already: of the instances that it names, some are never
// launched. Conditions that exclude each other leave the block as it is.
#include <string>

// WITHOUT: :[[#@LINE+4]]:{{.*}}error: race on global memory 'out'
// CHECK-NOT: rows
// CHECK: kernel 'halves<short>'{{.*}} needs [launch-happens] the launch is never reached to be free
template <typename T> __global__ void halves(T *out) {
  out[blockIdx.x * 64 + threadIdx.x / (sizeof(T) == 2 ? 2 : 1)] = threadIdx.x;
}

// Free in blocks of 32 x 4, in which the contradictory launch is looked at, too.
template <int Per, bool Check> __global__ void rows(float *out, int n) {
  __shared__ float tile[8][32 * Per];
  for (int i = 0; i < Per; i++)
    if (!Check || blockIdx.x * 32 * Per + threadIdx.x + i * 32 < n)
      for (int f = 0; f < 2; f++) {
        float *p = &tile[threadIdx.y + 4 * f][threadIdx.x + 32 * i];
        *p = threadIdx.x + f;
        out[(blockIdx.y * 8 + threadIdx.y + 4 * f) * n + blockIdx.x * 32 * Per + threadIdx.x +
            i * 32] = *p;
      }
}

#define DISPATCH(KIND, KERNEL)                                                                    \
  if (KIND == "half")                                                                             \
    KERNEL<<<n, 64>>>((short *)out);                                                              \
  else if (KIND == "packed")                                                                      \
    KERNEL<<<n, 64>>>((int *)out);

void run(const std::string &kind, void *out, int n) {
  if (kind == "packed") {
    DISPATCH(kind, halves)
  }
}

void runRows(float *out, int n, int count) {
  const int per = n % 64 == 0 ? 2 : 1, check = n % (32 * per) != 0;
  const dim3 block(32, 4), grid((n + 32 * per - 1) / (32 * per), count / 8);
  if (per == 2) {
    if (check)
      rows<2, true><<<grid, block>>>(out, n);
    else
      rows<2, false><<<grid, block>>>(out, n);
  } else if (check) {
    rows<1, true><<<grid, block>>>(out, n);
  } else {
    rows<1, false><<<grid, block>>>(out, n);
  }
}
