// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Sums that begin anew in each segment cross a rank in several of them.
__global__ void segmentsBad(const int *sums, int k, int *out) {
  __shared__ int found;
  const int t = threadIdx.x;
  int before = t % 32 == 0 ? 0 : sums[t - 1];
  if (before < k && sums[t] >= k)
    found = t; // expect: shared-race
  __syncthreads();
  if (t == 0)
    *out = found;
}

__global__ void rowsBad(const int *sums, int k, int *out) {
  __shared__ int found;
  const int t = threadIdx.y * 32 + threadIdx.x;
  int before = threadIdx.x == 0 ? 0 : sums[t - 1];
  if (before < k && sums[t] >= k)
    found = t; // expect: shared-race
  __syncthreads();
  if (t == 0)
    *out = found;
}

__global__ void tilesBad(const int *sums, int k, int *out) {
  __shared__ int found;
  const int t = threadIdx.x;
  int before = t / 32 * 32 == t ? 0 : sums[t - 1];
  if (before < k && sums[t] >= k)
    found = t; // expect: shared-race
  __syncthreads();
  if (t == 0)
    *out = found;
}

void run(const int *sums, int k, int *out) {
  segmentsBad<<<1, 256>>>(sums, k, out);
  rowsBad<<<1, dim3(32, 8)>>>(sums, k, out);
  tilesBad<<<1, 256>>>(sums, k, out);
}
