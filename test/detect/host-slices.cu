// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Each warp has a slice of shared memory, whose length host code computes as an unsigned product.

__global__ void stageOk(const float *in, float *out, unsigned rows, unsigned cols, unsigned slice) {
  extern __shared__ float all[];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *mine = all + warp * slice;
  for (unsigned i = 0; i < rows; i++)
    for (unsigned k = lane; k < cols; k += 32)
      mine[i * 40 + k] = in[i * cols + k];
  __syncwarp();
  for (unsigned k = lane; k < cols; k += 32)
    out[(blockIdx.x * 4 + warp) * cols + k] = mine[k];
}

__global__ void stageBad(const float *in, float *out, unsigned rows, unsigned cols, unsigned slice) {
  extern __shared__ float all[];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *mine = all + warp * slice;
  for (unsigned i = 0; i < rows; i++)
    for (unsigned k = lane; k < cols; k += 32)
      mine[i * 40 + k] = in[i * cols + k] + warp; // expect: shared-race
  __syncwarp();
  for (unsigned k = lane; k < cols; k += 32)
    out[(blockIdx.x * 4 + warp) * cols + k] = mine[k]; // expect: shared-race
}

void run(const float *in, float *out, unsigned batch, unsigned rows, unsigned cols) {
  if (cols > 40 || rows < 2)
    return;
  const unsigned slice = rows * 40, half = rows * 20;
  stageOk<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, cols, slice);
  stageBad<<<batch, 128, 4 * half * sizeof(float)>>>(in, out, rows, cols, half);
}
