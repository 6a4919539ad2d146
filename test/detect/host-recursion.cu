// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A recursion ends where its conditions say so; deeper launches are none.
__global__ void fillOk(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}
__global__ void overlapBad(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i / 2] = i; // expect: intra-warp-race
}
void levels(int *a, int n) {
  for (int i = 0; i < n; ++i) {
    fillOk<<<i + 1, 32>>>(a, n);
    overlapBad<<<i + 1, 32>>>(a, n);
    levels(a, i);
  }
}
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  levels(a, 3);
}
