// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// One launch, whichever of its lines it is taken to stand in.
template <int N> __global__ void rowsOk(float *a, int n) {
  for (int i = 0; i < N; ++i)
    a[(blockIdx.x * N + i) * n + threadIdx.x] += 1;
}

void run(float *a, int blocks) {
  rowsOk<3>
      <<<blocks,
         64>>>(a, 64);
}
