// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Arrays of each thread's own that one loop fills, each turn the next element.

// One thread holds the number that is asked for.
__global__ void leadersOk(int n, int *out, const float *scores) {
  __shared__ int state;
  int mine[4];
  float score[4];
  for (int t = 0; t < 4; ++t) {
    mine[t] = threadIdx.x + t * blockDim.x;
    score[t] = scores[mine[t]];
  }
  for (int i = 0; i < n; ++i) {
    int t = i / blockDim.x;
    if (mine[t] == i)
      state = score[t] > 0 ? 1 : -1;
    __syncthreads();
    if (threadIdx.x == 0)
      out[blockIdx.x * n + i] = state;
    __syncthreads();
  }
}

// Several do.
__global__ void leadersBad(int n, int *out) {
  __shared__ int state;
  int mine[4];
  for (int t = 0; t < 4; ++t)
    mine[t] = threadIdx.x / 2 + t * blockDim.x;
  for (int i = 0; i < n; ++i) {
    if (mine[i / blockDim.x] == i)
      state = threadIdx.x; // expect: intra-warp-race
    __syncthreads();
    if (threadIdx.x == 0)
      out[blockIdx.x * n + i] = state;
    __syncthreads();
  }
}

// The values that are stored go on changing: what stands in the array is not known, and a race
// that it decides is only possible.
__global__ void changedUnknown(int n, int *out) {
  int mine[4];
  for (int t = 0; t < 4; ++t)
    mine[t] = threadIdx.x + t * blockDim.x;
  for (int i = 0; i < n; ++i)
    mine[i % 4] += blockDim.x;
  for (int i = 0; i < n; ++i)
    if (mine[i / blockDim.x] == i)
      out[blockIdx.x * n + i] = threadIdx.x;
}

// Elements of one list in another order.
__global__ void placesOk(float *out, const float *in, unsigned n) {
  int at[8];
  for (int k = 0; k < 8; ++k)
    at[k] = (blockIdx.x * 8 + k) * 256 + threadIdx.x;
  for (unsigned k = n; k < 8; ++k)
    out[at[7 - k]] = in[at[k]];
}

// The list is filled anew in each turn, by two cells a thread, which neighbours share.
__global__ void refilledBad(float *out, int n) {
  for (int r = 0; r < n; ++r) {
    int at[2];
    for (int k = 0; k < 2; ++k)
      at[k] = r * 1024 + threadIdx.x + k;
    for (int k = r % 2; k < 2; ++k)
      out[at[k]] += 1; // expect: global-race
  }
}

void launch(int n, int *out, float *o, const float *f) {
  leadersOk<<<10, 256>>>(n, out, f);
  leadersBad<<<10, 256>>>(n, out);
  changedUnknown<<<10, 256>>>(n, out);
  placesOk<<<10, 256>>>(o, f, n);
  refilledBad<<<1, 256>>>(o, n);
}
