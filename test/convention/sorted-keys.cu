// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization  2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization  --conventions='*,-sorted-keys,-offsets-ascend' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: %cuda-fix %s --no-repair --checks=synchronization --kernel=search --conventions='*,-sorted-keys' 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: needs [offsets-ascend]
// In sorted data neighbours differ around a value in one place.

// CHECK: needs [sorted-keys] {{.*}} to be free
__global__ void search(const int *keys, const int *wanted, int *found) {
  int i = threadIdx.x;
  if (keys[i] <= wanted[blockIdx.x] && keys[i + 1] > wanted[blockIdx.x])
    // WITHOUT: [[@LINE+1]]:5: {{error|warning}}: race on global memory 'found'
    found[blockIdx.x] = i;
}

void launch(const int *keys, const int *wanted, int *found) {
  search<<<64, 256>>>(keys, wanted, found);
}

// Sums of counts ascend: one bin holds the k-th key. The first bin has none before it.
// CHECK: needs [sorted-keys] {{.*}} to be free
__global__ void bin(const unsigned char *keys, int n, int k, int *out) {
  __shared__ int sums[256], found;
  const int t = threadIdx.x;
  sums[t] = 0;
  __syncthreads();
  for (int i = t; i < n; i += 256)
    atomicAdd(&sums[keys[i]], 1);
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int before = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  int before = t == 0 ? 0 : sums[t - 1];
  if (before < k && sums[t] >= k)
    // WITHOUT: [[@LINE+1]]:5: {{error|warning}}: race on shared memory 'found'
    found = t;
  __syncthreads();
  if (t == 0)
    *out = found;
}

void launchBin(const unsigned char *keys, int n, int k, int *out) {
  bin<<<1, 256>>>(keys, n, k, out);
}

// Begin of each tile in keys that hold the tile in their upper bits.
// CHECK: needs [sorted-keys] {{.*}}; [offsets-ascend] entries of 'keys' that ascend from 0 to be free
__global__ void tiles(int n, const unsigned long long *keys, int *begin) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n)
    return;
  unsigned tile = keys[i] >> 32, before = keys[i - 1] >> 32;
  if (tile != before)
    begin[tile] = i;
}

void launchTiles(int n, const unsigned long long *keys, int *begin) {
  if (n > 0)
    tiles<<<(n + 255) / 256, 256>>>(n, keys, begin);
}

// Inside a tile, many threads write.
// CHECK: needs [picked-once]
__global__ void inside(int n, const unsigned long long *keys, int *begin) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n)
    return;
  unsigned tile = keys[i] >> 32, before = keys[i - 1] >> 32;
  if (tile == before)
    begin[tile] = i;
}

void launchInside(int n, const unsigned long long *keys, int *begin) {
  if (n > 0)
    inside<<<(n + 255) / 256, 256>>>(n, keys, begin);
}
