// SPDX-License-Identifier: Apache-2.0
//
// Stands in for OpenCV's headers on reductions, scans and distances of vectors. It has the same
// barriers as the library, and no others.
#ifndef __CUDAFIX_CONTRACT_OPENCV_REDUCE_H
#define __CUDAFIX_CONTRACT_OPENCV_REDUCE_H
#include "opencv_block.h"
#include <thrust/tuple.h>
#include <utility>
namespace cv { namespace cuda { namespace device {
// ---- reductions: only the first thread has the result, and no barrier follows
template <int N, class T, class Op> __CUDAFIX_D void __foldLanes(T &val, const Op &op) {
#pragma unroll
  for (int half = N / 2; half >= 1; half /= 2) val = op(val, shfl_down(val, half, N));
}
/// `Each` calls its argument with the buffer, value and operation of each reduction.
template <int N, class Each> __CUDAFIX_D void __reduceEach(unsigned tid, const Each &each) {
  constexpr bool IsPower = (N & (N - 1)) == 0;
  if constexpr (IsPower && N <= 32) {
    each([](auto *, auto &val, const auto &op) { __foldLanes<N>(val, op); });
  } else if constexpr (IsPower && N <= 1024) {
    each([](auto *, auto &val, const auto &op) { __foldLanes<32>(val, op); });
    if ((tid & 31) == 0) each([tid](auto *b, auto &val, const auto &) { b[tid / 32] = val; });
    __syncthreads();
    if (tid < 32) {
      if (tid < N / 32) each([tid](auto *b, auto &val, const auto &) { val = b[tid]; });
      each([](auto *, auto &val, const auto &op) { __foldLanes<N / 32>(val, op); });
    }
  } else {
    each([tid](auto *b, auto &val, const auto &) { b[tid] = val; });
    __syncthreads();
#pragma unroll
    for (int half = 1024; half >= 1; half /= 2)
      if (N > half) {
        if (tid < half && tid + half < N) each([tid, half](auto *b, auto &val, const auto &op) { b[tid] = val = op(val, b[tid + half]); });
        if (half >= 64) __syncthreads();
        else if (tid < 32) __syncwarp();
      }
  }
}
template <int N, class T, class Op> __CUDAFIX_D void reduce(volatile T *smem, T &val, unsigned tid, const Op &op) {
  __reduceEach<N>(tid, [&](const auto &f) { f(const_cast<T *>(smem), val, op); });
}
template <class P> __CUDAFIX_D auto *__plain(P *p) { return const_cast<std::remove_volatile_t<P> *>(p); }
template <int N, class S, class V, class O, size_t... I> __CUDAFIX_D void __reduceAll(const S &smem, const V &val, unsigned tid, const O &op, std::index_sequence<I...>) {
  __reduceEach<N>(tid, [&](const auto &f) { (f(__plain(thrust::get<I>(smem)), thrust::get<I>(val), thrust::get<I>(op)), ...); });
}
template <int N, class... P, class... R, class... Op>
__CUDAFIX_D void reduce(const thrust::tuple<P...> &smem, const thrust::tuple<R...> &val, unsigned tid, const thrust::tuple<Op...> &op) {
  __reduceAll<N>(smem, val, tid, op, std::index_sequence_for<Op...>());
}
template <class... T> __CUDAFIX_D thrust::tuple<volatile T *...> smem_tuple(T *...t) { return thrust::tuple<volatile T *...>(t...); }

// ---- the best of all keys, and its values
/// Finds the best of `N` lanes with shuffles; the caller writes the buffers, which others may read.
template <int N, class Each> __CUDAFIX_D void __bestOfLanes(const Each &each) {
#pragma unroll
  for (int half = N / 2; half >= 1; half /= 2)
    each([half](auto *, auto &key, const auto &cmp, const auto &values) {
      const auto other = shfl_down(key, half, N);
      const bool better = cmp(other, key);
      key = better ? other : key;
      values([half, better](auto *, auto &val) {
        const auto next = shfl_down(val, half, N);
        val = better ? next : val;
      });
    });
}
/// `Each` calls its argument with each key's buffer, the key, its comparison, and a function that
/// calls its own argument with each value's buffer and the value.
template <int N, class Each> __CUDAFIX_D void __reduceKeys(unsigned tid, const Each &each) {
  static_assert((N & (N - 1)) == 0, "a power of two");
  const auto keep = [&](unsigned at) {
    each([at](auto *k, auto &key, const auto &, const auto &values) { k[at] = key, values([at](auto *v, auto &val) { v[at] = val; }); });
  };
  keep(tid);
  __bestOfLanes<(N < 32 ? N : 32)>(each);
  if constexpr (N > 32) {
    __syncthreads();
    if ((tid & 31) == 0) keep(tid / 32);
    __syncthreads();
    if (tid < 32) {
      if (tid < N / 32) each([tid](auto *k, auto &key, const auto &, const auto &values) { key = k[tid], values([tid](auto *v, auto &val) { val = v[tid]; }); });
      __bestOfLanes<N / 32>(each);
    }
  }
  if (tid == 0) keep(0);
}
template <int N, class K, class V, class Cmp>
__CUDAFIX_D void reduceKeyVal(volatile K *skeys, K &key, volatile V *svals, V &val, unsigned tid, const Cmp &cmp) {
  __reduceKeys<N>(tid, [&](const auto &f) { f(const_cast<K *>(skeys), key, cmp, [&](const auto &g) { g(const_cast<V *>(svals), val); }); });
}
template <class S, class V, class G, size_t... I> __CUDAFIX_D void __eachValue(const S &svals, const V &val, const G &g, std::index_sequence<I...>) {
  (g(__plain(thrust::get<I>(svals)), thrust::get<I>(val)), ...);
}
template <int N, class K, class... P, class... R, class Cmp>
__CUDAFIX_D void reduceKeyVal(volatile K *skeys, K &key, const thrust::tuple<P...> &svals, const thrust::tuple<R...> &val, unsigned tid, const Cmp &cmp) {
  __reduceKeys<N>(tid, [&](const auto &f) {
    f(const_cast<K *>(skeys), key, cmp, [&](const auto &g) { __eachValue(svals, val, g, std::index_sequence_for<R...>()); });
  });
}
template <class KP, class KR, class VP, class VR, class Cmp, class F, size_t... I>
__CUDAFIX_D void __eachKey(const KP &skeys, const KR &key, const VP &svals, const VR &val, const Cmp &cmp, const F &f, std::index_sequence<I...>) {
  (f(__plain(thrust::get<I>(skeys)), thrust::get<I>(key), thrust::get<I>(cmp),
     [&](const auto &g) { g(__plain(thrust::get<I>(svals)), thrust::get<I>(val)); }), ...);
}
template <int N, class... KP, class... KR, class... VP, class... VR, class... Cmp>
__CUDAFIX_D void reduceKeyVal(const thrust::tuple<KP...> &skeys, const thrust::tuple<KR...> &key, const thrust::tuple<VP...> &svals, const thrust::tuple<VR...> &val, unsigned tid, const thrust::tuple<Cmp...> &cmp) {
  __reduceKeys<N>(tid, [&](const auto &f) { __eachKey(skeys, key, svals, val, cmp, f, std::index_sequence_for<Cmp...>()); });
}

// ---- scans over the threads' values
template <class T> __CUDAFIX_D T warpScanInclusive(T v, volatile T * = nullptr, unsigned tid = 0) {
#pragma unroll
  for (int n = 1; n <= 16; n *= 2) {
    const T other = shfl_up(v, n);
    if ((tid & 31) >= n) v += other;
  }
  return v;
}
template <class T> __CUDAFIX_D T warpScanExclusive(T v, volatile T *s, unsigned tid) { return warpScanInclusive(v, s, tid) - v; }
template <int N, class T> __CUDAFIX_D T blockScanInclusive(T v, volatile T *smem, unsigned tid) {
  T *s = const_cast<T *>(smem);
  const T ofWarp = warpScanInclusive(v, smem, tid);
  if constexpr (N <= 32) return ofWarp;
  __syncthreads();
  if ((tid & 31) == 31) s[tid / 32] = ofWarp;
  __syncthreads();
  if (tid < 32) {
    const T sum = tid < N / 32 ? s[tid] : T(0), before = warpScanExclusive(sum, smem, tid);
    if (tid < N / 32) s[tid] = before;
  }
  __syncthreads();
  return ofWarp + s[tid / 32];
}
template <int N, class T> __CUDAFIX_D T blockScanExclusive(T v, volatile T *smem, unsigned tid) { return blockScanInclusive<N>(v, smem, tid) - v; }

// ---- distances of vectors: each thread adds its part, and a reduction adds the parts
template <class Self, class V, class R> struct __Dist {
  typedef V value_type;
  typedef R result_type;
  R mySum = 0;
  template <int N> __CUDAFIX_DM void reduceAll(R *smem, int tid) { reduce<N>(smem, mySum, tid, plus<R>()); }
};
template <class T> struct L1Dist : __Dist<L1Dist<T>, int, int> {
  __CUDAFIX_DM void reduceIter(int a, int b) { this->mySum += a < b ? b - a : a - b; }
  __CUDAFIX_DM operator int() const { return this->mySum; }
};
template <> struct L1Dist<float> : __Dist<L1Dist<float>, float, float> {
  __CUDAFIX_DM void reduceIter(float a, float b) { mySum += fabsf(a - b); }
  __CUDAFIX_DM operator float() const { return mySum; }
};
struct L2Dist : __Dist<L2Dist, float, float> {
  __CUDAFIX_DM void reduceIter(float a, float b) { mySum += (a - b) * (a - b); }
  __CUDAFIX_DM operator float() const { return sqrtf(mySum); }
};
struct HammingDist : __Dist<HammingDist, int, int> {
  __CUDAFIX_DM void reduceIter(int a, int b) { mySum += __popc(a ^ b); }
  __CUDAFIX_DM operator int() const { return mySum; }
};
template <int N, class T1, class T2, class Dist>
__CUDAFIX_D void calcVecDiffGlobal(const T1 *a, const T2 *b, int len, Dist &dist, typename Dist::result_type *smem, int tid) {
  for (int i = tid; i < len; i += N) dist.reduceIter(a[i], b[i]);
  dist.template reduceAll<N>(smem, tid);
}
template <int N, int MAX_LEN, bool LEN_EQ_MAX_LEN, class T1, class T2, class Dist>
__CUDAFIX_D void calcVecDiffCached(const T1 *cached, const T2 *b, int len, Dist &dist, typename Dist::result_type *smem, int tid) {
#pragma unroll
  for (int k = 0; k < MAX_LEN / N; ++k)
    if (const int i = tid + k * N; LEN_EQ_MAX_LEN || i < len) dist.reduceIter(cached[k], b[i]);
  dist.template reduceAll<N>(smem, tid);
}
template <int N, class T1> struct VecDiffGlobal {
  const T1 *vec1;
  explicit __CUDAFIX_DM VecDiffGlobal(const T1 *v, int = 0, void * = nullptr, int = 0, int = 0) : vec1(v) {}
  template <class T2, class Dist> __CUDAFIX_DM void calc(const T2 *vec2, int len, Dist &dist, typename Dist::result_type *smem, int tid) const {
    calcVecDiffGlobal<N>(vec1, vec2, len, dist, smem, tid);
  }
};
template <int N, int MAX_LEN, bool LEN_EQ_MAX_LEN, class U> struct VecDiffCachedRegister {
  U vec1Vals[MAX_LEN / N];
  template <class T1> __CUDAFIX_DM VecDiffCachedRegister(const T1 *vec1, int len, U *smem, int glob_tid, int tid) {
    if (glob_tid < len) smem[glob_tid] = vec1[glob_tid];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < MAX_LEN / N; ++k)
      if (const int i = tid + k * N; i < len) vec1Vals[k] = smem[i];
    __syncthreads();
  }
  template <class T2, class Dist> __CUDAFIX_DM void calc(const T2 *vec2, int len, Dist &dist, typename Dist::result_type *smem, int tid) const {
    calcVecDiffCached<N, MAX_LEN, LEN_EQ_MAX_LEN>(vec1Vals, vec2, len, dist, smem, tid);
  }
};
}}} // namespace cv::cuda::device
#endif
