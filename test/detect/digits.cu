// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Addresses of several unknown extents: as long as each part stays below the next extent, two
// addresses are equal only if all parts are.
__global__ void volumeOk(float *a, int w, int h, int d) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int z = blockIdx.z * 4 + threadIdx.z;
  if (x < w && y < h && z < d)
    a[(z * h + y) * w + x] += 1;
}

// The row has two cells more than there are threads.
__global__ void haloOk(float *out) {
  extern __shared__ float tile[];
  tile[(threadIdx.y + 1) * (blockDim.x + 2) + threadIdx.x + 1] = threadIdx.x;
  if (threadIdx.y == 0)
    tile[threadIdx.x + 1] = 0;
  if (threadIdx.y == 0)
    tile[(blockDim.y + 1) * (blockDim.x + 2) + threadIdx.x + 1] = 0;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = tile[threadIdx.y * (blockDim.x + 2) + threadIdx.x];
}

// Squares of side n, one after the other; a thread strides over one.
__global__ void squaresOk(float *a, int n, int count) {
  for (int k = 0; k < count; ++k)
    for (int i = threadIdx.x; i < n * n; i += blockDim.x)
      a[k * n * n + i] += 1;
}

// A column may be as large as the row is long.
__global__ void longRowBad(float *a, int w, int h) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x <= w && y < h)
    a[y * w + x] += 1; // expect: inter-block-race
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a;
  cudaMalloc(&a, 1 << 30);
  volumeOk<<<dim3(n, n, n), dim3(8, 8, 4)>>>(a, n * 7, n * 6, n * 3);
  haloOk<<<1, dim3(16, 16), 18 * 18 * 4>>>(a);
  squaresOk<<<1, 256>>>(a, n, 8);
  longRowBad<<<dim3(64, 64), dim3(8, 8)>>>(a, 256, 256);
}
