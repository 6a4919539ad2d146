// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A list of k places that a loop fills has no more than k entries.

__device__ void keep(float v, float *best, int &size, int k) {
  if (v < 0)
    return;
  if (size < k)
    best[size++] = v;
  else if (v < best[0])
    best[0] = v;
}

__global__ void nearestOk(const float *in, const int *count, float *out, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float best[32];
  int size = 0;
  for (int j = 0; j < count[i]; ++j)
    keep(in[j] - in[i], best, size, k);
  for (int j = 0; j < size; ++j)
    out[i * k + j] = best[j];
}

// One place more than a row has.
__global__ void longerBad(const float *in, const int *count, float *out, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float best[32];
  int size = 0;
  for (int j = 0; j < count[i]; ++j)
    keep(in[j] - in[i], best, size, k + 1);
  for (int j = 0; j < size; ++j)
    out[i * k + j] = best[j]; // expect: global-race, expect: inter-block-race
}

void run(const float *in, const int *count, float *out, int n, int k) {
  nearestOk<<<(n + 127) / 128, 128>>>(in, count, out, n, k);
  longerBad<<<(n + 127) / 128, 128>>>(in, count, out, n, k);
}
