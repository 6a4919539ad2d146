// SPDX-License-Identifier: Apache-2.0
// Two buffers that take turns but for the last turn of the loop, after which nobody asks which one
// it is.
// RUN: %check-findings %s

// The next tile is stored while this one is read; steps of eight end at a bound that they may meet.
__global__ void tilesOk(int *out, const int *in, int n) {
  __shared__ int s[2][256];
  int now = 0, sum = 0;
  s[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 8; k <= n; k += 8) {
    sum += s[now][255 - threadIdx.x];
    if (k < n) {
      s[now ^ 1][threadIdx.x] = in[k * 32 + threadIdx.x];
      __syncthreads();
      now ^= 1;
    }
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void noBarrierBad(int *out, const int *in, int n) {
  __shared__ int s[2][256];
  int now = 0, sum = 0;
  s[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 8; k <= n; k += 8) {
    sum += s[now][255 - threadIdx.x]; // expect: shared-race
    if (k < n) {
      s[now ^ 1][threadIdx.x] = in[k * 32 + threadIdx.x];
      now ^= 1;
    }
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void firstTileBad(int *out, const int *in, int n) {
  __shared__ int s[2][256];
  int now = 0, sum = 0;
  s[0][threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  for (int t = 0; t < n; ++t) {
    if (t + 1 < n)
      s[now ^ 1][threadIdx.x] = in[(t + 1) * 256 + threadIdx.x];
    sum += s[now][255 - threadIdx.x];
    __syncthreads();
    if (t + 1 < n)
      now ^= 1;
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// The buffers take turns in some turns only: they need not be those that an even turn has.
__global__ void otherBoundBad(int *out, const int *in, int n, int m) {
  __shared__ int s[2][256];
  int now = 0, sum = 0;
  s[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int t = 0; t < n; ++t) {
    s[1][threadIdx.x] = t; // expect: shared-race
    sum += s[now][255 - threadIdx.x];
    __syncthreads();
    if (t + 1 < m)
      now ^= 1;
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

// What it is after the last turn is asked: not what a further turn would make of it.
__global__ void askedAfterwardsUnknown(int *out, const int *in, int n) {
  __shared__ int s[2][256];
  int now = 0;
  for (int t = 0; t < n; ++t) {
    __syncthreads();
    s[0][threadIdx.x] = in[t * 256 + threadIdx.x];
    if (t + 1 < n)
      now ^= 1;
  }
  out[blockIdx.x * 256 + threadIdx.x] = s[now][255 - threadIdx.x];
}

void launch(int *out, const int *in, int n, int m) {
  tilesOk<<<n, 256>>>(out, in, n);
  noBarrierBad<<<n, 256>>>(out, in, n);
  firstTileBad<<<n, 256>>>(out, in, n);
  otherBoundBad<<<n, 256>>>(out, in, n, m);
  askedAfterwardsUnknown<<<n, 256>>>(out, in, n);
}
