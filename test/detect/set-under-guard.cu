// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A value that a loop only changes under a condition which no turn changes: where it is no longer what
// it was, the condition holds.

__global__ void bestOk(const int *in, int *out, int n, int rows) {
  __shared__ int s[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  for (int r = 0; r < rows; ++r) {
    int best = -1;
    for (int j = 0; j < in[r]; j += 256) {
      __syncthreads();
      s[threadIdx.x] = in[j + threadIdx.x];
      __syncthreads();
      if (i >= n)
        continue;
      for (int q = 0; q < 256; ++q)
        if (s[q] > best)
          best = s[q];
    }
    if (best > -1)
      out[r * n + i] = best + r;
  }
}

// It may be another one from the start.
__global__ void otherStartBad(const int *in, int *out, int n, int m) {
  int i = blockIdx.x * 256 + threadIdx.x, best = i % m - 1;
  for (int j = 0; j < in[0]; ++j) {
    if (i >= n)
      continue;
    if (in[j] > best)
      best = in[j];
  }
  if (best > -1)
    out[i < n ? i : 0] = best; // expect: global-race inter-block-race
}

// Each turn has a condition of its own.
__global__ void otherTurnsBad(const int *in, int *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, best = -1;
  for (int j = 0; j < in[0]; ++j) {
    if (i + j * 256 >= n + 512)
      continue;
    if (in[j] > best)
      best = in[j];
  }
  if (best > -1)
    out[i < n ? i : 0] = best; // expect: global-race inter-block-race
}

// It is changed elsewhere, too.
__global__ void elsewhereBad(const int *in, int *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, best = -1;
  for (int j = 0; j < in[0]; ++j) {
    if (in[j] == 7)
      best = 3;
    if (i >= n)
      continue;
    if (in[j] > best)
      best = in[j];
  }
  if (best > -1)
    out[i < n ? i : 0] = best; // expect: global-race inter-block-race
}

// It is kept from a turn of the outer loop that had another condition.
__global__ void keptBad(const int *in, int *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, best = -1;
  for (int r = 0; r < in[1]; ++r) {
    int k = i + r * 256;
    for (int j = 0; j < in[0]; ++j) {
      if (k >= n)
        continue;
      if (in[j] > best)
        best = in[j];
    }
    if (best > -1)
      out[k < n ? k : 0] = best; // expect: global-race inter-block-race
  }
}

// Where it stays what it was, nothing is said.
__global__ void unchangedBad(const int *in, int *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, best = -1;
  for (int j = 0; j < in[0]; ++j) {
    if (i >= n)
      continue;
    if (in[j] > best)
      best = in[j];
  }
  if (best == -1)
    out[i < n ? i : 0] = i; // expect: global-race inter-block-race
}

// Two conditions that each go on to the next turn.
__global__ void eitherOk(const int *in, int *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, best = -1;
  for (int j = 0; j < in[0]; ++j) {
    if (i >= n)
      continue;
    if (in[j] < 7)
      continue;
    best = j;
  }
  if (best > -1)
    out[i < n ? i : 0] = best;
}

// Only both together go on.
__global__ void bothBad(const int *in, int *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x, best = -1;
  for (int j = 0; j < in[0]; ++j) {
    if (i >= n && in[j] < 7)
      continue;
    best = j;
  }
  if (best > -1)
    out[i < n ? i : 0] = best + i; // expect-warning: global-race inter-block-race
}

void run(const int *in, int *out, int n, int m) {
  eitherOk<<<n / 256 + 1, 256>>>(in, out, n);
  bothBad<<<n / 256 + 1, 256>>>(in, out, n);
  bestOk<<<n / 256 + 1, 256>>>(in, out, n, m);
  otherStartBad<<<n / 256 + 1, 256>>>(in, out, n, m);
  otherTurnsBad<<<n / 256 + 1, 256>>>(in, out, n);
  elsewhereBad<<<n / 256 + 1, 256>>>(in, out, n);
  keptBad<<<n / 256 + 1, 256>>>(in, out, n);
  unchangedBad<<<n / 256 + 1, 256>>>(in, out, n);
}
