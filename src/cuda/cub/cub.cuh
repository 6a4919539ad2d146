// SPDX-License-Identifier: Apache-2.0
//
// CUB: block and warp primitives with the shared memory accesses and barriers that they have (one
// barrier between the writes and the reads of the temporary storage, none at the end), and
// declarations of the device-wide ones.
#ifndef __CUDAFIX_CUB_H
#define __CUDAFIX_CUB_H
#include <__cudafix_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#define CUB_VERSION 200800
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_STATIC_ASSERT(c, m) static_assert(c, m)
#define CUB_MAX(a, b) ((a) > (b) ? (a) : (b))
#define CUB_MIN(a, b) ((a) < (b) ? (a) : (b))
#define CubDebugExit(e) ((void)(e))
#define CubDebug(e) (e)
#define _CubLog(...)
#define CUB_PTX_ARCH 800
#define CUB_LOG_WARP_THREADS(x) 5
#define CUB_WARP_THREADS(x) 32

namespace cub {

struct NullType {};
template <class A, class B> struct KeyValuePair {
  typedef A Key;
  typedef B Value;
  A key;
  B value;
  KeyValuePair() = default;
  __CUDAFIX_M KeyValuePair(const A &k, const B &v) : key(k), value(v) {}
  __CUDAFIX_M bool operator!=(const KeyValuePair &o) const { return value != o.value || key != o.key; }
};
struct Sum { template <class T> __CUDAFIX_M T operator()(const T &a, const T &b) const { return a + b; } };
struct Max { template <class T> __CUDAFIX_M T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct Min { template <class T> __CUDAFIX_M T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct ArgMax { template <class T> __CUDAFIX_M T operator()(const T &a, const T &b) const { return b.value > a.value || (b.value == a.value && b.key < a.key) ? b : a; } };
struct ArgMin { template <class T> __CUDAFIX_M T operator()(const T &a, const T &b) const { return b.value < a.value || (b.value == a.value && b.key < a.key) ? b : a; } };
struct Equality { template <class T> __CUDAFIX_M bool operator()(const T &a, const T &b) const { return a == b; } };
struct Inequality { template <class T> __CUDAFIX_M bool operator()(const T &a, const T &b) const { return a != b; } };
struct Difference { template <class T> __CUDAFIX_M T operator()(const T &a, const T &b) const { return a - b; } };
struct Division { template <class T> __CUDAFIX_M T operator()(const T &a, const T &b) const { return a / b; } };
template <class Op> struct InequalityWrapper {
  Op op;
  __CUDAFIX_M InequalityWrapper(Op op) : op(op) {}
  template <class T> __CUDAFIX_M bool operator()(const T &a, const T &b) { return !op(a, b); }
};
template <class Op> struct SwizzleScanOp {
  Op op;
  __CUDAFIX_M SwizzleScanOp(Op op) : op(op) {}
  template <class T> __CUDAFIX_M T operator()(const T &a, const T &b) { return op(b, a); }
};
template <class T> struct CastOp { template <class A> __CUDAFIX_M T operator()(const A &a) const { return (T)a; } };
// The largest and the smallest number, of CUB before version 3.
template <class T> struct FpLimits {
  static constexpr double __cudafix_most = sizeof(T) == 8 ? 1.7976931348623157e308 : sizeof(T) == 4 ? 3.4028234663852886e38 : std::is_same<T, __nv_bfloat16>::value ? 3.3895313892515355e38 : 65504.0;
  __CUDAFIX_HD T Max() { return T(__cudafix_most); }
  __CUDAFIX_HD T Lowest() { return T(-__cudafix_most); }
};
template <class T> struct Traits {
  typedef std::conditional_t<sizeof(T) == 1, unsigned char, std::conditional_t<sizeof(T) == 2, unsigned short, std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>>> UnsignedBits;
  static constexpr UnsignedBits LOWEST_KEY = 0, MAX_KEY = UnsignedBits(~0ull), __cudafix_top = UnsignedBits(1ull << (sizeof(T) * 8 - 1));
  __CUDAFIX_HD UnsignedBits TwiddleIn(UnsignedBits k) { return std::is_floating_point<T>::value && k & __cudafix_top ? ~k : std::is_signed<T>::value ? k ^ __cudafix_top : k; }
  __CUDAFIX_HD UnsignedBits TwiddleOut(UnsignedBits k) { return std::is_floating_point<T>::value && !(k & __cudafix_top) ? ~k : std::is_signed<T>::value ? k ^ __cudafix_top : k; }
};
template <class T> struct Uninitialized { alignas(T) unsigned char storage[sizeof(T)]; __CUDAFIX_DM T &Alias() { return reinterpret_cast<T &>(storage); } };
template <int N> struct Int2Type { enum { VALUE = N }; };
template <int N> struct Log2 { enum { VALUE = 31 - __builtin_clz(N) }; };
template <bool C, class A, class B> struct If { typedef std::conditional_t<C, A, B> Type; };

__CUDAFIX_D unsigned __cudafix_rank_linear() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
__CUDAFIX_D unsigned LaneId() { return __cudafix_rank_linear() % 32; }
__CUDAFIX_D unsigned WarpId() { return __cudafix_rank_linear() / 32; }
__CUDAFIX_D int RowMajorTid(int, int, int) { return __cudafix_rank_linear(); }
__CUDAFIX_D void CTA_SYNC() { __syncthreads(); }
__CUDAFIX_D void WARP_SYNC(unsigned m) { __syncwarp(m); }

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

/// A cell of a storage. As in the library, declaring a storage does nothing, even if `T` has a
/// constructor.
template <class T, bool Plain = std::is_trivially_default_constructible<T>::value> struct __cudafix_cell { typedef T type; };
template <class T> struct __cudafix_cell<T, false> {
  struct type {
    alignas(T) unsigned char of[sizeof(T)];
    __CUDAFIX_DM operator T &() { return *reinterpret_cast<T *>(of); }
    __CUDAFIX_DM void operator=(const T &v) { *reinterpret_cast<T *>(of) = v; }
  };
};
/// One slot per thread of the block.
template <class T, int N> struct __cudafix_storage { typename __cudafix_cell<T>::type slot[N]; };
/// Callers must not rely on which cells of the storage a thread reads last: before the storage is
/// used again, all threads have to be waited for.
template <class T> __CUDAFIX_D void __cudafix_used(const T &first) { (void)*(const volatile char *)&first; }

template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int P = 0> class BlockReduce {
public:
  typedef __cudafix_storage<T, X * Y * Z> TempStorage;
  __CUDAFIX_DM BlockReduce(TempStorage &t) : t(t) {}
  template <class Op> __CUDAFIX_DM T Reduce(T v, Op op, int n = X * Y * Z) {
    unsigned i = __cudafix_rank_linear();
    t.slot[i] = v;
    __syncthreads();
    if (i != 0) // undefined, and which threads read is not for callers to rely on
      return t.slot[(i + X * Y * Z / 2) % (X * Y * Z)];
    for (int k = 1; k < n; ++k)
      v = op(v, static_cast<T &>(t.slot[k]));
    return v;
  }
  __CUDAFIX_DM T Sum(T v) { return Reduce(v, cub::Sum()); }
  __CUDAFIX_DM T Sum(T v, int n) { return Reduce(v, cub::Sum(), n); }
  __CUDAFIX_DM T Max(T v) { return Reduce(v, cub::Max()); }
  __CUDAFIX_DM T Min(T v) { return Reduce(v, cub::Min()); }
  template <int I> __CUDAFIX_DM T Sum(T (&v)[I]) { return Reduce(v, cub::Sum()); }
  template <int I, class Op> __CUDAFIX_DM T Reduce(T (&v)[I], Op op) {
    T s = v[0];
    for (int k = 1; k < I; ++k)
      s = op(s, v[k]);
    return Reduce(s, op);
  }

private:
  TempStorage &t;
};

template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int P = 0> class BlockScan {
public:
  typedef __cudafix_storage<T, X * Y * Z> TempStorage;
  __CUDAFIX_DM BlockScan(TempStorage &t) : t(t) {}
  template <class Op> __CUDAFIX_DM void InclusiveScan(T v, T &out, Op op, T &total) {
    unsigned i = __cudafix_rank_linear();
    t.slot[i] = v;
    __syncthreads();
    T s = t.slot[0];
    out = s;
    for (unsigned k = 1; k < X * Y * Z; ++k) {
      s = op(s, static_cast<T &>(t.slot[k]));
      if (k <= i)
        out = s;
    }
    total = s;
  }
  template <class Op> __CUDAFIX_DM void ExclusiveScan(T v, T &out, T first, Op op, T &total) {
    unsigned i = __cudafix_rank_linear();
    t.slot[i] = v;
    __syncthreads();
    T s = first;
    out = s;
    for (unsigned k = 0; k < X * Y * Z; ++k) {
      s = op(s, static_cast<T &>(t.slot[k]));
      if (k < i)
        out = s;
    }
    total = s;
  }
  template <class Op> __CUDAFIX_DM void InclusiveScan(T v, T &out, Op op) { T total; InclusiveScan(v, out, op, total); }
  template <class Op> __CUDAFIX_DM void ExclusiveScan(T v, T &out, T first, Op op) { T total; ExclusiveScan(v, out, first, op, total); }
  template <class Op> __CUDAFIX_DM void ExclusiveScan(T v, T &out, Op op) { T total; ExclusiveScan(v, out, T(), op, total); }
  template <int I, class Op> __CUDAFIX_DM void InclusiveScan(T (&v)[I], T (&out)[I], Op op, T &total) {
    unsigned i = __cudafix_rank_linear();
    T s = v[0];
    for (int k = 1; k < I; ++k)
      s = op(s, v[k]);
    t.slot[i] = s;
    __syncthreads();
    T p = t.slot[0];
    for (unsigned k = 1; k < i; ++k)
      p = op(p, static_cast<T &>(t.slot[k]));
    for (int k = 0; k < I; ++k) {
      p = k == 0 && i == 0 ? v[0] : op(p, v[k]);
      out[k] = p;
    }
    total = t.slot[0];
    for (unsigned k = 1; k < X * Y * Z; ++k)
      total = op(total, static_cast<T &>(t.slot[k]));
  }
  template <int I, class Op> __CUDAFIX_DM void ExclusiveScan(T (&v)[I], T (&out)[I], T first, Op op, T &total) {
    T s = v[0], p;
    for (int k = 1; k < I; ++k)
      s = op(s, v[k]);
    ExclusiveScan(s, p, first, op, total);
    for (int k = 0; k < I; ++k) {
      T own = v[k];
      out[k] = p;
      p = op(p, own);
    }
  }
  template <int I, class Op> __CUDAFIX_DM void InclusiveScan(T (&v)[I], T (&out)[I], Op op) { T total; InclusiveScan(v, out, op, total); }
  template <int I, class Op> __CUDAFIX_DM void ExclusiveScan(T (&v)[I], T (&out)[I], T first, Op op) { T total; ExclusiveScan(v, out, first, op, total); }
  template <int I, class Op> __CUDAFIX_DM void ExclusiveScan(T (&v)[I], T (&out)[I], Op op) { ExclusiveScan(v, out, T(), op); }
  template <class Op> __CUDAFIX_DM void ExclusiveScan(T v, T &out, Op op, T &total) { ExclusiveScan(v, out, T(), op, total); }
  template <int I, class Op> __CUDAFIX_DM void ExclusiveScan(T (&v)[I], T (&out)[I], Op op, T &total) { ExclusiveScan(v, out, T(), op, total); }
  template <class Op> __CUDAFIX_DM void InclusiveScan(T v, T &out, T first, Op op) { T total; InclusiveScan(v, out, first, op, total); }
  template <class Op> __CUDAFIX_DM void InclusiveScan(T v, T &out, T first, Op op, T &total) { InclusiveScan(v, out, op, total); out = op(first, out); }
  template <int I, class Op> __CUDAFIX_DM void InclusiveScan(T (&v)[I], T (&out)[I], T first, Op op) { T total; InclusiveScan(v, out, first, op, total); }
  template <int I, class Op> __CUDAFIX_DM void InclusiveScan(T (&v)[I], T (&out)[I], T first, Op op, T &total) {
    InclusiveScan(v, out, op, total);
    for (int k = 0; k < I; ++k)
      out[k] = op(first, out[k]);
  }
  template <class Op, class C> __CUDAFIX_DM void InclusiveScan(T v, T &out, Op op, C &prefix) {
    T total;
    InclusiveScan(v, out, op, total);
    T first = before(prefix, total);
    out = op(first, out);
  }
  template <class Op, class C> __CUDAFIX_DM void ExclusiveScan(T v, T &out, Op op, C &prefix) {
    T total;
    ExclusiveScan(v, out, T(), op, total);
    T first = before(prefix, total);
    out = __cudafix_rank_linear() == 0 ? first : op(first, out);
  }
  template <int I, class Op, class C> __CUDAFIX_DM void InclusiveScan(T (&v)[I], T (&out)[I], Op op, C &prefix) {
    T total;
    InclusiveScan(v, out, op, total);
    T first = before(prefix, total);
    for (int k = 0; k < I; ++k)
      out[k] = op(first, out[k]);
  }
  template <int I, class Op, class C> __CUDAFIX_DM void ExclusiveScan(T (&v)[I], T (&out)[I], Op op, C &prefix) {
    T total;
    ExclusiveScan(v, out, T(), op, total);
    T first = before(prefix, total);
    for (int k = 0; k < I; ++k)
      out[k] = k == 0 && __cudafix_rank_linear() == 0 ? first : op(first, out[k]);
  }
  __CUDAFIX_DM void InclusiveSum(T v, T &out) { InclusiveScan(v, out, cub::Sum()); }
  __CUDAFIX_DM void InclusiveSum(T v, T &out, T &total) { InclusiveScan(v, out, cub::Sum(), total); }
  __CUDAFIX_DM void ExclusiveSum(T v, T &out) { ExclusiveScan(v, out, T(), cub::Sum()); }
  __CUDAFIX_DM void ExclusiveSum(T v, T &out, T &total) { ExclusiveScan(v, out, T(), cub::Sum(), total); }
  template <class C> __CUDAFIX_DM void ExclusiveSum(T v, T &out, C &prefix) { ExclusiveScan(v, out, cub::Sum(), prefix); }
  template <class C> __CUDAFIX_DM void InclusiveSum(T v, T &out, C &prefix) { InclusiveScan(v, out, cub::Sum(), prefix); }
  template <int I, class C> __CUDAFIX_DM void ExclusiveSum(T (&v)[I], T (&out)[I], C &prefix) { ExclusiveScan(v, out, cub::Sum(), prefix); }
  template <int I, class C> __CUDAFIX_DM void InclusiveSum(T (&v)[I], T (&out)[I], C &prefix) { InclusiveScan(v, out, cub::Sum(), prefix); }
  template <int I> __CUDAFIX_DM void InclusiveSum(T (&v)[I], T (&out)[I]) { InclusiveScan(v, out, cub::Sum()); }
  template <int I> __CUDAFIX_DM void InclusiveSum(T (&v)[I], T (&out)[I], T &total) { InclusiveScan(v, out, cub::Sum(), total); }
  template <int I> __CUDAFIX_DM void ExclusiveSum(T (&v)[I], T (&out)[I]) { ExclusiveScan(v, out, T(), cub::Sum()); }
  template <int I> __CUDAFIX_DM void ExclusiveSum(T (&v)[I], T (&out)[I], T &total) { ExclusiveScan(v, out, T(), cub::Sum(), total); }

private:
  /// What the first warp computes of the block's total comes before all of it; the others are given
  /// the first thread's.
  template <class C> __CUDAFIX_DM T before(C &prefix, T total) {
    __syncthreads();
    if (__cudafix_rank_linear() < 32) {
      T first = prefix(total);
      if (__cudafix_rank_linear() == 0)
        t.slot[0] = first;
    }
    __syncthreads();
    return t.slot[0];
  }
  TempStorage &t;
};

/// The place of item `k` of thread `i`: in blocks, or in stripes over `N` threads.
template <int I> __CUDAFIX_D unsigned __cudafix_blocked(unsigned i, int k) { return i * I + k; }
template <int N, int I> __CUDAFIX_D unsigned __cudafix_striped(unsigned i, int k) { return i / N * N * I + i % N + k * N; }

/// Loads and stores that go through shared memory: items that threads of a block or of a
/// warp share in stripes are exchanged for items in blocks, or the reverse.
enum { __cudafix_direct, __cudafix_over_block, __cudafix_over_warp };
template <class T, int X, int I, int How> struct __cudafix_transpose {
  struct TempStorage { typename __cudafix_cell<T>::type slot[How == __cudafix_direct ? 1 : X * I]; };
  enum { N = How == __cudafix_over_warp ? (X < 32 ? X : 32) : X };
  __CUDAFIX_DM static unsigned place(int k) {
    return How == __cudafix_direct ? __cudafix_blocked<I>(__cudafix_rank_linear(), k) : __cudafix_striped<N, I>(__cudafix_rank_linear(), k);
  }
  __CUDAFIX_DM static void wait() {
    if (How == __cudafix_over_warp)
      __syncwarp();
    else
      __syncthreads();
  }
  __CUDAFIX_DM static void toBlocked(TempStorage &t, T (&v)[I]) {
    if (How == __cudafix_direct)
      return;
    for (int k = 0; k < I; ++k)
      t.slot[place(k)] = v[k];
    wait();
    for (int k = 0; k < I; ++k)
      v[k] = t.slot[__cudafix_blocked<I>(__cudafix_rank_linear(), k)];
    __cudafix_used(t.slot[first()]);
  }
  __CUDAFIX_DM static void toStriped(TempStorage &t, T (&v)[I]) {
    if (How == __cudafix_direct)
      return;
    for (int k = 0; k < I; ++k)
      t.slot[__cudafix_blocked<I>(__cudafix_rank_linear(), k)] = v[k];
    wait();
    for (int k = 0; k < I; ++k)
      v[k] = t.slot[place(k)];
    __cudafix_used(t.slot[first()]);
  }

private:
  __CUDAFIX_DM static unsigned first() { return __cudafix_rank_linear() / N * N * I; } // of those that wait
};

template <class T, int X, int I, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int P = 0> class BlockLoad {
  typedef __cudafix_transpose<T, X * Y * Z, I, A == BLOCK_LOAD_TRANSPOSE ? __cudafix_over_block : A >= BLOCK_LOAD_WARP_TRANSPOSE ? __cudafix_over_warp : __cudafix_direct> Move;
  __CUDAFIX_DM static unsigned place(int k) {
    return A == BLOCK_LOAD_STRIPED ? __cudafix_striped<X * Y * Z, I>(__cudafix_rank_linear(), k) : Move::place(k);
  }

public:
  typedef typename Move::TempStorage TempStorage;
  __CUDAFIX_DM BlockLoad(TempStorage &t) : t(&t) {}
  __CUDAFIX_DM BlockLoad() : t(nullptr) {}
  template <class It> __CUDAFIX_DM void Load(It p, T (&v)[I]) {
    for (int k = 0; k < I; ++k)
      v[k] = p[place(k)];
    Move::toBlocked(*t, v);
  }
  template <class It> __CUDAFIX_DM void Load(It p, T (&v)[I], int n) {
    for (int k = 0; k < I; ++k)
      if (int(place(k)) < n)
        v[k] = p[place(k)];
    Move::toBlocked(*t, v);
  }
  template <class It, class D> __CUDAFIX_DM void Load(It p, T (&v)[I], int n, D d) {
    for (int k = 0; k < I; ++k)
      v[k] = int(place(k)) < n ? T(p[place(k)]) : T(d);
    Move::toBlocked(*t, v);
  }

private:
  TempStorage *t;
};
template <class T, int X, int I, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int P = 0> class BlockStore {
  typedef __cudafix_transpose<T, X * Y * Z, I, A == BLOCK_STORE_TRANSPOSE ? __cudafix_over_block : A >= BLOCK_STORE_WARP_TRANSPOSE ? __cudafix_over_warp : __cudafix_direct> Move;
  __CUDAFIX_DM static unsigned place(int k) {
    return A == BLOCK_STORE_STRIPED ? __cudafix_striped<X * Y * Z, I>(__cudafix_rank_linear(), k) : Move::place(k);
  }

public:
  typedef typename Move::TempStorage TempStorage;
  __CUDAFIX_DM BlockStore(TempStorage &t) : t(&t) {}
  __CUDAFIX_DM BlockStore() : t(nullptr) {}
  template <class It> __CUDAFIX_DM void Store(It p, T (&v)[I]) {
    Move::toStriped(*t, v);
    for (int k = 0; k < I; ++k)
      p[place(k)] = v[k];
  }
  template <class It> __CUDAFIX_DM void Store(It p, T (&v)[I], int n) {
    Move::toStriped(*t, v);
    for (int k = 0; k < I; ++k)
      if (int(place(k)) < n)
        p[place(k)] = v[k];
  }

private:
  TempStorage *t;
};
template <class T, int I, class It> __CUDAFIX_D void LoadDirectBlocked(int t, It p, T (&v)[I]) { for (int k = 0; k < I; ++k) v[k] = p[t * I + k]; }
template <int X, class T, int I, class It> __CUDAFIX_D void LoadDirectStriped(int t, It p, T (&v)[I]) { for (int k = 0; k < I; ++k) v[k] = p[t + k * X]; }
template <int X, class T, int I, class It> __CUDAFIX_D void LoadDirectStriped(int t, It p, T (&v)[I], int n) { for (int k = 0; k < I; ++k) if (t + k * X < n) v[k] = p[t + k * X]; }
template <class T, int I, class It> __CUDAFIX_D void StoreDirectBlocked(int t, It p, T (&v)[I]) { for (int k = 0; k < I; ++k) p[t * I + k] = v[k]; }
template <int X, class T, int I, class It> __CUDAFIX_D void StoreDirectStriped(int t, It p, T (&v)[I]) { for (int k = 0; k < I; ++k) p[t + k * X] = v[k]; }
template <int X, class T, int I, class It> __CUDAFIX_D void StoreDirectStriped(int t, It p, T (&v)[I], int n) { for (int k = 0; k < I; ++k) if (t + k * X < n) p[t + k * X] = v[k]; }
template <class T, int I, class It> __CUDAFIX_D void LoadDirectBlocked(int t, It p, T (&v)[I], int n) { for (int k = 0; k < I; ++k) if (t * I + k < n) v[k] = p[t * I + k]; }
template <class T, class D, int I, class It> __CUDAFIX_D void LoadDirectBlocked(int t, It p, T (&v)[I], int n, D d) { for (int k = 0; k < I; ++k) v[k] = t * I + k < n ? T(p[t * I + k]) : T(d); }
template <class T, int I> __CUDAFIX_D void LoadDirectBlockedVectorized(int t, const T *p, T (&v)[I]) { for (int k = 0; k < I; ++k) v[k] = p[t * I + k]; }
template <class T, int I, class It> __CUDAFIX_D void LoadDirectWarpStriped(int t, It p, T (&v)[I]) { for (int k = 0; k < I; ++k) v[k] = p[t / 32 * 32 * I + t % 32 + k * 32]; }
template <class T, int I, class It> __CUDAFIX_D void StoreDirectBlocked(int t, It p, T (&v)[I], int n) { for (int k = 0; k < I; ++k) if (t * I + k < n) p[t * I + k] = v[k]; }
template <class T, int I> __CUDAFIX_D void StoreDirectBlockedVectorized(int t, T *p, T (&v)[I]) { for (int k = 0; k < I; ++k) p[t * I + k] = v[k]; }
template <class T, int I, class It> __CUDAFIX_D void StoreDirectWarpStriped(int t, It p, T (&v)[I]) { for (int k = 0; k < I; ++k) p[t / 32 * 32 * I + t % 32 + k * 32] = v[k]; }
template <class T, int I, class Op> __CUDAFIX_D std::remove_const_t<T> ThreadReduce(T (&v)[I], Op op) { std::remove_const_t<T> s = v[0]; for (int k = 1; k < I; ++k) s = op(s, v[k]); return s; }
template <class T, int I, class Op> __CUDAFIX_D std::remove_const_t<T> ThreadReduce(T (&v)[I], Op op, std::remove_const_t<T> s) { for (int k = 0; k < I; ++k) s = op(s, v[k]); return s; }
template <class It, class O, class T> __CUDAFIX_D O LowerBound(It p, O n, T v) { O from = 0; while (n > 0) { O half = n / 2; if (p[from + half] < v) { from += half + 1; n -= half + 1; } else n = half; } return from; }
template <class It, class O, class T> __CUDAFIX_D O UpperBound(It p, O n, T v) { O from = 0; while (n > 0) { O half = n / 2; if (v < p[from + half]) n = half; else { from += half + 1; n -= half + 1; } } return from; }
template <CacheLoadModifier M, class It> __CUDAFIX_D auto ThreadLoad(It p) { return *p; }
template <CacheStoreModifier M, class It, class T> __CUDAFIX_D void ThreadStore(It p, T v) { *p = v; }

/// The accesses of these to shared memory: every slot is written, a barrier, every slot is read.
template <class T, int I, class S> __CUDAFIX_D void __cudafix_exchange(S &s, T *v) {
  for (int k = 0; k < I; ++k)
    s.slot[__cudafix_rank_linear() * I + k] = v[k];
  __syncthreads();
  for (int k = 0; k < I; ++k)
    v[k] = s.slot[__cudafix_rank_linear() + k * (sizeof(s.slot) / sizeof(T) / I)];
  __cudafix_used(s.slot[0]);
}
template <class K, int X, int I, class V = NullType, int R = 4, bool M = true, BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS, int S = 0, int Y = 1, int Z = 1, int P = 0> class BlockRadixSort {
public:
  struct TempStorage { typename __cudafix_cell<K>::type slot[X * Y * Z * I]; };
  __CUDAFIX_DM BlockRadixSort(TempStorage &t) : t(t) {}
#define __CUDAFIX_SORT(NAME)                                                                       \
  __CUDAFIX_DM void NAME(K (&k)[I], int = 0, int = 0) { __cudafix_exchange<K, I>(t, k); }          \
  template <class W> __CUDAFIX_DM void NAME(K (&k)[I], W (&v)[I], int = 0, int = 0) { __cudafix_exchange<K, I>(t, k); }
  __CUDAFIX_SORT(Sort) __CUDAFIX_SORT(SortDescending) __CUDAFIX_SORT(SortBlockedToStriped) __CUDAFIX_SORT(SortDescendingBlockedToStriped)
#undef __CUDAFIX_SORT
private:
  TempStorage &t;
};
/// A sort by merging: its tile goes through shared memory, with barriers on both sides.
template <class K, int X, int I, class V = NullType, int Y = 1, int Z = 1> class BlockMergeSort {
public:
  struct TempStorage { typename __cudafix_cell<K>::type slot[X * Y * Z * I + 1]; };
  __CUDAFIX_DM BlockMergeSort(TempStorage &t) : t(t) {}
#define __CUDAFIX_SORT(NAME)                                                                       \
  template <class C> __CUDAFIX_DM void NAME(K (&k)[I], C) { move(k); }                             \
  template <class C> __CUDAFIX_DM void NAME(K (&k)[I], C, int, K) { move(k); }                     \
  template <class C> __CUDAFIX_DM void NAME(K (&k)[I], V (&)[I], C) { move(k); }                   \
  template <class C> __CUDAFIX_DM void NAME(K (&k)[I], V (&)[I], C, int, K) { move(k); }
  __CUDAFIX_SORT(Sort) __CUDAFIX_SORT(StableSort)
#undef __CUDAFIX_SORT
private:
  __CUDAFIX_DM void move(K (&k)[I]) {
    __syncthreads();
    for (int j = 0; j < I; ++j)
      t.slot[__cudafix_rank_linear() * I + j] = k[j];
    __syncthreads();
    for (int j = 0; j < I; ++j)
      k[j] = t.slot[__cudafix_rank_linear() + j * X * Y * Z];
    __cudafix_used(t.slot[0]);
  }
  TempStorage &t;
};
template <class K, int I, int W = 32, class V = NullType> class WarpMergeSort {
public:
  struct TempStorage { typename __cudafix_cell<K>::type slot[W * I + 1]; };
  __CUDAFIX_DM WarpMergeSort(TempStorage &t) : t(t) {}
#define __CUDAFIX_SORT(NAME)                                                                       \
  template <class C> __CUDAFIX_DM void NAME(K (&k)[I], C) { move(k); }                             \
  template <class C> __CUDAFIX_DM void NAME(K (&k)[I], C, int, K) { move(k); }                     \
  template <class C> __CUDAFIX_DM void NAME(K (&k)[I], V (&)[I], C) { move(k); }                   \
  template <class C> __CUDAFIX_DM void NAME(K (&k)[I], V (&)[I], C, int, K) { move(k); }
  __CUDAFIX_SORT(Sort) __CUDAFIX_SORT(StableSort)
#undef __CUDAFIX_SORT
private:
  __CUDAFIX_DM void move(K (&k)[I]) {
    __syncwarp();
    for (int j = 0; j < I; ++j)
      t.slot[__cudafix_rank_linear() % W * I + j] = k[j];
    __syncwarp();
    for (int j = 0; j < I; ++j)
      k[j] = t.slot[__cudafix_rank_linear() % W + j * W];
  }
  TempStorage &t;
};
template <class T, int X, int I, bool W = false, int Y = 1, int Z = 1, int P = 0> class BlockExchange {
public:
  struct TempStorage { typename __cudafix_cell<T>::type slot[X * Y * Z * I]; };
  __CUDAFIX_DM BlockExchange(TempStorage &t) : t(t) {}
#define __CUDAFIX_MOVE(NAME)                                                                       \
  __CUDAFIX_DM void NAME(T (&v)[I]) { __cudafix_exchange<T, I>(t, v); }                            \
  template <class O> __CUDAFIX_DM void NAME(T (&v)[I], O (&out)[I]) {                              \
    __cudafix_exchange<T, I>(t, v);                                                                \
    for (int k = 0; k < I; ++k) out[k] = v[k];                                                     \
  }
  __CUDAFIX_MOVE(BlockedToStriped) __CUDAFIX_MOVE(StripedToBlocked) __CUDAFIX_MOVE(BlockedToWarpStriped) __CUDAFIX_MOVE(WarpStripedToBlocked)
#undef __CUDAFIX_MOVE
private:
  TempStorage &t;
};
template <class T, int I, int W = 32, int P = 0> class WarpExchange {
public:
  struct TempStorage { typename __cudafix_cell<T>::type slot[W * I]; };
  __CUDAFIX_DM WarpExchange(TempStorage &t) : t(t) {}
  template <class O> __CUDAFIX_DM void BlockedToStriped(const T (&v)[I], O (&out)[I]) { move(v, out); }
  template <class O> __CUDAFIX_DM void StripedToBlocked(const T (&v)[I], O (&out)[I]) { move(v, out); }

private:
  template <class O> __CUDAFIX_DM void move(const T (&v)[I], O (&out)[I]) {
    unsigned l = __cudafix_rank_linear() % W;
    for (int k = 0; k < I; ++k)
      t.slot[l * I + k] = v[k];
    __syncwarp();
    for (int k = 0; k < I; ++k)
      out[k] = t.slot[l + k * W];
  }
  TempStorage &t;
};

/// The lanes of this thread's logical warp of `W` lanes. Only they take part.
template <int W> __CUDAFIX_D unsigned WarpMask(unsigned warp) {
  unsigned lanes = W >= 32 ? ~0u : (1u << (W & 31)) - 1;
  return W >= 32 || (W & (W - 1)) ? lanes : lanes << warp * W; // other sizes: one logical warp only
}
template <int W> __CUDAFIX_D unsigned __cudafix_warp_mask() { return W >= 32 ? ~0u : WarpMask<W>(__cudafix_rank_linear() % 32 / W); }
/// Shuffles of any type, 32 bits at a time.
#define __CUDAFIX_SHUFFLE(NAME, BUILTIN)                                                           \
  template <class T> __CUDAFIX_D T NAME(unsigned mask, T v, unsigned l, int width) {               \
    union U { T value; unsigned word[(sizeof(T) + 3) / 4]; __CUDAFIX_DM U() {} } u;                \
    u.value = v;                                                                                   \
    for (unsigned i = 0; i < sizeof(u.word) / 4; ++i)                                              \
      u.word[i] = BUILTIN(mask, u.word[i], l, width);                                              \
    return u.value;                                                                                \
  }                                                                                                \
  __CUDAFIX_D int NAME(unsigned m, int v, unsigned l, int w) { return BUILTIN(m, v, l, w); }       \
  __CUDAFIX_D unsigned NAME(unsigned m, unsigned v, unsigned l, int w) { return BUILTIN(m, v, l, w); } \
  __CUDAFIX_D float NAME(unsigned m, float v, unsigned l, int w) { return BUILTIN(m, v, l, w); }   \
  __CUDAFIX_D double NAME(unsigned m, double v, unsigned l, int w) { return BUILTIN(m, v, l, w); } \
  __CUDAFIX_D long long NAME(unsigned m, long long v, unsigned l, int w) { return BUILTIN(m, v, l, w); } \
  __CUDAFIX_D unsigned long long NAME(unsigned m, unsigned long long v, unsigned l, int w) { return BUILTIN(m, v, l, w); }
__CUDAFIX_SHUFFLE(__cudafix_warp_index, __shfl_sync)
__CUDAFIX_SHUFFLE(__cudafix_warp_up, __shfl_up_sync)
__CUDAFIX_SHUFFLE(__cudafix_warp_down, __shfl_down_sync)
#undef __CUDAFIX_SHUFFLE
template <int W, class T> __CUDAFIX_D T ShuffleIndex(T v, int lane, unsigned mask) { return __cudafix_warp_index(mask, v, lane, W); }
template <int W, class T> __CUDAFIX_D T ShuffleUp(T v, int d, int first, unsigned mask) {
  T o = __cudafix_warp_up(mask, v, d, W);
  return int(LaneId() % W) - d < first ? v : o;
}
template <int W, class T> __CUDAFIX_D T ShuffleDown(T v, int d, int last, unsigned mask) {
  T o = __cudafix_warp_down(mask, v, d, W);
  return int(LaneId() % W) + d > last ? v : o;
}

template <class T, int W = 32, int P = 0> class WarpReduce {
public:
  struct TempStorage {};
  __CUDAFIX_DM WarpReduce(TempStorage &) {}
  template <class Op> __CUDAFIX_DM T Reduce(T v, Op op) {
    for (int d = W / 2; d > 0; d /= 2) {
      T o = __cudafix_warp_down(__cudafix_warp_mask<W>(), v, d, W);
      v = op(v, o);
    }
    return v;
  }
  template <class Op> __CUDAFIX_DM T Reduce(T v, Op op, int n) {
    for (int d = 1; d < W; d *= 2) {
      T o = __cudafix_warp_down(__cudafix_warp_mask<W>(), v, d, W);
      if (int(LaneId() % W) + d < n)
        v = op(v, o);
    }
    return v;
  }
  __CUDAFIX_DM T Sum(T v) { return Reduce(v, cub::Sum()); }
  __CUDAFIX_DM T Sum(T v, int n) { return Reduce(v, cub::Sum(), n); }
  __CUDAFIX_DM T Max(T v) { return Reduce(v, cub::Max()); }
  __CUDAFIX_DM T Max(T v, int n) { return Reduce(v, cub::Max(), n); }
  __CUDAFIX_DM T Min(T v) { return Reduce(v, cub::Min()); }
  __CUDAFIX_DM T Min(T v, int n) { return Reduce(v, cub::Min(), n); }
  /// Each lane that starts a segment gets the segment's value; a vote finds the ends.
  template <class F, class Op> __CUDAFIX_DM T HeadSegmentedReduce(T v, F head, Op op) { return segments(v, __ballot_sync(__cudafix_warp_mask<W>(), head != 0) >> 1, op); }
  template <class F, class Op> __CUDAFIX_DM T TailSegmentedReduce(T v, F tail, Op op) { return segments(v, __ballot_sync(__cudafix_warp_mask<W>(), tail != 0), op); }
  template <class F> __CUDAFIX_DM T HeadSegmentedSum(T v, F head) { return HeadSegmentedReduce(v, head, cub::Sum()); }
  template <class F> __CUDAFIX_DM T TailSegmentedSum(T v, F tail) { return TailSegmentedReduce(v, tail, cub::Sum()); }

private:
  template <class Op> __CUDAFIX_DM T segments(T v, unsigned ends, Op op) {
    ends &= ~0u << LaneId();
    int last = ends == 0 ? W - 1 : (__ffs(ends) - 1) % W;
    for (int d = 1; d < W; d *= 2) {
      T o = __cudafix_warp_down(__cudafix_warp_mask<W>(), v, d, W);
      if (int(LaneId() % W) + d <= last)
        v = op(v, o);
    }
    return v;
  }
};
template <class T, int W = 32, int P = 0> class WarpScan {
public:
  struct TempStorage {};
  __CUDAFIX_DM WarpScan(TempStorage &) {}
  template <class Op> __CUDAFIX_DM void InclusiveScan(T v, T &out, Op op) {
    for (int d = 1; d < W; d *= 2) {
      T o = __cudafix_warp_up(__cudafix_warp_mask<W>(), v, d, W);
      if (__cudafix_rank_linear() % W >= (unsigned)d)
        v = op(o, v);
    }
    out = v;
  }
  template <class Op> __CUDAFIX_DM void InclusiveScan(T v, T &out, Op op, T &total) { InclusiveScan(v, out, op); total = Broadcast(out, W - 1); }
  template <class Op> __CUDAFIX_DM void ExclusiveScan(T v, T &out, Op op) {
    T own;
    InclusiveScan(v, own, op);
    out = __cudafix_warp_up(__cudafix_warp_mask<W>(), own, 1, W);
  }
  template <class Op> __CUDAFIX_DM void ExclusiveScan(T v, T &out, T first, Op op) {
    T before;
    ExclusiveScan(v, before, op);
    out = LaneId() % W == 0 ? first : op(first, before);
  }
  template <class Op> __CUDAFIX_DM void ExclusiveScan(T v, T &out, Op op, T &total) { InclusiveScan(v, total, op); total = Broadcast(total, W - 1); ExclusiveScan(v, out, op); }
  template <class Op> __CUDAFIX_DM void ExclusiveScan(T v, T &out, T first, Op op, T &total) { InclusiveScan(v, total, op); total = Broadcast(total, W - 1); ExclusiveScan(v, out, first, op); }
  template <class Op> __CUDAFIX_DM void Scan(T v, T &in, T &ex, Op op) { InclusiveScan(v, in, op); ExclusiveScan(v, ex, op); }
  template <class Op> __CUDAFIX_DM void Scan(T v, T &in, T &ex, T first, Op op) { InclusiveScan(v, in, op); ExclusiveScan(v, ex, first, op); in = op(first, in); }
  __CUDAFIX_DM void InclusiveSum(T v, T &out) { InclusiveScan(v, out, cub::Sum()); }
  __CUDAFIX_DM void InclusiveSum(T v, T &out, T &total) { InclusiveScan(v, out, cub::Sum(), total); }
  __CUDAFIX_DM void ExclusiveSum(T v, T &out) { InclusiveScan(v, out, cub::Sum()); out = out - v; }
  __CUDAFIX_DM void ExclusiveSum(T v, T &out, T &total) { InclusiveSum(v, out, total); out = out - v; }
  __CUDAFIX_DM T Broadcast(T v, unsigned lane) { return __cudafix_warp_index(__cudafix_warp_mask<W>(), v, lane, W); }
};
template <class T, int X, int I, int B, BlockHistogramAlgorithm A = BLOCK_HISTO_SORT, int Y = 1, int Z = 1, int P = 0> class BlockHistogram {
public:
  struct TempStorage { typename __cudafix_cell<T>::type slot[A == BLOCK_HISTO_SORT ? X * Y * Z * I : 1]; };
  __CUDAFIX_DM BlockHistogram(TempStorage &t) : t(t) {}
  template <class C> __CUDAFIX_DM void InitHistogram(C (&h)[B]) {
    for (int k = __cudafix_rank_linear(); k < B; k += X * Y * Z)
      h[k] = 0;
  }
  template <class C> __CUDAFIX_DM void Composite(T (&v)[I], C (&h)[B]) {
    if (A == BLOCK_HISTO_SORT)
      for (int k = 0; k < I; ++k)
        t.slot[__cudafix_rank_linear() * I + k] = v[k];
    __syncthreads();
    if (A == BLOCK_HISTO_SORT)
      __cudafix_used(t.slot[0]);
    for (int k = 0; k < I; ++k)
      atomicAdd(&h[v[k]], 1);
  }
  template <class C> __CUDAFIX_DM void Histogram(T (&v)[I], C (&h)[B]) { InitHistogram(h); Composite(v, h); }

private:
  TempStorage &t;
};

/// The values that neighbouring threads pass: `Parts` slots for each.
template <class T, int N, int Parts = 1> struct __cudafix_neighbours {
  typedef __cudafix_storage<T, N * Parts> TempStorage;
  __CUDAFIX_DM static void wait(TempStorage &t) {
    __syncthreads();
    __cudafix_used(t.slot[0]);
  }
  __CUDAFIX_DM static T of(TempStorage &t, int by, T none, int part = 0) {
    int i = __cudafix_rank_linear();
    return i + by >= 0 && i + by < N ? t.slot[part * N + i + by] : none;
  }
  __CUDAFIX_DM static T at(TempStorage &t, T own, int by, T none) {
    t.slot[__cudafix_rank_linear()] = own;
    wait(t);
    return of(t, by, none);
  }
};
template <class T, int X, int Y = 1, int Z = 1, int P = 0> class BlockShuffle {
  typedef __cudafix_neighbours<T, X * Y * Z> Next;

public:
  typedef typename Next::TempStorage TempStorage;
  __CUDAFIX_DM BlockShuffle(TempStorage &t) : t(t) {}
  __CUDAFIX_DM void Offset(T v, T &out, int by = 1) { out = Next::at(t, v, by, out); }
  __CUDAFIX_DM void Rotate(T v, T &out, unsigned by = 1) {
    t.slot[__cudafix_rank_linear()] = v;
    Next::wait(t);
    out = t.slot[(__cudafix_rank_linear() + by) % (X * Y * Z)];
  }
  template <int I> __CUDAFIX_DM void Up(T (&v)[I], T (&out)[I]) {
    T first = Next::at(t, v[I - 1], -1, out[0]);
    for (int k = I - 1; k > 0; --k)
      out[k] = v[k - 1];
    out[0] = first;
  }
  template <int I> __CUDAFIX_DM void Up(T (&v)[I], T (&out)[I], T &last) { Up(v, out), last = t.slot[X * Y * Z - 1]; }
  template <int I> __CUDAFIX_DM void Down(T (&v)[I], T (&out)[I]) {
    T last = Next::at(t, v[0], 1, out[I - 1]);
    for (int k = 0; k + 1 < I; ++k)
      out[k] = v[k + 1];
    out[I - 1] = last;
  }
  template <int I> __CUDAFIX_DM void Down(T (&v)[I], T (&out)[I], T &first) { Down(v, out), first = t.slot[0]; }

private:
  TempStorage &t;
};
template <class T, int X, int Y = 1, int Z = 1, int P = 0> class BlockAdjacentDifference {
  typedef __cudafix_neighbours<T, X * Y * Z> Next;
  enum { N = X * Y * Z };

public:
  typedef typename Next::TempStorage TempStorage;
  __CUDAFIX_DM BlockAdjacentDifference(TempStorage &t) : t(t) {}
  template <int I, class O, class Op> __CUDAFIX_DM void SubtractLeft(T (&v)[I], O (&out)[I], Op op) { left(v, out, op, N * I, nullptr); }
  template <int I, class O, class Op> __CUDAFIX_DM void SubtractLeft(T (&v)[I], O (&out)[I], Op op, T before) { left(v, out, op, N * I, &before); }
  template <int I, class O, class Op> __CUDAFIX_DM void SubtractLeftPartialTile(T (&v)[I], O (&out)[I], Op op, int n) { left(v, out, op, n, nullptr); }
  template <int I, class O, class Op> __CUDAFIX_DM void SubtractLeftPartialTile(T (&v)[I], O (&out)[I], Op op, int n, T before) { left(v, out, op, n, &before); }
  template <int I, class O, class Op> __CUDAFIX_DM void SubtractRight(T (&v)[I], O (&out)[I], Op op) { right(v, out, op, N * I, nullptr); }
  template <int I, class O, class Op> __CUDAFIX_DM void SubtractRight(T (&v)[I], O (&out)[I], Op op, T after) { right(v, out, op, N * I, &after); }
  template <int I, class O, class Op> __CUDAFIX_DM void SubtractRightPartialTile(T (&v)[I], O (&out)[I], Op op, int n) { right(v, out, op, n, nullptr); }

private:
  /// The elements from `n` on, and the first where nothing stands before it, are copied.
  template <int I, class O, class Op> __CUDAFIX_DM void left(T (&v)[I], O (&out)[I], Op op, int n, const T *before) {
    int i = __cudafix_rank_linear() * I;
    T first = Next::at(t, v[I - 1], -1, before ? *before : T());
    for (int k = I - 1; k >= 0; --k) {
      bool alone = i + k >= n || (i + k == 0 && !before);
      T own = v[k];
      out[k] = alone ? O(own) : O(op(own, k == 0 ? first : v[k - 1]));
    }
  }
  template <int I, class O, class Op> __CUDAFIX_DM void right(T (&v)[I], O (&out)[I], Op op, int n, const T *after) {
    int i = __cudafix_rank_linear() * I;
    T last = Next::at(t, v[0], 1, after ? *after : T());
    for (int k = 0; k < I; ++k) {
      bool alone = i + k + 1 > n || (i + k + 1 == n && !(after && n == N * I));
      T own = v[k];
      out[k] = alone ? O(own) : O(op(own, k == I - 1 ? last : v[k + 1]));
    }
  }
  TempStorage &t;
};
template <class T, int X, int Y = 1, int Z = 1, int P = 0> class BlockDiscontinuity {
  enum { N = X * Y * Z };
  typedef __cudafix_neighbours<T, N, 2> Next;

public:
  typedef typename Next::TempStorage TempStorage;
  __CUDAFIX_DM BlockDiscontinuity(TempStorage &t) : t(t) {}
  template <int I, class F, class Op> __CUDAFIX_DM void FlagHeads(F (&out)[I], T (&v)[I], Op op) { share(v), heads(out, v, op, nullptr); }
  template <int I, class F, class Op> __CUDAFIX_DM void FlagHeads(F (&out)[I], T (&v)[I], Op op, T before) { share(v), heads(out, v, op, &before); }
  template <int I, class F, class Op> __CUDAFIX_DM void FlagTails(F (&out)[I], T (&v)[I], Op op) { share(v), tails(out, v, op, nullptr); }
  template <int I, class F, class Op> __CUDAFIX_DM void FlagTails(F (&out)[I], T (&v)[I], Op op, T after) { share(v), tails(out, v, op, &after); }
  template <int I, class F, class Op> __CUDAFIX_DM void FlagHeadsAndTails(F (&head)[I], F (&tail)[I], T (&v)[I], Op op) { share(v), heads(head, v, op, nullptr), tails(tail, v, op, nullptr); }
  template <int I, class F, class Op> __CUDAFIX_DM void FlagHeadsAndTails(F (&head)[I], F (&tail)[I], T after, T (&v)[I], Op op) { share(v), heads(head, v, op, nullptr), tails(tail, v, op, &after); }
  template <int I, class F, class Op> __CUDAFIX_DM void FlagHeadsAndTails(F (&head)[I], T before, F (&tail)[I], T (&v)[I], Op op) { share(v), heads(head, v, op, &before), tails(tail, v, op, nullptr); }
  template <int I, class F, class Op> __CUDAFIX_DM void FlagHeadsAndTails(F (&head)[I], T before, F (&tail)[I], T after, T (&v)[I], Op op) { share(v), heads(head, v, op, &before), tails(tail, v, op, &after); }

private:
  template <int I> __CUDAFIX_DM void share(T (&v)[I]) {
    t.slot[__cudafix_rank_linear()] = v[I - 1];
    t.slot[N + __cudafix_rank_linear()] = v[0];
    Next::wait(t);
  }
  template <int I, class F, class Op> __CUDAFIX_DM void heads(F (&out)[I], T (&v)[I], Op op, const T *before) {
    T first = Next::of(t, -1, before ? *before : T());
    for (int k = I - 1; k > 0; --k)
      out[k] = op(v[k - 1], v[k]);
    out[0] = __cudafix_rank_linear() == 0 && !before ? F(1) : F(op(first, v[0]));
  }
  template <int I, class F, class Op> __CUDAFIX_DM void tails(F (&out)[I], T (&v)[I], Op op, const T *after) {
    T last = Next::of(t, 1, after ? *after : T(), 1);
    for (int k = 0; k + 1 < I; ++k)
      out[k] = op(v[k], v[k + 1]);
    out[I - 1] = __cudafix_rank_linear() == N - 1 && !after ? F(1) : F(op(v[I - 1], last));
  }
  TempStorage &t;
};

// ---- iterators and device-wide algorithms
template <class T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  __CUDAFIX_M DoubleBuffer() : selector(0) {}
  __CUDAFIX_M DoubleBuffer(T *a, T *b) : d_buffers{a, b}, selector(0) {}
  __CUDAFIX_M T *Current() { return d_buffers[selector]; }
  __CUDAFIX_M T *Alternate() { return d_buffers[selector ^ 1]; }
};
template <class T, class F, class I, class D = std::ptrdiff_t> class TransformInputIterator {
public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef T value_type;
  typedef D difference_type;
  typedef T *pointer;
  typedef T reference;
  __CUDAFIX_M TransformInputIterator(I i, F f) : i(i), f(f) {}
  __CUDAFIX_M T operator*() const { return f(*i); }
  __CUDAFIX_M T operator[](D n) const { return f(i[n]); }
  __CUDAFIX_M TransformInputIterator operator+(D n) const { return TransformInputIterator(i + n, f); }

private:
  I i;
  F f;
};
template <class T, class D = std::ptrdiff_t> class CountingInputIterator {
public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef T value_type;
  typedef D difference_type;
  typedef T *pointer;
  typedef T reference;
  __CUDAFIX_M CountingInputIterator(T v) : v(v) {}
  __CUDAFIX_M T operator*() const { return v; }
  __CUDAFIX_M T operator[](D n) const { return v + n; }
  __CUDAFIX_M CountingInputIterator operator+(D n) const { return CountingInputIterator(v + n); }

private:
  T v;
};
template <class T, class O = std::ptrdiff_t> using ConstantInputIterator = CountingInputIterator<T, O>;
template <CacheLoadModifier M, class T, class O = std::ptrdiff_t> using CacheModifiedInputIterator = const T *;
#define __CUDAFIX_DEVICE(NAME) template <class... A> static __attribute__((host, device)) cudaError_t NAME(void *, size_t &, A &&...);
struct DeviceReduce { __CUDAFIX_DEVICE(Sum) __CUDAFIX_DEVICE(Min) __CUDAFIX_DEVICE(Max) __CUDAFIX_DEVICE(Reduce) __CUDAFIX_DEVICE(ArgMin) __CUDAFIX_DEVICE(ArgMax) __CUDAFIX_DEVICE(ReduceByKey) __CUDAFIX_DEVICE(TransformReduce) };
struct DeviceScan { __CUDAFIX_DEVICE(InclusiveSum) __CUDAFIX_DEVICE(ExclusiveSum) __CUDAFIX_DEVICE(InclusiveScan) __CUDAFIX_DEVICE(ExclusiveScan) __CUDAFIX_DEVICE(InclusiveSumByKey) __CUDAFIX_DEVICE(ExclusiveSumByKey) __CUDAFIX_DEVICE(InclusiveScanByKey) };
struct DeviceRadixSort { __CUDAFIX_DEVICE(SortKeys) __CUDAFIX_DEVICE(SortPairs) __CUDAFIX_DEVICE(SortKeysDescending) __CUDAFIX_DEVICE(SortPairsDescending) };
struct DeviceMergeSort { __CUDAFIX_DEVICE(SortKeys) __CUDAFIX_DEVICE(SortPairs) __CUDAFIX_DEVICE(StableSortKeys) __CUDAFIX_DEVICE(StableSortPairs) __CUDAFIX_DEVICE(SortKeysCopy) __CUDAFIX_DEVICE(SortPairsCopy) __CUDAFIX_DEVICE(StableSortKeysCopy) };
struct DeviceSelect { __CUDAFIX_DEVICE(Flagged) __CUDAFIX_DEVICE(FlaggedIf) __CUDAFIX_DEVICE(If) __CUDAFIX_DEVICE(Unique) __CUDAFIX_DEVICE(UniqueByKey) };
struct DevicePartition { __CUDAFIX_DEVICE(Flagged) __CUDAFIX_DEVICE(If) };
struct DeviceHistogram { __CUDAFIX_DEVICE(HistogramEven) __CUDAFIX_DEVICE(HistogramRange) };
struct DeviceRunLengthEncode { __CUDAFIX_DEVICE(Encode) __CUDAFIX_DEVICE(NonTrivialRuns) };
struct DeviceSpmv { __CUDAFIX_DEVICE(CsrMV) };
struct DeviceSegmentedReduce { __CUDAFIX_DEVICE(Sum) __CUDAFIX_DEVICE(Min) __CUDAFIX_DEVICE(Max) __CUDAFIX_DEVICE(Reduce) __CUDAFIX_DEVICE(ArgMin) __CUDAFIX_DEVICE(ArgMax) };
struct DeviceSegmentedRadixSort { __CUDAFIX_DEVICE(SortKeys) __CUDAFIX_DEVICE(SortPairs) __CUDAFIX_DEVICE(SortKeysDescending) __CUDAFIX_DEVICE(SortPairsDescending) };
struct DeviceSegmentedSort { __CUDAFIX_DEVICE(SortKeys) __CUDAFIX_DEVICE(SortPairs) __CUDAFIX_DEVICE(SortKeysDescending) __CUDAFIX_DEVICE(SortPairsDescending) __CUDAFIX_DEVICE(StableSortKeys) __CUDAFIX_DEVICE(StableSortPairs) __CUDAFIX_DEVICE(StableSortKeysDescending) __CUDAFIX_DEVICE(StableSortPairsDescending) };
struct DeviceMerge { __CUDAFIX_DEVICE(MergeKeys) __CUDAFIX_DEVICE(MergePairs) };
struct DeviceAdjacentDifference { __CUDAFIX_DEVICE(SubtractLeft) __CUDAFIX_DEVICE(SubtractLeftCopy) __CUDAFIX_DEVICE(SubtractRight) __CUDAFIX_DEVICE(SubtractRightCopy) };
struct DeviceCopy { __CUDAFIX_DEVICE(Batched) };
struct DeviceMemcpy { __CUDAFIX_DEVICE(Batched) };
struct DeviceTransform { template <class... A> static cudaError_t Transform(A &&...); template <class... A> static cudaError_t Generate(A &&...); template <class... A> static cudaError_t Fill(A &&...); };
struct DeviceFor { template <class... A> static cudaError_t Bulk(A &&...); template <class... A> static cudaError_t ForEach(A &&...); };
#undef __CUDAFIX_DEVICE
struct CachingDeviceAllocator {
  CachingDeviceAllocator(unsigned, unsigned = 1, unsigned = ~0u, size_t = ~size_t(0), bool = false, bool = false) {}
  CachingDeviceAllocator(bool = false, bool = false) {}
  virtual ~CachingDeviceAllocator() {}
  cudaError_t SetMaxCachedBytes(size_t);
  cudaError_t DeviceAllocate(int, void **, size_t, cudaStream_t = 0);
  cudaError_t DeviceAllocate(void **, size_t, cudaStream_t = 0);
  cudaError_t DeviceFree(int, void *);
  cudaError_t DeviceFree(void *);
  cudaError_t FreeAllCached();
};
} // namespace cub
#include <cub/__cudafix_warp.h>
#endif
