// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Loops that go on while two values differ: no iteration lies behind the bound.

__global__ void fromOneOk(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 1; j != n; ++j)
    a[r * n + j] += a[r * n + j - 1];
}

__global__ void fromOneBad(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j != n; ++j)
    a[r * n + j] += a[r * n + j + 1]; // expect: global-race, expect: inter-block-race
}

__global__ void behindGuardOk(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < 1)
    return;
  for (int j = 0; j != n; ++j)
    a[r * n + j] += 1;
}

__global__ void differenceOk(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j - n; ++j)
    a[r * n + j] += 1;
}

__global__ void countDownOk(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  int j = n;
  while (--j)
    a[r * n + j] += 1;
}

__global__ void pointersOk(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float *end = a + (r + 1) * n;
  for (float *p = a + r * n; p != end; ++p)
    *p += 1;
}

__global__ void pointersBad(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float *end = a + (r + 1) * n;
  for (float *p = a + r * n; p != end; ++p)
    p[0] += p[1]; // expect: global-race, expect: inter-block-race
}

__global__ void byTwoOk(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j != 2 * n; j += 2)
    a[r * 2 * n + j] += a[r * 2 * n + j + 1];
}

__global__ void unsignedOk(float *a, unsigned n) {
  unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned j = 0; j != n; ++j)
    a[r * n + j] += 1;
}

// Left by something else first: the bound may be anything.
__global__ void leftEarlierBad(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j != n; ++j) {
    if (j == 5)
      break;
    a[r * 4 + j] += 1; // expect: global-race, expect: inter-block-race
  }
}

__global__ void leftEarlierOk(float *a, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j != n; ++j) {
    if (j == 4)
      break;
    a[r * 4 + j] += 1;
  }
}

__global__ void neighbourBad(float *out, int n) {
  __shared__ float s[1025];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int j = 0; j != n; ++j)
    s[t] = s[t + 1] + j; // expect: shared-race
  out[t] = s[t];
}
