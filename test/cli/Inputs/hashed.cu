#include "real.h"

__global__ void hashed(Real *out, int n, int size) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int hash = i * 2654435761u / 64;
    out[hash / 8 % size] = i;
  }
}

void launch(Real *out, int n, int size) { hashed<<<1024, 256>>>(out, n, size); }
