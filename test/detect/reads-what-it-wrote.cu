// All threads write one value, and each reads it after its own write.
// RUN: %check-findings %s

__global__ void scaleLastOk(int n, int dim, float *scale, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    scale[dim - 1] = 0.001f; // expect-note: benign-race
    for (int d = 0; d < dim; ++d)
      out[i + d * n] += scale[d];
  }
}

__global__ void scaleAfterBad(int n, int dim, float *scale, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int d = 0; d < dim; ++d)
      out[i + d * n] += scale[d]; // expect: global-race inter-block-race
    scale[dim - 1] = 0.001f;      // expect-note: benign-race
  }
}

__global__ void scaleOwnBad(int n, int dim, float *scale, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    scale[dim - 1] = i; // expect: global-race inter-block-race
    for (int d = 0; d < dim; ++d)
      out[i + d * n] += scale[d];
  }
}
