// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// What the launch gives selects between two places in a row.

__global__ void stepOk(const float *p, float *a, unsigned batch, unsigned rows, unsigned cols,
                       unsigned t) {
  for (unsigned b = blockIdx.x; b < batch; b += gridDim.x) {
    const unsigned start = b * rows * cols;
    for (unsigned i = threadIdx.x; i < cols; i += blockDim.x) {
      const unsigned at = start + t * cols + i;
      const unsigned before = t == 0 ? start + i : start + (t - 1) * cols + i;
      a[at] = a[before] * p[at];
    }
  }
}
__global__ void stepBad(const float *p, float *a, unsigned batch, unsigned rows, unsigned cols,
                        unsigned t) {
  for (unsigned b = blockIdx.x; b < batch; b += gridDim.x) {
    const unsigned start = b * rows * cols;
    for (unsigned i = threadIdx.x; i + 1 < cols; i += blockDim.x) {
      const unsigned at = start + t * cols + i;
      const unsigned before = t == 0 ? start + i + 1 : start + (t - 1) * cols + i;
      a[at] = a[before] * p[at]; // expect: global-race, allow: intra-warp-race
    }
  }
}
void run(const float *p, float *a, unsigned batch, unsigned rows, unsigned cols, unsigned most) {
  for (unsigned t = 0; t < rows; t++) {
    stepOk<<<batch < most ? batch : most, 512>>>(p, a, batch, rows, cols, t);
    stepBad<<<batch < most ? batch : most, 512>>>(p, a, batch, rows, cols, t);
  }
}
