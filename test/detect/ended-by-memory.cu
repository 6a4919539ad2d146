// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Rows of several dimensions, in which memory says how far a thread goes.

// Lines 0 .. used[b] of a plane of lines + 1, counted in 64 bits.
__global__ void firstColumnUnknown(const int *used, size_t lines, size_t columns, int *out) {
  const int b = blockIdx.x, start = b * (lines + 1) * (columns + 1), step = columns + 1;
  for (int i = 0; i <= used[b]; i++)
    out[start + i * step] = i;
}

__global__ void halfPlanesBad(const int *used, size_t lines, size_t columns, int *out) {
  const int b = blockIdx.x, start = b / 2 * (lines + 1) * (columns + 1), step = columns + 1;
  for (int i = 0; i <= used[b]; i++)
    out[start + i * step] = i; // expect: inter-block-race
}

// One thread writes the first line of each plane, the others those behind it.
__global__ void linesUnknown(const int *used, float *out, int lines, int columns) {
  unsigned b = blockIdx.z, line = blockIdx.x * 32 + threadIdx.x + 1;
  if (line == 1)
    out[b * (lines * columns)] = 0;
  if (line < used[b])
    out[b * (lines * columns) + line * columns] = line;
}

// As many lines as there are in memory are no place for one more.
__global__ void linesBehindBad(const int *used, float *out, int lines, int columns) {
  unsigned b = blockIdx.z, line = blockIdx.x * 32 + threadIdx.x;
  if (line == 0)
    out[b * (lines * columns)] = 0; // expect-warning: inter-block-race
  if (line < used[b])
    out[b * (lines * columns) + (line + 1) * columns] = line;
}

// The first line of the next plane is another block's.
__global__ void nextPlaneBad(const int *used, float *out, int lines, int columns) {
  unsigned b = blockIdx.z, line = blockIdx.x * 32 + threadIdx.x;
  if (line == 0)
    out[b * (lines * columns) + lines * columns] = 0; // expect-warning: inter-block-race
  if (line < used[b])
    out[b * (lines * columns) + line * columns] = line;
}

void run(const int *used, size_t lines, size_t columns, int *out, int batch) {
  firstColumnUnknown<<<batch, 1>>>(used, lines, columns, out);
  halfPlanesBad<<<batch, 1>>>(used, lines, columns, out);
}
void run(const int *used, float *out, int lines, int columns, int batch) {
  const dim3 grid((lines + 31) / 32, 1, batch);
  linesUnknown<<<grid, 32>>>(used, out, lines, columns);
  linesBehindBad<<<grid, 32>>>(used, out, lines, columns);
  nextPlaneBad<<<grid, 32>>>(used, out, lines, columns);
}
