// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: not %cuda-fix %s --checks=uncoalesced-access --diff --unsafe --allow-dirty | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix --run-program %s --checks=uncoalesced-access 2>/dev/null | FileCheck %s --check-prefix=SAYS
// A structure that only its typedef names, and a launching function that Inputs/ declares too.

#include "Inputs/declares-place.h"
#include <cstdio>

typedef struct {
  float weight;
  long assigned;
  float cost;
} Place;

Place *places;

__global__ void price(Place *p, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = p[i].weight * p[i].cost;
}

float place(int n) {
  static Place host[500];
  float *out, result;
  for (int i = 0; i < n; ++i)
    host[i] = {float(i), i, 2.0f};
  cudaMalloc((void **)&places, n * sizeof(Place));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(places, host, n * sizeof(Place), cudaMemcpyHostToDevice);
  price<<<(n + 127) / 128, 128>>>(places, out, n);
  cudaMemcpy(&result, out + 7, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(places);
  return result;
}

int main() { std::printf("%g\n", place(500)); }

// SAYS: repair: aos-to-soa (suggested, simulated equal): keep each member of 'Place' in an array of its own

// CHECK: } Place;
// CHECK-NEXT: {{$}}
// CHECK-NEXT:-Place *places;
// CHECK-NEXT:+/// The members of Place in arrays of device memory of their own.
// CHECK-NEXT:+struct PlaceArrays {
// CHECK-NEXT:+  float *weight;
// CHECK-NEXT:+  long *assigned;
// CHECK-NEXT:+  float *cost;
// CHECK-NEXT:+};
// CHECK:+PlaceArrays places;
// CHECK:+__global__ void price(PlaceArrays p, float *out, int n) {
// CHECK:+    out[i] = p.weight[i] * p.cost[i];
