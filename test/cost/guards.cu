// RUN: %cuda-fix cost --block-dim 256 %s | FileCheck %s

// Conditions on the thread's index let only some warps come, and one warp part.

// CHECK-LABEL: guarded:
// CHECK: sectors {{.*}}grid 8 * min(8 * gridDim.x, ceil(n / 32))
// CHECK: divergent grid 1
__global__ void guarded(const float *from, float *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  to[i] = from[i];
}

// CHECK-LABEL: leader:
// CHECK: sectors {{.*}}grid gridDim.x (exact)
// CHECK: block 1 (exact)
// CHECK: divergent {{.*}}grid gridDim.x (exact)
__global__ void leader(float *to) {
  if (threadIdx.x == 0)
    to[blockIdx.x] = 1;
}

// All lanes of all warps go one way: the dearer one counts.
// CHECK-LABEL: eitherWay:
// CHECK: sectors
// CHECK: warp 32
__global__ void eitherWay(float *to, int far) {
  if (far)
    to[threadIdx.x * 8] = 1;
  else
    to[threadIdx.x] = 1;
}

// Warps that do different work between two barriers wait for the slowest only.
// CHECK-LABEL: specialised:
// CHECK: span {{ *}}grid {{[0-9]+}} * n + {{[0-9]+}}
__global__ void specialised(float *to, int n) {
  if (threadIdx.x < 32)
    for (int i = 0; i < n; ++i)
      to[i * 256 + threadIdx.x] = i;
  __syncthreads();
  if (threadIdx.x >= 224)
    to[threadIdx.x] = 1;
}

// A branch of whole warps within one that may part them: what both sides hold counts.
// CHECK-LABEL: exchange:
// CHECK: divergent {{.*}}
// CHECK: warp 1
__global__ void exchange(int *data, int far) {
  __shared__ int s[256];
  int other = threadIdx.x ^ 32;
  if (other > threadIdx.x)
    if (threadIdx.x & 64 ? s[threadIdx.x] < s[other] : s[threadIdx.x] > s[other])
      s[threadIdx.x] = 1;
}
