// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// CUB's loads and stores of warps, the runs of a block, and operators that change what they get or
// take only what has a name.
#include <cub/cub.cuh>

template <class Load, class Store> __global__ void rowsOk(const int *in, int *out) {
  __shared__ typename Load::TempStorage load[8];
  __shared__ typename Store::TempStorage store[8];
  const int warp = threadIdx.x / 16, at = (blockIdx.x * 8 + warp) * 64;
  int v[4];
  Load(load[warp]).Load(in + at, v);
  Store(store[warp]).Store(out + at, v);
}
template <class Load, class Store> __global__ void partOk(const int *in, int *out, int n) {
  __shared__ typename Load::TempStorage load[8];
  __shared__ typename Store::TempStorage store[8];
  const int warp = threadIdx.x / 16;
  int v[4];
  if (n < 0 || n > 64)
    return;
  Load(load[warp]).Load(in + warp * 64, v, n, 0);
  Store(store[warp]).Store(out + warp * 64, v, n);
}
using LoadT = cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE, 16>;
using StoreT = cub::WarpStore<int, 4, cub::WARP_STORE_TRANSPOSE, 16>;
// All warps have one storage.
__global__ void sharedBad(const int *in, int *out) {
  __shared__ typename LoadT::TempStorage load;
  int v[4];
  LoadT(load).Load(in + threadIdx.x / 16 * 64, v); // expect: shared-race, allow: intra-warp-race
  cub::StoreDirectBlocked(threadIdx.x, out, v);
}
// The second use has to wait for the first.
__global__ void twiceBad(const int *in, int *out) {
  __shared__ typename StoreT::TempStorage store[8];
  const int warp = threadIdx.x / 16;
  int v[4] = {in[threadIdx.x], 1, 2, 3};
  StoreT(store[warp]).Store(out + warp * 64, v);       // expect: intra-warp-race
  StoreT(store[warp]).Store(out + 512 + warp * 64, v); // allow: intra-warp-race
}
__global__ void twiceOk(const int *in, int *out) {
  __shared__ typename StoreT::TempStorage store[8];
  const int warp = threadIdx.x / 16;
  int v[4] = {in[threadIdx.x], 1, 2, 3};
  StoreT(store[warp]).Store(out + warp * 64, v);
  __syncwarp();
  StoreT(store[warp]).Store(out + 512 + warp * 64, v);
}

__global__ void runsOk(const int *values, const unsigned *lengths, int *out) {
  using Runs = cub::BlockRunLengthDecode<int, 64, 2, 4>;
  __shared__ typename Runs::TempStorage temp;
  int v[2], decoded[4];
  unsigned length[2], total;
  cub::LoadDirectBlocked(threadIdx.x, values, v);
  cub::LoadDirectBlocked(threadIdx.x, lengths, length);
  Runs runs(temp, v, length, total);
  for (unsigned from = 0; from < 1024; from += 256) {
    runs.RunLengthDecode(decoded, from);
    cub::StoreDirectBlocked(threadIdx.x, out + from, decoded);
  }
}
__global__ void runsBad(const int *values, const unsigned *from, int *out) {
  using Runs = cub::BlockRunLengthDecode<int, 64, 2, 4>;
  __shared__ typename Runs::TempStorage temp;
  for (int turn = 0; turn < 2; ++turn) {
    int v[2], decoded[4];
    unsigned first[2], offset[4];
    cub::LoadDirectBlocked(threadIdx.x, values, v);
    cub::LoadDirectBlocked(threadIdx.x, from, first);
    Runs runs(temp, v, first); // expect: shared-race, allow: intra-warp-race
    runs.RunLengthDecode(decoded, offset);
    cub::StoreDirectBlocked(threadIdx.x, out, decoded);
  }
}

struct Line {
  float slope, at;
};
// Takes variables only, as CUB gives it.
struct After {
  __device__ Line operator()(Line &a, Line &b) const {
    return {a.slope * b.slope, a.at * b.slope + b.at};
  }
};
struct SoFar {
  Line line;
  __device__ Line operator()(Line all) {
    Line before = line;
    line = After()(line, all);
    return before;
  }
};
__global__ void linesOk(const float *in, float *out, int n) {
  using Scan = cub::BlockScan<Line, 64>;
  __shared__ typename Scan::TempStorage temp;
  SoFar before{{1, 0}};
  for (int from = 0; from < n; from += 64) {
    const int i = from + threadIdx.x;
    Line line{0.5f, i < n ? in[i] : 0}, two[2] = {line, line};
    Scan(temp).InclusiveScan(line, line, After(), before);
    __syncthreads();
    Scan(temp).ExclusiveScan(two, two, Line{1, 0}, After());
    __syncthreads();
    two[0] =
        cub::WarpReduce<Line>(*(cub::WarpReduce<Line>::TempStorage *)nullptr).Reduce(line, After());
    if (i < n)
      out[i] = line.at + cub::ThreadReduce(two, After()).at;
  }
}
__global__ void linesBad(const float *in, float *out, int n) {
  using Scan = cub::BlockScan<Line, 64>;
  __shared__ typename Scan::TempStorage temp;
  SoFar before{{1, 0}};
  for (int from = 0; from < n; from += 64) {
    const int i = from + threadIdx.x;
    Line line{0.5f, i < n ? in[i] : 0};
    Scan(temp).InclusiveScan(line, line, After(), before); // expect: shared-race
    if (i < n)
      out[i] = line.at;
  }
}
__global__ void differenceOk(const int *in, int *out) {
  using Adjacent = cub::BlockAdjacentDifference<int, 64>;
  __shared__ typename Adjacent::TempStorage temp;
  int v[1] = {in[threadIdx.x]};
  Adjacent(temp).SubtractLeft(v, v, cub::Difference());
  out[threadIdx.x] = v[0];
}

void run(const int *in, const unsigned *lengths, int *out, float *f, int n) {
  rowsOk<LoadT, StoreT><<<4, 128>>>(in, out);
  rowsOk<cub::WarpLoad<int, 4, cub::WARP_LOAD_STRIPED, 16>,
         cub::WarpStore<int, 4, cub::WARP_STORE_DIRECT, 16>><<<4, 128>>>(in, out);
  partOk<LoadT, StoreT><<<1, 128>>>(in, out, n);
  sharedBad<<<1, 128>>>(in, out);
  twiceBad<<<1, 128>>>(in, out);
  twiceOk<<<1, 128>>>(in, out);
  runsOk<<<1, 64>>>(in, lengths, out);
  runsBad<<<1, 64>>>(in, lengths, out);
  linesOk<<<1, 64>>>(f + n, f, n);
  linesBad<<<1, 64>>>(f + n, f, n);
  differenceOk<<<1, 64>>>(in, out);
}
