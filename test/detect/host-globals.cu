// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Variables that keep what they are initialised with.
dim3 block(256, 1, 1);
int rows = 4, columns = 64, changed = 64;
__global__ void fixedOk(float *a) { a[blockIdx.x * 256 + threadIdx.x] += 1; }
__global__ void fewBad(float *a) {
  a[blockIdx.x * 64 + threadIdx.x % 32] += 1; // expect: global-race
}

int main(int argc, char **argv) {
  float *a;
  cudaMalloc(&a, 1 << 20);
  fixedOk<<<16, block>>>(a);
  fixedOk<<<16, rows * columns>>>(a);
  if (argc > 1)
    changed = 128;
  fewBad<<<16, changed>>>(a);
}
