#include "program.h"

__global__ void scale(float *data, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    calls += STEP;
  if (i < n)
    data[i] *= by;
}

void scaleOnDevice(float *data, int n, float by) { scale<<<(n + 63) / 64, 64>>>(data, n, by); }

int countCalls() {
  int own = 0;
  cudaMemcpyFromSymbol(&own, calls, sizeof(own));
  return own;
}
