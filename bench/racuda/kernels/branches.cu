// SPDX-License-Identifier: Apache-2.0
// A branch that splits every warp in each of `n` turns, around `m` turns of work, and the same
// with the work that both sides share moved out of it.

__global__ void brdis(float *out, int m, int n, float x) {
  float sum = x;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x % 2 == 0)
      for (int j = 0; j < m; ++j)
        sum = sum * 1.5f + x;
    else
      for (int j = 0; j < m; ++j)
        sum = sum * 0.5f - x;
  }
  if (sum == 12345.f)
    out[threadIdx.x] = sum;
}

__global__ void brdisOpt(float *out, int m, int n, float x) {
  float sum = x, factor = 0, term = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x % 2 == 0)
      factor = sqrtf(sum + 1.5f), term = x * i;
    else
      factor = sinf(sum + 0.5f), term = -x;
    for (int j = 0; j < m; ++j)
      sum = sum * factor + term;
    if (threadIdx.x % 2 == 0)
      sum = sqrtf(sum);
    else
      sum = sinf(sum);
  }
  if (sum == 12345.f)
    out[threadIdx.x] = sum;
}
