// SPDX-License-Identifier: Apache-2.0
//
// Part of cub.cuh: loads and stores of warps, and runs of a block.
#ifndef __CUDAFIX_CUB_WARP_H
#define __CUDAFIX_CUB_WARP_H
namespace cub {
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

/// If `Moves`, exchanges items that the lanes of a logical warp of `W` hold in stripes for items in
/// blocks, or the reverse.
template <class T, int I, int W, bool Stripes, bool Moves> struct __cudafix_warp_transpose {
  struct TempStorage { typename __cudafix_cell<T>::type slot[Moves ? W * I : 1]; };
  __CUDAFIX_DM static unsigned lane() { return __cudafix_rank_linear() % W; }
  __CUDAFIX_DM static int place(int k) { return Stripes ? lane() + k * W : lane() * I + k; }
  __CUDAFIX_DM static void wait() { __cudafix_tile_sync(W); }
  __CUDAFIX_DM static void toBlocked(TempStorage &t, T (&v)[I]) {
    if (!Moves)
      return;
    for (int k = 0; k < I; ++k)
      t.slot[lane() + k * W] = v[k];
    wait();
    for (int k = 0; k < I; ++k)
      v[k] = t.slot[lane() * I + k];
    __cudafix_used(t.slot[0]);
  }
  __CUDAFIX_DM static void toStriped(TempStorage &t, T (&v)[I]) {
    if (!Moves)
      return;
    for (int k = 0; k < I; ++k)
      t.slot[lane() * I + k] = v[k];
    wait();
    for (int k = 0; k < I; ++k)
      v[k] = t.slot[lane() + k * W];
    __cudafix_used(t.slot[0]);
  }
};
template <class T, int I, WarpLoadAlgorithm A = WARP_LOAD_DIRECT, int W = 32, int P = 0> class WarpLoad {
  typedef __cudafix_warp_transpose<T, I, W, A == WARP_LOAD_STRIPED || A == WARP_LOAD_TRANSPOSE, A == WARP_LOAD_TRANSPOSE> Move;

public:
  typedef typename Move::TempStorage TempStorage;
  __CUDAFIX_DM WarpLoad(TempStorage &t) : t(&t) {}
  __CUDAFIX_DM WarpLoad() : t(nullptr) {}
  template <class It> __CUDAFIX_DM void Load(It p, T (&v)[I]) {
    for (int k = 0; k < I; ++k)
      v[k] = p[Move::place(k)];
    Move::toBlocked(*t, v);
  }
  template <class It> __CUDAFIX_DM void Load(It p, T (&v)[I], int n) {
    for (int k = 0; k < I; ++k)
      if (Move::place(k) < n)
        v[k] = p[Move::place(k)];
    Move::toBlocked(*t, v);
  }
  template <class It, class D> __CUDAFIX_DM void Load(It p, T (&v)[I], int n, D d) {
    for (int k = 0; k < I; ++k)
      v[k] = Move::place(k) < n ? T(p[Move::place(k)]) : T(d);
    Move::toBlocked(*t, v);
  }

private:
  TempStorage *t;
};
template <class T, int I, WarpStoreAlgorithm A = WARP_STORE_DIRECT, int W = 32, int P = 0> class WarpStore {
  typedef __cudafix_warp_transpose<T, I, W, A == WARP_STORE_STRIPED || A == WARP_STORE_TRANSPOSE, A == WARP_STORE_TRANSPOSE> Move;

public:
  typedef typename Move::TempStorage TempStorage;
  __CUDAFIX_DM WarpStore(TempStorage &t) : t(&t) {}
  __CUDAFIX_DM WarpStore() : t(nullptr) {}
  template <class It> __CUDAFIX_DM void Store(It p, T (&v)[I]) {
    Move::toStriped(*t, v);
    for (int k = 0; k < I; ++k)
      p[Move::place(k)] = v[k];
  }
  template <class It> __CUDAFIX_DM void Store(It p, T (&v)[I], int n) {
    Move::toStriped(*t, v);
    for (int k = 0; k < I; ++k)
      if (Move::place(k) < n)
        p[Move::place(k)] = v[k];
  }

private:
  TempStorage *t;
};

/// Each run has a value and either a length or the place where it begins.
template <class T, int X, int R, int D, class O = unsigned, int Y = 1, int Z = 1> class BlockRunLengthDecode {
  enum { N = X * Y * Z * R };
  typedef BlockScan<O, X, BLOCK_SCAN_RAKING, Y, Z> Scan;
  struct Runs {
    typename __cudafix_cell<T>::type value[N];
    O from[N];
  };

public:
  union TempStorage {
    typename Scan::TempStorage scan;
    Runs runs;
  };
  template <class L, class S> __CUDAFIX_DM BlockRunLengthDecode(TempStorage &t, T (&v)[R], L (&length)[R], S &total) : t(t) {
    O from[R], all;
    for (int k = 0; k < R; ++k)
      from[k] = length[k];
    Scan(t.scan).ExclusiveSum(from, from, all);
    total = all;
    __syncthreads();
    put(v, from);
  }
  template <class F> __CUDAFIX_DM BlockRunLengthDecode(TempStorage &t, T (&v)[R], F (&from)[R]) : t(t) { put(v, from); }
  __CUDAFIX_DM void RunLengthDecode(T (&v)[D], O first = 0) {
    O offset[D];
    RunLengthDecode(v, offset, first);
  }
  template <class F> __CUDAFIX_DM void RunLengthDecode(T (&v)[D], F (&offset)[D], O first = 0) {
    for (int k = 0; k < D; ++k) {
      const O at = first + __cudafix_rank_linear() * D + k;
      unsigned run = 0;
      for (unsigned step = 1u << (31 - __builtin_clz(N)); step > 0; step /= 2)
        if (run + step < N && t.runs.from[run + step] <= at)
          run += step;
      v[k] = t.runs.value[run];
      offset[k] = at - t.runs.from[run];
    }
    __cudafix_used(t.runs.value[0]);
  }

private:
  template <class F> __CUDAFIX_DM void put(T (&v)[R], F (&from)[R]) {
    for (int k = 0; k < R; ++k) {
      t.runs.value[__cudafix_rank_linear() * R + k] = v[k];
      t.runs.from[__cudafix_rank_linear() * R + k] = from[k];
    }
    __syncthreads();
  }
  TempStorage &t;
};
} // namespace cub
#endif
