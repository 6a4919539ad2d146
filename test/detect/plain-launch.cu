// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --no-repair --checks=plain-launch %s | FileCheck %s
// RUN: %cuda-fix --no-repair --checks=plain-launch %s -- -DASKS 2>&1 | FileCheck --check-prefix=ASKS %s
// Barriers of the grid need a cooperative launch.
// ASKS: 0 errors, 0 warnings

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// CHECK: error: the kernel is not launched cooperatively at line [[#@LINE+66]]: a barrier of the grid does not work there, and this one traps [plain-launch]
// CHECK: note: the launch
__global__ void phasesBad(int *a, int *b) {
  int i = blockIdx.x * 256 + threadIdx.x;
  a[i] = i;
  cg::this_grid().sync(); // expect-error: plain-launch
  b[i] = a[gridDim.x * 256 - 1 - i];
}
__global__ void cooperativeOk(int *a, int *b) {
  int i = blockIdx.x * 256 + threadIdx.x;
  a[i] = i;
  cg::this_grid().sync();
  b[i] = a[gridDim.x * 256 - 1 - i];
}
__global__ void attributeOk(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = 1;
  cg::this_grid().sync();
}
__global__ void bothWaysOk(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = 1;
  cg::this_grid().sync();
}
__global__ void unseenOk(int *a) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    a[0] = 1;
  cg::this_grid().sync();
}
__global__ void passedOnOk(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = 1;
  cg::this_grid().sync();
}
__global__ void notTakenOk(int *a, bool meet) {
  a[blockIdx.x * 256 + threadIdx.x] = 1;
  if (meet)
    cg::this_grid().sync();
}
__device__ void meet() {
  cg::grid_group grid = cg::this_grid();
  grid.sync();
}
__global__ void inFunctionBad(int *a, int turns) {
  for (int t = 0; t < turns; ++t) {
    a[blockIdx.x * 64 + threadIdx.x] += t;
    meet(); // expect-error: plain-launch
  }
}
__global__ void ofBlockOk(const int *a, int *b) {
  __shared__ int s[256];
  s[threadIdx.x] = a[threadIdx.x];
  cg::this_thread_block().sync();
  b[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void byMemoryBad(const int *go, int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = 1;
  if (*go)
    cg::this_grid().sync(); // expect-warning: plain-launch
}
#ifdef ASKS
__global__ void asksOk(int *a) {
  if (cg::this_grid().is_valid())
    cg::this_grid().sync();
}
#endif

void ofSomebody(void (*kernel)(int *), int *a);
void launches(int *a, int *b, const int *go, int n, cudaStream_t s) {
  phasesBad<<<64, 256>>>(a, b);
  void *args[] = {&a, &b};
  cudaLaunchCooperativeKernel((void *)cooperativeOk, 64, 256, args);
  cudaLaunchConfig_t config = {};
  config.gridDim = 64;
  config.blockDim = 256;
  config.stream = s;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, attributeOk, a);
  if (n > 64)
    cudaLaunchCooperativeKernel((void *)bothWaysOk, 64, 256, args);
  else
    bothWaysOk<<<64, 256>>>(a);
  ofSomebody(passedOnOk, a);
  passedOnOk<<<64, 256>>>(a);
  notTakenOk<<<64, 256>>>(a, false);
  inFunctionBad<<<64, 64, 0, s>>>(a, n);
  ofBlockOk<<<64, 256>>>(go, a);
  byMemoryBad<<<64, 256>>>(go, a);
}
