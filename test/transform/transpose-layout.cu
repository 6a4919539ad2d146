// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: %check-repair transpose-layout %s --checks=performance --unsafe --source-only | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix --run-program %s --checks=performance 2>/dev/null | FileCheck %s --check-prefix=SAYS

#include <cstdio>
#include <cstdlib>

__global__ void sums(const float *data, float *sum, int features, int points) {
  int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points)
    return;
  float all = 0;
  for (int f = 0; f < features; ++f) {
    const int at = point * features + f;
    all += data[at];
  }
  sum[point] = all + data[features * point];
}

__global__ void shift(float *data, int rows, int length) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows)
    for (int f = length - 1; f > 0; --f)
      data[row * length + f] = data[row * length + f - 1];
}

int main() {
  int points = 1;
  for (int i = 0; i < 3; ++i)
    points *= 6;
  int groups = 4, features = 5 * groups;
  float *host = (float *)malloc(points * features * sizeof(float));
  for (int i = 0; i < points * features; ++i)
    host[i] = i % 1013;
  float *data, *sum;
  cudaMalloc((void **)&data, sizeof(float) * points * features);
  cudaMalloc((void **)&sum, sizeof(float) * points);
  cudaMemcpy(data, host, sizeof(float) * points * features, cudaMemcpyHostToDevice);
  shift<<<1, 256>>>(data, points, features);
  sums<<<1, 256>>>(data, sum, features, points);
  cudaMemcpy((void *)host, data, sizeof(float) * features * points, cudaMemcpyDeviceToHost);
  float first;
  cudaMemcpy(&first, sum, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", first, host[1], host[57 * features + 3]);
  cudaFree(data);
}

// SAYS: repair: transpose-layout (suggested, simulated equal): let the columns of 'data' lie one after the other, in every kernel and copy
// SAYS: assuming every column that is accessed is below 'features'
// SAYS: price: sectors {{[0-9]+ -> [0-9]+}}
// SAYS: the host rearranges the array as often as the kernels run: that may take longer than they save
// SAYS: compared by what the whole program prints

// CHECK:    const int at = f * points + point;
// CHECK-NEXT:    all += data[at];
// CHECK-NEXT:  }
// CHECK-NEXT:  sum[point] = all + data[point];
// CHECK:      data[f * rows + row] = data[(f - 1) * rows + row];
// CHECK:  copyTransposedToDevice(data, host, points, features);
// CHECK:  copyTransposedToHost(host, data, points, features);
