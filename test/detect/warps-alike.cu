// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Lanes of a warp agree on what they vote, and so do warps that vote on the same.

constexpr unsigned All = 0xffffffff;

// Each warp looks at the same 32 entries at a time.
__global__ void sameEntriesOk(const int *list, int n, const float *in, float *out) {
  __shared__ float row;
  const int lane = threadIdx.x % 32;
  float sum = 0;
  int entry = -1;
  unsigned left = 0;
  for (int i = 0; i < n || left;) {
    if (!left) {
      entry = i + lane < n ? list[i + lane] : -1;
      left = __ballot_sync(All, entry >= 0);
      i += 32;
      continue;
    }
    const int next = __ffs(left) - 1;
    left &= left - 1;
    const int at = __shfl_sync(All, entry, next);
    if (threadIdx.x == 0)
      row = in[at];
    __syncthreads();
    sum += row;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The entry that was found decides.
__global__ void foundEntryOk(const int *list, const float *in, float *out) {
  __shared__ float kept[128];
  const int entry = list[threadIdx.x & 31];
  const unsigned found = __ballot_sync(All, entry > 0);
  const int at = __shfl_sync(All, entry, __ffs(found) - 1);
  if (at > 100)
    return;
  kept[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = kept[127 - threadIdx.x];
}

// Each warp has entries of its own.
__global__ void ownEntriesBad(const int *list, int n, const float *in, float *out) {
  __shared__ float kept[128];
  unsigned left = __ballot_sync(All, list[threadIdx.x] > n);
  for (; left; left &= left - 1) {
    kept[threadIdx.x] = in[left];
    __syncthreads(); // expect: barrier-divergence
    out[blockIdx.x * 128 + threadIdx.x] += kept[127 - threadIdx.x];
    __syncthreads();
  }
}

// The last warp has half as many lanes.
__global__ void halfWarpBad(const int *list, float *out) {
  __shared__ float kept[48];
  const unsigned found = __ballot_sync(All, list[threadIdx.x % 32] > 0);
  if (found == All)
    return;
  kept[threadIdx.x] = threadIdx.x;
  __syncthreads(); // expect: barrier-divergence
  out[blockIdx.x * 48 + threadIdx.x] = kept[47 - threadIdx.x];
}

// Rows end within warps: their lanes do not look at the entries in one order.
__global__ void shortRowsBad(const int *list, float *out) {
  __shared__ float kept[96];
  const unsigned found = __ballot_sync(All, list[threadIdx.x % 32] > 0);
  const int at = threadIdx.y * 48 + threadIdx.x;
  if (found % 2)
    return;
  kept[at] = at;
  __syncthreads(); // expect: barrier-divergence
  out[blockIdx.x * 96 + at] = kept[95 - at];
}

// Some lanes of one warp are gone.
__global__ void lanesGoneBad(const int *list, float *out) {
  __shared__ float kept[64];
  if (threadIdx.x >= 40)
    return;
  const unsigned found = __ballot_sync(All, list[threadIdx.x % 32] > 0);
  if (found == All)
    return;
  kept[threadIdx.x] = threadIdx.x;
  __syncthreads(); // expect: barrier-divergence
  out[blockIdx.x * 40 + threadIdx.x] = kept[39 - threadIdx.x];
}

// One lane is asked, another one in each lane.
__global__ void ownLaneBad(const int *list, float *out) {
  __shared__ float kept[64];
  const int at = __shfl_sync(All, list[threadIdx.x % 32], list[threadIdx.x]);
  if (at > 100)
    return;
  kept[threadIdx.x] = threadIdx.x;
  __syncthreads(); // expect: barrier-divergence
  out[blockIdx.x * 64 + threadIdx.x] = kept[63 - threadIdx.x];
}

void launches(const int *list, int n, const float *in, float *out) {
  sameEntriesOk<<<16, 128>>>(list, n, in, out);
  foundEntryOk<<<16, 128>>>(list, in, out);
  ownEntriesBad<<<1, 128>>>(list, n, in, out);
  halfWarpBad<<<16, 48>>>(list, out);
  shortRowsBad<<<16, dim3(48, 2)>>>(list, out);
  lanesGoneBad<<<16, 64>>>(list, out);
  ownLaneBad<<<16, 64>>>(list, out);
}
