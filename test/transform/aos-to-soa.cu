// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: %check-repair aos-to-soa %s --checks=performance --unsafe --source-only | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix --run-program %s --checks=performance 2>/dev/null | FileCheck %s --check-prefix=SAYS

#include <cstdio>

#define CHECK_CALL(call) \
  if ((call) != cudaSuccess) \
    return 1;

struct Body {
  float x, y;
  int kind;
  const char *name;
};

__global__ void move(Body *__restrict__ bodies, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && bodies[i].kind)
    bodies[i].x += bodies[i].y;
}

__global__ void count(const Body *b, int *kinds, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    kinds[i] = b[i].kind + b->kind;
}

int main() {
  const int n = 300;
  static Body host[n];
  static int kinds[n];
  for (int i = 0; i < n; ++i)
    host[i] = {float(i), 2.0f * i, i % 3, nullptr};
  Body *bodies = nullptr;
  int *out;
  CHECK_CALL(cudaMalloc((void **)&bodies, n * sizeof(Body)));
  cudaMalloc(&out, n * sizeof(int));
  CHECK_CALL(cudaMemcpy(bodies, host, n * sizeof(Body), cudaMemcpyHostToDevice));
  move<<<2, 256>>>(bodies, n);
  count<<<2, 256>>>(bodies, out, n);
  cudaMemcpy(host, bodies, n * sizeof(Body), cudaMemcpyDeviceToHost);
  cudaMemcpy(kinds, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%g %d\n", host[7].x + host[299].x, kinds[8]);
  cudaFree(bodies);
}

// SAYS: repair: aos-to-soa (suggested, simulated equal): keep each member of 'Body' in an array of its own, in every kernel and copy of
// SAYS: assuming no file that was not read launches 'move'
// SAYS: price: sectors {{[0-9]+ -> [0-9]+}}
// SAYS: the host rearranges the array as often as the kernels run
// SAYS: compared by what the whole program prints

// CHECK:struct BodyArrays {
// CHECK-NEXT:  float *x;
// CHECK-NEXT:  float *y;
// CHECK-NEXT:  int *kind;
// CHECK-NEXT:  const char **name;
// CHECK-NEXT:};
// CHECK:__global__ void move(BodyArrays bodies, int n) {
// CHECK:  if (i < n && bodies.kind[i])
// CHECK-NEXT:    bodies.x[i] += bodies.y[i];
// CHECK:__global__ void count(BodyArrays b, int *kinds, int n) {
// CHECK:    kinds[i] = b.kind[i] + b.kind[0];
// CHECK:  BodyArrays bodies = {};
// CHECK-NEXT:  int *out;
// CHECK-NEXT:  CHECK_CALL(allocateMembers(&bodies, n * sizeof(Body)));
// CHECK:  CHECK_CALL(copyMembersToDevice(bodies, host, n * sizeof(Body)));
// CHECK:  copyMembersToHost(host, bodies, n * sizeof(Body));
// CHECK:  freeMembers(bodies);
