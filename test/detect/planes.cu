// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Three planes of one allocation: what a thread writes into the last one says that it stays
// within its plane in the others, too.
__global__ void planesOk(float *a, int plane) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = 1;
  a[i + plane] = 2;
  a[i + 2 * plane] = 3;
}

// Only two planes were allocated for three.
__global__ void noPlanesBad(float *a, int plane) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = 1; // expect: inter-block-race
  a[i + plane] = 2;
}

int main(int argc, char **argv) {
  int plane = atoi(argv[1]), blocks = atoi(argv[2]);
  float *a, *b;
  cudaMalloc(&a, 3 * plane * sizeof(float));
  planesOk<<<blocks, 64>>>(a, plane);
  cudaMalloc(&b, 1 << 20);
  noPlanesBad<<<16, 64>>>(b, 512);
}
