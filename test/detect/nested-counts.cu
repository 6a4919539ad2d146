// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// What is counted in nested loops is not negative: a list of neighbours stays in its row.

__global__ void nearOk(const float *__restrict__ at, int *found, int n, int reach, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *row = found + i * most, count = 0;
  for (int y = -reach; y <= reach; ++y) {
    if (i + y < 0)
      continue;
    for (int x = -reach; x <= reach; ++x) {
      if (at[(i + y) * 100 + x] > 1)
        continue;
      if (count < most) {
        row[count] = x;
        ++count;
      }
    }
  }
}

// One more than there is room for: found possible only, as what the counts follow is data.
__global__ void moreUnknown(const float *__restrict__ at, int *found, int n, int reach, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *row = found + i * most, count = 0;
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x)
      if (at[(i + y) * 100 + x] < 1 && count <= most) {
        row[count] = x;
        ++count;
      }
}

// It goes down, too.
__global__ void nearUnknown(const float *__restrict__ at, int *found, int n, int reach, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *row = found + i * most, count = 0;
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x) {
      const float here = at[(i + y) * 100 + x];
      if (here < 0)
        --count;
      else if (here < 1 && count < most) {
        row[count] = x;
        ++count;
      }
    }
}
