// SPDX-License-Identifier: Apache-2.0
// Lanes that leave a loop without having come to an operation in it: what holds of the iteration in
// which others come decides, not only what holds of the last one.

// RUN: %check-findings %s

__device__ constexpr unsigned Group = 8;

// The lanes of one group have one row, and skip the same columns.
__global__ void groupsOfOneRowOk(const int *in, int *out, int width, int height) {
  unsigned group = threadIdx.x % 32 / Group, lane = threadIdx.x % Group;
  unsigned mask = 0xffu << (group * Group);
  unsigned y = blockIdx.x * (blockDim.x / Group) + threadIdx.x / Group;
  if (width <= 0 || y >= height)
    return;
  int sum = in[threadIdx.x];
  for (unsigned from = 0; from < width; from += 8)
    for (unsigned i = 0; i < 8; ++i) {
      unsigned x = from + i;
      if (x >= width)
        continue;
      for (unsigned j = 0; j < 1; ++j) {
        if (y + j >= height)
          continue;
        sum += __shfl_up_sync(mask, sum, 1, Group);
        if (lane == 0)
          sum += in[x];
        sum += __shfl_down_sync(mask, sum, 1, Group);
      }
    }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The second half of a group leaves earlier.
__global__ void lengthsDifferBad(const int *in, int *out, int width) {
  unsigned lane = threadIdx.x % Group, mask = 0xffu << (threadIdx.x % 32 / Group * Group);
  int sum = in[threadIdx.x];
  for (int i = 0; i < width - int(lane / 4); ++i)
    sum += __shfl_up_sync(mask, sum, 1, Group); // expect-warning: absent-lanes
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Odd lanes skip every other column.
__global__ void columnsDifferBad(const int *in, int *out, int width) {
  unsigned lane = threadIdx.x % Group, mask = 0xffu << (threadIdx.x % 32 / Group * Group);
  int sum = in[threadIdx.x];
  for (int i = 0; i < width; ++i) {
    if ((i + lane) % 2)
      continue;
    sum += __shfl_xor_sync(mask, sum, 2, Group); // expect-warning: absent-lanes
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A warp for each row, as threadIdx.y counts rows.
__global__ void rowsOfWarpsOk(const float *in, float *out, int rows, int columns) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows)
    return;
  float most = in[row * columns + threadIdx.x];
  for (int over = 16; over > 0; over >>= 1)
    most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, over));
  if (threadIdx.x == 0)
    out[row] = most;
}
