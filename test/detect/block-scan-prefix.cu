// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Scans of CUB's blocks with a running prefix and with several items a thread; the name of a member
// template of a dependent type stands on a line of its own, without `template`.
#include <cub/cub.cuh>

struct Times {
  __host__ __device__ int operator()(int a, int b) const { return a * b; }
};
struct Running {
  int total;
  __device__ int operator()(int sum) {
    const int before = total;
    total *= sum;
    return before;
  }
};

__global__ void productsOk(int *v, int n) {
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ typename Scan::TempStorage temp;
  Running prefix{1};
  for (int from = 0; from < n; from += 128) {
    const int i = from + threadIdx.x;
    int x = i < n ? v[blockIdx.x * n + i] : 1;
    Scan(temp).ExclusiveScan(x, x, Times(), prefix);
    __syncthreads();
    if (i < n)
      v[blockIdx.x * n + i] = x;
  }
}

// The next turn uses the storage before all threads are done with it.
__global__ void productsBad(int *v, int n) {
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ typename Scan::TempStorage temp;
  Running prefix{1};
  for (int from = 0; from < n; from += 128) {
    const int i = from + threadIdx.x;
    int x = i < n ? v[blockIdx.x * n + i] : 1;
    Scan(temp).ExclusiveScan(x, x, Times(), prefix); // expect: shared-race, allow: intra-warp-race
    if (i < n)
      v[blockIdx.x * n + i] = x;
  }
}

template <int Threads, int Items>
__global__ void countOk(const int *in, int *out) {
  typedef cub::BlockScan<int, Threads> Scan;
  __shared__ union {
    typename Scan::TempStorage scan;
  } temp;
  int v[Items], at[Items], total;
  for (int k = 0; k < Items; k++)
    v[k] = in[(blockIdx.x * Threads + threadIdx.x) * Items + k];
  Scan(temp.scan)
      .InclusiveSum<Items>(v, at);
  __syncthreads();
  Scan(temp.scan).ExclusiveScan(v, at, Times(), total);
  for (int k = 0; k < Items; k++)
    out[(blockIdx.x * Threads + threadIdx.x) * Items + k] = at[k] + total;
}

void run(int *v, int *out, int n, int rows) {
  productsOk<<<rows, 128>>>(v, n);
  productsBad<<<rows, 128>>>(v, n);
  countOk<128, 4><<<rows, 128>>>(v, out);
}
