// RUN: %cuda-fix cost --block-dim 256 %s | FileCheck %s

// Loops that halve or double: never as often as their bound is large.

// CHECK-LABEL: doubles:
// CHECK: sectors
// CHECK: warp 8 * ceil(log2(n)) (exact) O(log(n))
__global__ void doubles(int *a, int n) {
  for (int step = 1; step < n; step *= 2)
    a[blockIdx.x * 256 + threadIdx.x] += step;
}

// CHECK-LABEL: halves:
// CHECK: barriers
// CHECK: warp ceil(log2(n + 1)) (exact) O(log(n))
__global__ void halves(unsigned n) {
  for (; n > 0; n >>= 1)
    __syncthreads();
}

// The first warp's turns take 2, 4, 8 and 16 passes, then fewer: its lanes run out. Three accesses
// each.
// CHECK-LABEL: strides:
// CHECK: bank_conflicts grid 105 * gridDim.x (exact)
// CHECK: warp 87 (exact)
// CHECK: divergent {{.*}}
// CHECK: warp 5 (exact)
__global__ void strides() {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    int at = 2 * step * threadIdx.x;
    if (at < 256)
      s[at] += s[at + step];
    __syncthreads();
  }
}
