// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// One thread finds where sums of counts come to a value: the bin of a histogram that holds the k-th
// element. That sums rise from thread to thread is no matter of the model.

// Sums from the end, kept in shared memory; the constant is `100 < sum` and `sum < 101` in terms.
__global__ void suffixUnknown(const int *in, int n, int *out) {
  __shared__ int sums[256 + 1];
  __shared__ int bin;
  int t = threadIdx.x;
  sums[t] = 0;
  if (t == 0)
    sums[256] = 0;
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x)
    atomicAdd(&sums[in[i] & 255], 1);
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    int v = t + s < 256 ? sums[t + s] : 0;
    __syncthreads();
    sums[t] += v;
    __syncthreads();
  }
  if (sums[t] > 100 && sums[t + 1] <= 100)
    bin = t;
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = bin;
}

// The last thread has no neighbour.
__global__ void lastUnknown(const unsigned *in, unsigned k, int *out) {
  __shared__ unsigned sums[256];
  __shared__ int bin;
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  unsigned from = sums[t], after = t + 1 < 256 ? sums[t + 1] : 0;
  if (from >= k && after < k)
    bin = t;
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = bin;
}

__device__ int sumBefore(int *warps, int count) {
  int sum = count, t = threadIdx.x;
  for (int d = 1; d < 32; d *= 2) {
    int o = __shfl_up_sync(~0u, sum, d);
    if (t % 32 >= d)
      sum += o;
  }
  if (t % 32 == 31)
    warps[t / 32] = sum;
  __syncthreads();
  int before = sum - count;
  for (int w = 0; w < t / 32; ++w)
    before += warps[w];
  return before;
}

// Sums that stay in registers.
__global__ void prefixUnknown(const int *in, int k, int *out) {
  __shared__ int warps[8], bin;
  int count = in[threadIdx.x], before = sumBefore(warps, count);
  if (before < k && before + count >= k)
    bin = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = bin;
}

// Where one sum ends the next one begins: two threads find a value that both hold.
__global__ void touchingBad(const int *in, int k, int *out) {
  __shared__ int warps[8], bin;
  int count = in[threadIdx.x], before = sumBefore(warps, count);
  if (before <= k && before + count >= k)
    bin = threadIdx.x; // expect-warning: shared-race
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = bin;
}

// All threads from there on.
__global__ void fromThereBad(const int *in, int k, int *out) {
  __shared__ int warps[8], bin;
  int count = in[threadIdx.x], before = sumBefore(warps, count);
  if (before + count >= k)
    bin = threadIdx.x; // expect-warning: shared-race
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = bin;
}

// Neighbours on the same side of a value.
__global__ void sameSideBad(const int *in, int k, int *out) {
  __shared__ int bin;
  int t = threadIdx.x;
  if (in[t] < 100 && in[t + 1] < 101)
    bin = t; // expect-warning: shared-race
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = bin;
}

// Two conditions on what memory holds are no sum.
__global__ void twoCountsBad(const int *in, const unsigned *counts, int *out) {
  __shared__ int bin;
  int t = threadIdx.x;
  if (in[t] > 0 && in[t + 256] > 0 && counts[t] > 2)
    bin = t; // expect-warning: shared-race
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = bin;
}

void launch(const int *in, const unsigned *counts, int n, int k, int *out) {
  suffixUnknown<<<64, 256>>>(in, n, out);
  lastUnknown<<<64, 256>>>(counts, k, out);
  prefixUnknown<<<64, 256>>>(in, k, out);
  touchingBad<<<64, 256>>>(in, k, out);
  fromThereBad<<<64, 256>>>(in, k, out);
  sameSideBad<<<64, 256>>>(in, k, out);
  twoCountsBad<<<64, 256>>>(in, counts, out);
}
