// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Host code passes the largest number as the mark of what is no index.

__global__ void lookOk(const unsigned *table, const unsigned *at, int n, unsigned *out,
                       const unsigned none) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) {
    const unsigned slot = at[t];
    out[t] = slot == none ? 0 : table[slot];
  }
}

__global__ void searchOk(const float *table, const unsigned *at, const int *key, int n, float *out,
                         const unsigned none) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  unsigned slot = none;
  if (key[t] > 0)
    slot = at[key[t]];
  out[t] = slot == none ? 0 : table[slot];
}

__global__ void searchBad(const float *table, const unsigned *at, const int *key, int n, float *out,
                          const unsigned none) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  unsigned slot = none;
  if (key[t] > 0)
    slot = at[key[t]];
  out[t / 2] = slot == none ? 0 : table[slot]; // expect: intra-warp-race
}

void run(const unsigned *table, const unsigned *at, const float *values, const int *key, int n,
         unsigned *out, float *found) {
  lookOk<<<(n + 255) / 256, 256>>>(table, at, n, out, ~0u);
  searchOk<<<(n + 255) / 256, 256>>>(values, at, key, n, found, ~0u);
  searchBad<<<(n + 255) / 256, 256>>>(values, at, key, n, found, ~0u);
}
