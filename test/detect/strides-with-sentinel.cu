// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A place that may be none (-1) is told from this number: that says nothing of the strides in it.

__global__ void storeOk(float *out, const float *in, int slice, int pitch, int rows, int columns) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int at = blockIdx.z * slice + x * pitch + y;
  if (x >= rows || y >= columns)
    at = -1;
  if (at != -1)
    out[at] = in[x];
}

__global__ void storeCheckedOk(float *out, const float *in, int slice, int pitch, int rows,
                               int columns) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int at = x < rows && y < columns ? blockIdx.z * slice + x * pitch + y : -1;
  if (at >= 0)
    out[at] = in[x];
}

// Tiles of 4 x 4 cells.
__global__ void storeTilesOk(float *out, const float *in, int slice, int pitch, int rows,
                             int columns) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int at = blockIdx.z * slice + x * 4 * pitch + y * 4;
  if (x * 4 >= rows || y * 4 >= columns)
    at = -1;
  float *tile = nullptr;
  if (at != -1)
    tile = out + at;
  if (at != -1)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        if (x * 4 + i < rows && y * 4 + j < columns)
          tile[i * pitch + j] = in[i];
}

// The slice has no place in the index.
__global__ void storeSlicesBad(float *out, const float *in, int pitch, int rows, int columns) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int at = x * pitch + y;
  if (x >= rows || y >= columns)
    at = -1;
  if (at != -1)
    out[at] = in[blockIdx.z]; // expect: inter-block-race
}

// Rows of cells that are no more than a cell apart.
__global__ void storeSumBad(float *out, const float *in, int pitch, int rows, int columns) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int at = blockIdx.z * pitch + x + y;
  if (x >= rows || y >= columns)
    at = -1;
  if (at != -1)
    out[at] = in[x]; // expect: global-race inter-block-race
}

// What is no place all write to: it is not left out.
__global__ void storeNoneBad(float *out, const float *in, int slice, int pitch, int rows,
                             int columns) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  int at = 1 + blockIdx.z * slice + x * pitch + y;
  if (x >= rows || y >= columns)
    at = 0;
  out[at] = in[x]; // expect: global-race inter-block-race
}

void store(float *out, const float *in, int slice, int pitch, int rows, int columns, int slices) {
  dim3 grid((rows + 7) / 8, (columns + 7) / 8, slices);
  dim3 block(8, 8);
  storeOk<<<grid, block>>>(out, in, slice, pitch, rows, columns);
  storeCheckedOk<<<grid, block>>>(out, in, slice, pitch, rows, columns);
  storeSlicesBad<<<grid, block>>>(out, in, pitch, rows, columns);
  storeSumBad<<<grid, block>>>(out, in, pitch, rows, columns);
  storeNoneBad<<<grid, block>>>(out, in, slice, pitch, rows, columns);
  dim3 tiles((rows + 31) / 32, (columns + 31) / 32, slices);
  storeTilesOk<<<tiles, block>>>(out, in, slice, pitch, rows, columns);
}
