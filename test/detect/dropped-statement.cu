// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --no-repair
// A statement that names what nothing declares is dropped: a variable may be set there.

template <typename T> __global__ void firstBad(T *sum) {
  if (threadIdx.x == 0)
    sum[blockIdx.x] = blockIdx.y; // expect: inter-block-race
}

void run(float *sum, dim3 blocks) {
  int type = 0;
  type = (struct Undeclared)sum;
  if (type == 1)
    firstBad<float><<<dim3(4, 4), 64>>>(sum);
  firstBad<float><<<64, 64>>>(sum);
}
