// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: %cuda-fix simulate --run-program %s 2>/dev/null | FileCheck %s
//
// What CUB's functions give that look at the items of the threads before and after.

#include <cstdio>
#include <cub/cub.cuh>

struct Minus {
  __device__ int operator()(int a, int b) const { return a - b; }
};

constexpr int Threads = 4, Items = 2, All = Threads * Items;

__global__ void differences(const int *in, int *left, int *some, int *right) {
  typedef cub::BlockAdjacentDifference<int, Threads> Difference;
  __shared__ Difference::TempStorage s;
  int at = threadIdx.x * Items, v[Items] = {in[at], in[at + 1]}, out[Items];
  Difference(s).SubtractLeft(v, out, Minus(), 1);
  left[at] = out[0], left[at + 1] = out[1];
  __syncthreads();
  Difference(s).SubtractLeftPartialTile(v, out, Minus(), 5);
  some[at] = out[0], some[at + 1] = out[1];
  __syncthreads();
  Difference(s).SubtractRight(v, out, Minus());
  right[at] = out[0], right[at + 1] = out[1];
}

__global__ void flags(const int *in, int *heads, int *tails) {
  typedef cub::BlockDiscontinuity<int, Threads> Discontinuity;
  __shared__ Discontinuity::TempStorage s;
  int at = threadIdx.x * Items, v[Items] = {in[at], in[at + 1]}, head[Items], tail[Items];
  Discontinuity(s).FlagHeadsAndTails(head, tail, v, cub::Inequality());
  heads[at] = head[0], heads[at + 1] = head[1];
  tails[at] = tail[0], tails[at + 1] = tail[1];
}

__global__ void shuffles(const int *in, int *offset, int *rotated, int *up, int *ends) {
  typedef cub::BlockShuffle<int, Threads> Shuffle;
  __shared__ Shuffle::TempStorage s;
  int at = threadIdx.x * Items, v[Items] = {in[at], in[at + 1]}, out[Items] = {-1, -1}, one = -1;
  Shuffle(s).Offset(v[0], one, 2);
  offset[threadIdx.x] = one;
  __syncthreads();
  Shuffle(s).Rotate(v[0], one);
  rotated[threadIdx.x] = one;
  __syncthreads();
  int last, first;
  Shuffle(s).Up(v, out, last);
  up[at] = out[0], up[at + 1] = out[1];
  __syncthreads();
  Shuffle(s).Down(v, out, first);
  if (threadIdx.x == 2)
    ends[0] = last, ends[1] = first, ends[2] = out[1];
}

void print(const int *p, int n) {
  for (int i = 0; i < n; ++i)
    printf(i + 1 < n ? "%d " : "%d\n", p[i]);
}

int main() {
  int *p;
  cudaMallocManaged(&p, 16 * All * sizeof(int));
  const int in[All] = {2, 2, 5, 5, 5, 9, 9, 11};
  for (int i = 0; i < All; ++i)
    p[i] = in[i];
  int *a = p + All, *b = a + All, *c = b + All, *d = c + All;
  differences<<<1, Threads>>>(p, a, b, c);
  cudaDeviceSynchronize();
  print(a, All), print(b, All), print(c, All);
  flags<<<1, Threads>>>(p, a, b);
  cudaDeviceSynchronize();
  print(a, All), print(b, All);
  shuffles<<<1, Threads>>>(p, a, b, c, d);
  cudaDeviceSynchronize();
  print(a, Threads), print(b, Threads), print(c, All), print(d, 3);
}
// CHECK: 1 0 3 0 0 4 0 2
// CHECK-NEXT: 2 0 3 0 0 9 9 11
// CHECK-NEXT: 0 -3 0 0 -4 0 -2 11
// CHECK-NEXT: 1 0 1 0 0 1 0 1
// CHECK-NEXT: 0 1 0 0 1 0 1 1
// CHECK-NEXT: 5 9 -1 -1
// CHECK-NEXT: 5 5 9 2
// CHECK-NEXT: -1 2 2 5 5 5 9 9
// CHECK-NEXT: 11 2 9
