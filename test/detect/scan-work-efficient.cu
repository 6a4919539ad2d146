// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128

// In the last round down, each thread touches the two cells that it writes back.
__global__ void upAndDownBad(int *data) {
  __shared__ int s[256];
  int tid = threadIdx.x, n = 256, step = 1;
  s[2 * tid] = data[2 * tid];
  s[2 * tid + 1] = data[2 * tid + 1];
  for (int d = n / 2; d > 0; d >>= 1, step *= 2) {
    __syncthreads();
    if (tid < d)
      s[step * (2 * tid + 2) - 1] += s[step * (2 * tid + 1) - 1];
  }
  if (tid == 0)
    s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    step >>= 1;
    __syncthreads();
    if (tid < d) {
      int a = step * (2 * tid + 1) - 1, b = step * (2 * tid + 2) - 1;
      int left = s[a];
      s[a] = s[b];
      s[b] += left;
    }
  }
  __syncthreads(); // expect-warning: redundant-barrier
  data[2 * tid] = s[2 * tid];
  data[2 * tid + 1] = s[2 * tid + 1];
}
