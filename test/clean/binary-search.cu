// SPDX-License-Identifier: Apache-2.0
__global__ void find(const int *sorted, int n, const int *keys, int *place, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (sorted[mid] < keys[i])
      lo = mid + 1;
    else
      hi = mid;
  }
  place[i] = lo;
}

void run(const int *sorted, int n, const int *keys, int *place, int count) {
  find<<<(count + 255) / 256, 256>>>(sorted, n, keys, place, count);
}
