// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Slices of dynamic shared memory whose length the launch gives as a constant hold rows of a constant
// length, for as many columns as host code says.

#define STAGE(Name)                                                                                \
  __global__ void Name(const float *in, float *out, unsigned rows, unsigned cols,                  \
                       unsigned slice) {                                                           \
    extern __shared__ float all[];                                                                 \
    float *mine = all + threadIdx.x / 32 * slice;                                                  \
    const unsigned lane = threadIdx.x % 32, sample = blockIdx.x * 4 + threadIdx.x / 32;            \
    for (unsigned i = 0; i < rows; i++)                                                            \
      for (unsigned k = lane; k < cols; k += 32)                                                   \
        mine[i * 136 + k] = in[(sample * rows + i) * cols + k];                                    \
    __syncwarp();                                                                                  \
    for (unsigned k = lane; k < cols; k += 32)                                                     \
      out[sample * cols + k] = mine[k];                                                            \
  }

STAGE(openUnknown)
// Host code gives more columns than a slice has, ...
STAGE(longBad) // expect: shared-race
// ... or more rows.
STAGE(manyBad) // expect: shared-race

void run(const float *in, float *out, unsigned batch, unsigned rows, unsigned cols) {
  const unsigned slice = 32 * 136;
  if (rows > 32)
    return;
  openUnknown<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, cols, slice);
  longBad<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, slice + 1, slice);
  manyBad<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, 40, 128, slice);
}
