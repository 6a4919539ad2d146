// RUN: %cuda-fix cost --block-dim 256 --grid-dim 16 %s | FileCheck %s

// Fixed, nested, triangular, from the block's index on, downwards, in steps.

// CHECK-LABEL: fixed: block 256, grid 16
// CHECK: sectors {{.*}}grid 5120 (exact)
// CHECK: warp 40 (exact)
__global__ void fixed(float *a) {
  for (int i = 0; i < 10; ++i)
    a[i * 4096 + blockIdx.x * 256 + threadIdx.x] = i;
}

// CHECK-LABEL: nested:
// CHECK: sectors
// CHECK: warp 4 * n * m (exact) O(n * m)
__global__ void nested(float *a, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[(i * 64 + j) * 4096 + blockIdx.x * 256 + threadIdx.x] = i;
}

// CHECK-LABEL: triangle:
// CHECK: sectors
// CHECK: block 16 * n^2 - 16 * n (exact)
// CHECK: warp 2 * n^2 - 2 * n (exact) O(n^2)
__global__ void triangle(float *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      a[(i * 64 + j) * 4096 + blockIdx.x * 256 + threadIdx.x] = i;
}

// CHECK-LABEL: ofBlock:
// CHECK: sectors {{.*}}grid 3840 (exact)
// CHECK: block 480
// CHECK: warp 60
__global__ void ofBlock(float *a) {
  for (int i = 0; i < blockIdx.x; ++i)
    a[i * 4096 + blockIdx.x * 256 + threadIdx.x] = i;
}

// CHECK-LABEL: inSteps:
// CHECK: sectors
// CHECK: warp 4 * ceil(n / 8) (exact) O(n)
__global__ void inSteps(float *a, int n) {
  for (int i = n; i > 0; i -= 8)
    a[i * 4096 + blockIdx.x * 256 + threadIdx.x] = i;
}
