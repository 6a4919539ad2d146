// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Each warp has a slice of dynamic shared memory, as long as the host says, for rows of 40 cells.

#define SLICES(Name, Start, Store, Load)                                                           \
  __global__ void Name(const float *in, float *out, unsigned rows, unsigned cols, unsigned slice) { \
    extern __shared__ float all[];                                                                 \
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;                                     \
    float *mine = all + (Start);                                                                   \
    for (unsigned i = 0; i < rows; i++)                                                            \
      for (unsigned k = lane; k < cols; k += 32)                                                   \
        mine[Store] = in[i * cols + k];                                                            \
    __syncwarp();                                                                                  \
    for (unsigned k = lane; k < cols; k += 32)                                                     \
      out[(blockIdx.x * 4 + warp) * cols + k] = mine[Load];                                        \
  }

SLICES(ownUnknown, warp * slice, i * 40 + k, k)
// Two warps have one slice, ...
SLICES(twoWarpsBad, warp / 2 * slice, i * 40 + k, k) // expect-error: shared-race
// ... read that of the next one, ...
SLICES(nextBad, warp * slice, i * 40 + k, slice + k) // expect-error: shared-race
// ... or one cell and one row more than they say.
SLICES(behindBad, warp * slice, i * 40 + k, k + 1) // expect-error: shared-race
SLICES(rowBehindBad, warp * slice, (i + 1) * 40 + k, k) // expect-error: shared-race
// Lanes of a warp meet in their own slice.
SLICES(lanesBad, warp * slice, i * 40 + k / 2, k) // expect-error: intra-warp-race
// Host code makes the slices too short for such rows.
SLICES(shortBad, warp * slice, i * 40 + k, k) // expect-error: shared-race

void run(const float *in, float *out, unsigned batch, unsigned rows, unsigned cols, unsigned slice) {
  if (cols > 40)
    return;
  ownUnknown<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, cols, slice);
  twoWarpsBad<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, cols, slice);
  nextBad<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, cols, slice);
  behindBad<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, cols, slice);
  rowBehindBad<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, cols, slice);
  lanesBad<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, cols, slice);
  if (rows < 1000)
    shortBad<<<batch, 128, 4 * rows * 32 * sizeof(float)>>>(in, out, rows, cols, rows * 32);
}
