// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The mirrored copy is safe on square matrices only; host code says so in many ways.
#include <cassert>
#include <cstdlib>
#include <stdexcept>
#define REQUIRE(c) do { if (!(c)) { abort(); } } while (0)

#define MIRROR(NAME)                                                                               \
  __global__ void NAME(float *a, int rows, int cols) {                                             \
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;      \
    if (i < j && i < rows && j < rows) a[j * cols + i] = a[i * cols + j];                          \
  }
MIRROR(assertedOk)
MIRROR(returnedOk)
MIRROR(thrownOk)
MIRROR(macroOk)
MIRROR(skippedOk)
MIRROR(changedBad) // expect: inter-block-race

static void fatal() { exit(1); }
void asserted(float *a, int r, int c) { assert(r == c && r > 0); assertedOk<<<dim3(r / 16, r / 16), dim3(16, 16)>>>(a, r, c); }
void returned(float *a, int r, int c) { if (r != c) return; returnedOk<<<dim3(r / 16, r / 16), dim3(16, 16)>>>(a, r, c); }
void thrown(float *a, int r, int c) { if (r != c) throw std::logic_error("square"); thrownOk<<<dim3(9, 9), dim3(16, 16)>>>(a, r, c); }
void macro(float *a, int r, int c) { REQUIRE(r == c); if (r < 1) fatal(); macroOk<<<dim3(9, 9), dim3(16, 16)>>>(a, r, c); }
void skipped(float *a, const int *r, const int *c, int n) {
  for (int k = 0; k < n; ++k) {
    if (r[k] != c[k]) continue;
    skippedOk<<<dim3(9, 9), dim3(16, 16)>>>(a, r[k], c[k]);
  }
}
void changed(float *a, int r, int c) { assert(r == c); c = 40; changedBad<<<dim3(9, 9), dim3(16, 16)>>>(a, r, c); }
