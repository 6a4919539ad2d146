// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --no-repair %s 2>&1 | FileCheck %s
// A statement that names what nothing declares is dropped: a variable may be set there.

template <typename T> __global__ void firstBad(T *sum) {
  if (threadIdx.x == 0)
    // CHECK: [[@LINE+1]]:5: error: race on global memory 'sum'{{.*}}[inter-block-race
    sum[blockIdx.x] = blockIdx.y;
}

void run(float *sum, dim3 blocks) {
  int type = 0;
  type = (struct Undeclared)sum;
  if (type == 1)
    firstBad<float><<<dim3(4, 4), 64>>>(sum);
  firstBad<float><<<64, 64>>>(sum);
}
