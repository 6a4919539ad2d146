// What host code rules out by an exception or a return before the launch.
// RUN: %check-findings %s

#include <stdexcept>

__global__ void reverseTilesOk(float *x, size_t n, size_t rows) {
  extern __shared__ float tile[];
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 8 * rows;
       i += blockDim.x * gridDim.x) {
    tile[threadIdx.x] = x[i];
    __syncthreads();
    float v = tile[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    x[i] = v;
  }
}

static size_t radixOf(size_t n) {
  switch (n) {
  case 2048:
  case 4096:
    return 64;
  case 8192:
    return 128;
  default:
    throw std::invalid_argument("n");
  }
}

void reverseTiles(float *x, size_t n, size_t rows) {
  size_t radix = radixOf(n);
  reverseTilesOk<<<4096, radix / 8 * 4, radix / 8 * 4 * sizeof(float)>>>(x, n, rows);
}

__global__ void wholeRowsOk(float *x, int n) {
  __shared__ float tile[128];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    tile[threadIdx.x] = x[i];
    __syncthreads();
    float v = tile[127 - threadIdx.x];
    __syncthreads();
    x[i] = v;
  }
}

__global__ void anyRowsBad(float *x, int n) {
  __shared__ float tile[128];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    tile[threadIdx.x] = x[i];
    __syncthreads(); // expect: barrier-divergence
    float v = tile[127 - threadIdx.x];
    __syncthreads();
    x[i] = v;
  }
}

int reverseRows(float *x, int n, bool wide) {
  if (wide) {
    if (n != 1024)
      return 1;
  } else if (n == 256) {
    x += 1024;
  } else {
    return 2;
  }
  wholeRowsOk<<<1, 128>>>(x, n);
  return 0;
}

int reverseSome(float *x, int n, bool wide) {
  if (wide) {
    if (n != 1024)
      return 1;
  } else if (n == 200) {
    x += 1024;
  } else {
    return 2;
  }
  anyRowsBad<<<1, 128>>>(x, n);
  return 0;
}
