// SPDX-License-Identifier: Apache-2.0
// Each thread merges a range of its own.
__global__ void merge(const int *a, int na, const int *b, int nb, int *out, int per) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int from = t * per, total = na + nb;
  if (from >= total)
    return;
  int lo = max(0, from - nb), hi = min(from, na);
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] < b[from - 1 - mid])
      lo = mid + 1;
    else
      hi = mid;
  }
  int i = lo, j = from - lo;
  for (int k = from; k < min(from + per, total); ++k)
    out[k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

void run(const int *a, int na, const int *b, int nb, int *out) {
  merge<<<(na + nb + 2047) / 2048, 256>>>(a, na, b, nb, out, 8);
}
