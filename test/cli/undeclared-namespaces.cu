// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --no-repair --show possible %s 2>&1 | FileCheck %s
// Host code that names what a namespace lacks, or a namespace that nothing declares, is read as
// well as it can be: it says how kernels are launched.

// CHECK: analysed in part: {{.*}}error: {{.*}} 'missing'
// CHECK: 'store::Handle', {{.*}}'missing::Timer', {{.*}}'store::reciprocal', {{.*}}: not declared, so that host code that uses them is read without knowing what they are
// CHECK: error: race on global memory 'a': thread 64 of block 0 writes
// CHECK: witness: {{.*}}block (128,1,1)
// CHECK: possible: needs [strides-apart] elements of 'a' set apart by n to be free
// CHECK: possible: needs [customary-blocks] blockDim.x == 64 to be free
// CHECK: 4 kernels: 1 free of races and divergence, 1 with bugs, 2 free for some shapes
// CHECK: no launch in sight: 'passedOn'
#include <vector>
namespace store {
struct Known {};
} // namespace store

__global__ void rows(int *a) { a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }
__global__ void longerRows(int *a) { a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }
__global__ void knownRows(int *a, int n) { a[blockIdx.x * n + threadIdx.x] = blockIdx.x; }
__global__ void passedOn(int *a) { a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; }

void run(int *a, int n, const missing::Config &config) {
  missing::Timer timer(n);
  auto now = store::reciprocal(n).contiguous();
  missing::log::note(now, missing::log::Level::Loud);
  dim3 block(64);
  rows<<<n, block>>>(a);
  store::Handle h = store::open(config);
  int threads = 128;
  longerRows<<<n, threads>>>(a);
  std::vector<missing::Timer> all{timer};
  // The call may have changed the number.
  int width = 128;
  missing::chooseWidth(width);
  knownRows<<<n, 128>>>(a, width);
  missing::launchSomehow(passedOn, n, a);
}
