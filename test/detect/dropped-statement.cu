// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --no-repair %s 2>&1 | FileCheck %s
// A statement that names what nothing declares is dropped: a variable may be set there.

template <typename T> __global__ void firstBad(T *sum) {
  if (threadIdx.x == 0)
    // CHECK: [[@LINE+1]]:5: error: race on global memory 'sum'{{.*}}[inter-block-race
    sum[blockIdx.x] = blockIdx.y;
}

void run(float *sum) {
  int type = 0;
  type = (struct Undeclared)sum;
  if (type == 1)
    firstBad<float><<<dim3(4, 4), 64>>>(sum);
  firstBad<float><<<64, 64>>>(sum);
}

template <typename T> __global__ void blockBad(T *sum) {
  if (threadIdx.x == 0)
    // CHECK: [[@LINE+1]]:5: error: race on global memory 'sum'{{.*}}[inter-block-race
    sum[blockIdx.x] = blockIdx.y;
}
template <typename T> __global__ void elseBad(T *sum) {
  if (threadIdx.x == 0)
    // CHECK: [[@LINE+1]]:5: error: race on global memory 'sum'{{.*}}[inter-block-race
    sum[blockIdx.x] = blockIdx.y;
}

void runBlocks(float *sum, int n) {
  int type = 0, other = 0;
  for (auto &row : undeclared(n)) {
    n += 1;
    type = 1;
  }
  if (unheard::of<float>(n)) {
    n = 2;
  } else {
    other = 1;
  }
  if (type == 1)
    blockBad<float><<<dim3(4, 4), 64>>>(sum);
  if (other == 1)
    elseBad<float><<<dim3(4, 4), 64>>>(sum);
  blockBad<float><<<64, 64>>>(sum);
  elseBad<float><<<64, 64>>>(sum);
}

// Other variables keep their values.
template <typename T> __global__ void neverOk(T *sum) {
  if (threadIdx.x == 0)
    sum[blockIdx.x] = blockIdx.y;
}

void runOther(float *sum) {
  int type = 0, other = 0;
  dim3 block(64);
  other = (struct Undeclared)sum;
  if (type == 1)
    neverOk<float><<<dim3(4, 4), block>>>(sum);
  neverOk<float><<<64, block>>>(sum);
}
// CHECK: 4 kernels: 1 free of races and divergence, 3 with bugs
