// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups: block and tile operations become the barriers and shuffles they are.
#ifndef __CUDAFIX_COOPERATIVE_GROUPS_H
#define __CUDAFIX_COOPERATIVE_GROUPS_H
#include <__cudafix_runtime.h>

namespace cooperative_groups {

template <class T> struct __cudafix_parts { // a shuffle moves 32 or 64 bits at a time
  union U {
    T value;
    unsigned word[(sizeof(T) + 3) / 4];
    __CUDAFIX_DM U() {}
  };
};

#define __CUDAFIX_SHUFFLE(NAME, BUILTIN)                                                           \
  template <class T> __CUDAFIX_D T __cudafix_##NAME(unsigned mask, T v, unsigned l, unsigned n) {  \
    typename __cudafix_parts<T>::U u;                                                              \
    u.value = v;                                                                                   \
    for (unsigned i = 0; i < sizeof(u.word) / 4; ++i)                                              \
      u.word[i] = BUILTIN(mask, u.word[i], l, n);                                                  \
    return u.value;                                                                                \
  }                                                                                                \
  __CUDAFIX_D int __cudafix_##NAME(unsigned m, int v, unsigned l, unsigned n) { return BUILTIN(m, v, l, n); }           \
  __CUDAFIX_D unsigned __cudafix_##NAME(unsigned m, unsigned v, unsigned l, unsigned n) { return BUILTIN(m, v, l, n); } \
  __CUDAFIX_D float __cudafix_##NAME(unsigned m, float v, unsigned l, unsigned n) { return BUILTIN(m, v, l, n); }       \
  __CUDAFIX_D double __cudafix_##NAME(unsigned m, double v, unsigned l, unsigned n) { return BUILTIN(m, v, l, n); }     \
  __CUDAFIX_D long long __cudafix_##NAME(unsigned m, long long v, unsigned l, unsigned n) { return BUILTIN(m, v, l, n); } \
  __CUDAFIX_D unsigned long long __cudafix_##NAME(unsigned m, unsigned long long v, unsigned l, unsigned n) { return BUILTIN(m, v, l, n); }
__CUDAFIX_SHUFFLE(shfl, __shfl_sync)
__CUDAFIX_SHUFFLE(shfl_up, __shfl_up_sync)
__CUDAFIX_SHUFFLE(shfl_down, __shfl_down_sync)
__CUDAFIX_SHUFFLE(shfl_xor, __shfl_xor_sync)
#undef __CUDAFIX_SHUFFLE

// Ranks and sizes, for any shape of blocks and grid: functions named __cudafix_rank_... do not
// count as reading a dimension (frontend/ReadDimensions.h).
__CUDAFIX_D unsigned __cudafix_rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__CUDAFIX_D unsigned __cudafix_rank_block_size() { return blockDim.x * blockDim.y * blockDim.z; }
__CUDAFIX_D unsigned long long __cudafix_rank_grid_size() {
  return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
}
__CUDAFIX_D unsigned long long __cudafix_rank_in_grid() {
  return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
}
__CUDAFIX_D unsigned __cudafix_lane() { return __cudafix_rank_in_block() % 32; }
/// The lanes of this thread's tile of `n` lanes.
__CUDAFIX_D unsigned __cudafix_tile_mask(unsigned n) {
  return n >= 32 ? ~0u : ((1u << n) - 1) << (__cudafix_lane() & ~(n - 1));
}

/// A group whose size is only known at run time: the base of all groups.
class thread_group {
public:
  unsigned __kind, __size; // 0 block, 1 tile, 2 coalesced (then __size is the mask), 3 grid
  __CUDAFIX_DM unsigned size() const { return __kind == 2 ? __popc(__size) : __size; }
  __CUDAFIX_DM unsigned num_threads() const { return size(); }
  __CUDAFIX_DM unsigned thread_rank() const {
    if (__kind == 0)
      return __cudafix_rank_in_block();
    if (__kind == 2)
      return __popc(__size & ((1u << __cudafix_lane()) - 1));
    return __cudafix_rank_in_block() % __size;
  }
  __CUDAFIX_DM bool is_valid() const { return true; }
  __CUDAFIX_DM void sync() const {
    if (__kind == 0)
      __syncthreads();
    else if (__kind == 1)
      __cudafix_tile_sync(__size);
    else if (__kind == 2)
      __cudafix_coalesced_sync(__size);
    else
      __cudafix_grid_sync();
  }
};

class thread_block : public thread_group {
public:
  typedef unsigned arrival_token;
  __CUDAFIX_DM thread_block() { __kind = 0; __size = __cudafix_rank_block_size(); }
  __CUDAFIX_DM static void sync() { __syncthreads(); }
  __CUDAFIX_DM arrival_token barrier_arrive() const { __cudafix_barrier_arrive(nullptr, 0); return 0; }
  __CUDAFIX_DM void barrier_wait(arrival_token &&) const { __cudafix_barrier_wait(nullptr, 0); }
  __CUDAFIX_DM static unsigned size() { return __cudafix_rank_block_size(); }
  __CUDAFIX_DM static unsigned num_threads() { return __cudafix_rank_block_size(); }
  __CUDAFIX_DM static unsigned thread_rank() { return __cudafix_rank_in_block(); }
  __CUDAFIX_DM static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __CUDAFIX_DM static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __CUDAFIX_DM static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __CUDAFIX_DM static dim3 dim_threads() { return group_dim(); }
};

class grid_group : public thread_group {
public:
  typedef unsigned arrival_token;
  __CUDAFIX_DM grid_group() { __kind = 3; __size = 0; }
  __CUDAFIX_DM static bool is_valid() { return true; }
  __CUDAFIX_DM static void sync() { __cudafix_grid_sync(); }
  __CUDAFIX_DM arrival_token barrier_arrive() const { __cudafix_barrier_arrive(nullptr, 1); return 0; }
  __CUDAFIX_DM void barrier_wait(arrival_token &&) const { __cudafix_barrier_wait(nullptr, 1); }
  __CUDAFIX_DM static unsigned long long num_blocks() { return __cudafix_rank_grid_size(); }
  __CUDAFIX_DM static unsigned long long block_rank() { return __cudafix_rank_in_grid(); }
  __CUDAFIX_DM static unsigned long long size() { return num_blocks() * __cudafix_rank_block_size(); }
  __CUDAFIX_DM static unsigned long long num_threads() { return size(); }
  __CUDAFIX_DM static unsigned long long thread_rank() { return block_rank() * __cudafix_rank_block_size() + __cudafix_rank_in_block(); }
  __CUDAFIX_DM static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __CUDAFIX_DM static dim3 dim_blocks() { return group_dim(); }
  __CUDAFIX_DM static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};

class multi_grid_group : public grid_group {
public:
  __CUDAFIX_DM static unsigned grid_rank() { return 0; }
  __CUDAFIX_DM static unsigned num_grids() { return 1; }
};

#define __CUDAFIX_CLUSTER(NAME, REGISTER)                                                          \
  __CUDAFIX_D unsigned __cudafix_##NAME() {                                                        \
    unsigned v;                                                                                    \
    asm("mov.u32 %0, %%" REGISTER ";" : "=r"(v));                                                  \
    return v;                                                                                      \
  }
__CUDAFIX_CLUSTER(cluster_rank, "cluster_ctarank")
__CUDAFIX_CLUSTER(cluster_blocks, "cluster_nctarank")
__CUDAFIX_CLUSTER(cluster_x, "cluster_ctaid.x")
__CUDAFIX_CLUSTER(cluster_y, "cluster_ctaid.y")
__CUDAFIX_CLUSTER(cluster_z, "cluster_ctaid.z")
__CUDAFIX_CLUSTER(cluster_dim_x, "cluster_nctaid.x")
__CUDAFIX_CLUSTER(cluster_dim_y, "cluster_nctaid.y")
__CUDAFIX_CLUSTER(cluster_dim_z, "cluster_nctaid.z")
#undef __CUDAFIX_CLUSTER

class cluster_group : public thread_group {
public:
  typedef unsigned arrival_token;
  __CUDAFIX_DM static void sync() { __cudafix_cluster_sync(); }
  __CUDAFIX_DM static arrival_token barrier_arrive() { __cudafix_cluster_arrive(0); return 0; }
  __CUDAFIX_DM static void barrier_wait() { __cudafix_cluster_wait(); }
  __CUDAFIX_DM static void barrier_wait(arrival_token &&) { __cudafix_cluster_wait(); }
  __CUDAFIX_DM static unsigned block_rank() { return __cudafix_cluster_rank(); }
  __CUDAFIX_DM static unsigned num_blocks() { return __cudafix_cluster_blocks(); }
  __CUDAFIX_DM static dim3 block_index() { return dim3(__cudafix_cluster_x(), __cudafix_cluster_y(), __cudafix_cluster_z()); }
  __CUDAFIX_DM static dim3 dim_blocks() { return dim3(__cudafix_cluster_dim_x(), __cudafix_cluster_dim_y(), __cudafix_cluster_dim_z()); }
  __CUDAFIX_DM static dim3 dim_threads() { dim3 d = dim_blocks(); return dim3(d.x * blockDim.x, d.y * blockDim.y, d.z * blockDim.z); }
  __CUDAFIX_DM static unsigned num_threads() { return num_blocks() * __cudafix_rank_block_size(); }
  __CUDAFIX_DM static unsigned size() { return num_threads(); }
  __CUDAFIX_DM static unsigned thread_rank() { return block_rank() * __cudafix_rank_block_size() + __cudafix_rank_in_block(); }
  __CUDAFIX_DM static unsigned query_shared_rank(const void *p) { return __cudafix_shared_rank(p); }
  template <class T> __CUDAFIX_DM static T *map_shared_rank(T *p, int r) { return (T *)__cudafix_map_shared((void *)p, r); }
};

class coalesced_group : public thread_group {
public:
  __CUDAFIX_DM explicit coalesced_group(unsigned m) { __kind = 2; __size = m; }
  __CUDAFIX_DM unsigned size() const { return __popc(__size); }
  __CUDAFIX_DM unsigned num_threads() const { return __popc(__size); }
  __CUDAFIX_DM unsigned thread_rank() const { return __popc(__size & ((1u << __cudafix_lane()) - 1)); }
  __CUDAFIX_DM void sync() const { __cudafix_coalesced_sync(__size); }
  __CUDAFIX_DM unsigned meta_group_rank() const { return 0; }
  __CUDAFIX_DM unsigned meta_group_size() const { return 1; }
  __CUDAFIX_DM int any(int p) const { return __ballot_sync(__size, p) != 0; }
  __CUDAFIX_DM int all(int p) const { return __ballot_sync(__size, p) == __size; }
  __CUDAFIX_DM unsigned ballot(int p) const { return __ballot_sync(__size, p); }
  template <class T> __CUDAFIX_DM T shfl(T v, unsigned r) const {
    return __cudafix_shfl(__size, v, __cudafix_nth_lane(__size, r), 32);
  }
  template <class T> __CUDAFIX_DM T shfl_down(T v, unsigned d) const {
    return __cudafix_shfl(__size, v, __cudafix_nth_lane(__size, thread_rank() + d), 32);
  }
  template <class T> __CUDAFIX_DM T shfl_up(T v, unsigned d) const {
    return __cudafix_shfl(__size, v, __cudafix_nth_lane(__size, thread_rank() - d), 32);
  }
  template <class T> __CUDAFIX_DM unsigned match_any(T v) const { return __match_any_sync(__size, v); }
  template <class T> __CUDAFIX_DM unsigned match_all(T v, int &p) const { return __match_all_sync(__size, v, &p); }
};

template <unsigned N> class __cudafix_tile : public thread_group {
public:
  __CUDAFIX_DM __cudafix_tile() { __kind = 1; __size = N; }
  __CUDAFIX_DM static constexpr unsigned size() { return N; }
  __CUDAFIX_DM static constexpr unsigned num_threads() { return N; }
  __CUDAFIX_DM static unsigned thread_rank() { return __cudafix_rank_in_block() % N; }
  __CUDAFIX_DM static unsigned meta_group_rank() { return __cudafix_rank_in_block() / N; }
  __CUDAFIX_DM static unsigned meta_group_size() { return (__cudafix_rank_block_size() + N - 1) / N; }
  __CUDAFIX_DM static void sync() { __cudafix_tile_sync(N); }
  __CUDAFIX_DM static unsigned __mask() { return __cudafix_tile_mask(N); }
  template <class T> __CUDAFIX_DM T shfl(T v, unsigned l) const { return __cudafix_shfl(__mask(), v, l, N); }
  template <class T> __CUDAFIX_DM T shfl_up(T v, unsigned d) const { return __cudafix_shfl_up(__mask(), v, d, N); }
  template <class T> __CUDAFIX_DM T shfl_down(T v, unsigned d) const { return __cudafix_shfl_down(__mask(), v, d, N); }
  template <class T> __CUDAFIX_DM T shfl_xor(T v, unsigned d) const { return __cudafix_shfl_xor(__mask(), v, d, N); }
  __CUDAFIX_DM int any(int p) const { return ballot(p) != 0; }
  __CUDAFIX_DM int all(int p) const { return ballot(!p) == 0; }
  __CUDAFIX_DM unsigned ballot(int p) const {
    unsigned b = __ballot_sync(__mask(), p);
    return N >= 32 ? b : (b >> (__cudafix_lane() & ~(N - 1))) & ((1u << (N & 31)) - 1);
  }
  template <class T> __CUDAFIX_DM unsigned match_any(T v) const { return __match_any_sync(__mask(), v); }
  template <class T> __CUDAFIX_DM unsigned match_all(T v, int &p) const { return __match_all_sync(__mask(), v, &p); }
};
template <unsigned N, class Parent = void> class thread_block_tile : public __cudafix_tile<N> {
public:
  __CUDAFIX_DM thread_block_tile() {}
  template <class P> __CUDAFIX_DM thread_block_tile(const thread_block_tile<N, P> &) {}
};

/// Shared memory for groups of more than a warp.
template <unsigned MaxBlockSize = 1024> struct block_tile_memory { char __scratch[MaxBlockSize / 32 * 16]; };

__CUDAFIX_D thread_block this_thread_block() { return thread_block(); }
template <unsigned N> __CUDAFIX_D thread_block this_thread_block(block_tile_memory<N> &) { return thread_block(); }
__CUDAFIX_D thread_block_tile<1> this_thread() { return thread_block_tile<1>(); }
__CUDAFIX_D grid_group this_grid() { return grid_group(); }
__CUDAFIX_D multi_grid_group this_multi_grid() { return multi_grid_group(); }
__CUDAFIX_D cluster_group this_cluster() { return cluster_group(); }
__CUDAFIX_D coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
template <unsigned N, class P> __CUDAFIX_D thread_block_tile<N, P> tiled_partition(const P &) { return thread_block_tile<N, P>(); }
template <class P> __CUDAFIX_D thread_group tiled_partition(const P &, unsigned n) {
  thread_group g;
  g.__kind = 1;
  g.__size = n;
  return g;
}
template <class G> __CUDAFIX_D coalesced_group binary_partition(const G &, bool p) {
  unsigned b = __ballot_sync(__activemask(), p);
  return coalesced_group(p ? b : __activemask() & ~b);
}
template <class G, class T> __CUDAFIX_D coalesced_group labeled_partition(const G &, T label) {
  return coalesced_group(__match_any_sync(__activemask(), label));
}
template <class G> __CUDAFIX_D void sync(const G &g) { g.sync(); }
template <class G> __CUDAFIX_D void synchronize(const G &g) { g.sync(); }
template <class G> __CUDAFIX_D unsigned thread_rank(const G &g) { return g.thread_rank(); }
template <class G> __CUDAFIX_D unsigned group_size(const G &g) { return g.size(); }

template <class T> struct plus { __CUDAFIX_DM T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __CUDAFIX_DM T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __CUDAFIX_DM T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __CUDAFIX_DM T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { __CUDAFIX_DM T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { __CUDAFIX_DM T operator()(T a, T b) const { return a ^ b; } };

// Only the lanes of the group take part: lanes of a tile by its mask, lanes of a coalesced group by
// their ranks.
template <unsigned N, class P, class T, class Op> __CUDAFIX_D T reduce(const thread_block_tile<N, P> &g, T v, Op op) {
  for (unsigned d = N / 2; d > 0; d /= 2)
    v = op(v, g.shfl_xor(v, d));
  return g.shfl(v, 0); // one value for all lanes
}
template <class T, class Op> __CUDAFIX_D T reduce(const coalesced_group &g, T v, Op op) {
  T sum = g.shfl(v, 0);
  for (unsigned r = 1; r < g.size(); ++r)
    sum = op(sum, g.shfl(v, r));
  return sum;
}
template <class G, class T, class Op> __CUDAFIX_D T inclusive_scan(const G &g, T v, Op op) {
  for (unsigned d = 1; d < g.size(); d *= 2) {
    T o = g.shfl_up(v, d);
    if (g.thread_rank() >= d)
      v = op(o, v);
  }
  return v;
}
template <class G, class T> __CUDAFIX_D T inclusive_scan(const G &g, T v) { return inclusive_scan(g, v, plus<T>()); }
template <class G, class T, class Op> __CUDAFIX_D T exclusive_scan(const G &g, T v, Op op) {
  T o = g.shfl_up(inclusive_scan(g, v, op), 1);
  return g.thread_rank() == 0 ? T() : o;
}
template <class G, class T> __CUDAFIX_D T exclusive_scan(const G &g, T v) { return exclusive_scan(g, v, plus<T>()); }
template <class G, class F, class... A> __CUDAFIX_D void invoke_one(const G &g, F &&f, A &&...a) {
  if (g.thread_rank() == 0)
    f(a...);
}
template <class G, class F, class... A> __CUDAFIX_D auto invoke_one_broadcast(const G &g, F &&f, A &&...a) -> decltype(f(a...)) {
  decltype(f(a...)) v{};
  if (g.thread_rank() == 0)
    v = f(a...);
  return g.shfl(v, 0);
}

/// One lane of the group updates the atomic with what the group has reduced.
template <class G, class A, class T, class Op> __CUDAFIX_D void reduce_update_async(const G &g, A &to, T v, Op op) {
  T sum = reduce(g, v, op);
  if (g.thread_rank() == 0)
    to.fetch_add(sum);
}
template <class G, class A, class T, class Op> __CUDAFIX_D void reduce_store_async(const G &g, A &to, T v, Op op) {
  T sum = reduce(g, v, op);
  if (g.thread_rank() == 0)
    to.store(sum);
}
template <class G, class A, class T, class Op> __CUDAFIX_D T inclusive_scan_update(const G &g, A &to, T v, Op op) {
  T own = inclusive_scan(g, v, op), before{};
  if (g.thread_rank() == g.size() - 1)
    before = to.fetch_add(own);
  return op(g.shfl(before, g.size() - 1), own);
}
template <class G, class A, class T, class Op> __CUDAFIX_D T exclusive_scan_update(const G &g, A &to, T v, Op op) {
  T own = exclusive_scan(g, v, op), before{};
  if (g.thread_rank() == g.size() - 1)
    before = to.fetch_add(op(own, v));
  return op(g.shfl(before, g.size() - 1), own);
}

/// The threads of the group share the copy; each issues its part. A wait counts the copies.
template <class G> __CUDAFIX_D void memcpy_async(const G &g, void *dst, const void *src, size_t bytes) {
  size_t part = (bytes + g.size() - 1) / g.size(), from = part * g.thread_rank();
  if (from < bytes)
    __cudafix_async_copy((char *)dst + from, (const char *)src + from, from + part < bytes ? part : bytes - from);
  __cudafix_async_commit();
}
template <class G, class T, class S>
__CUDAFIX_D void memcpy_async(const G &g, T *dst, const S *src, size_t bytes) {
  memcpy_async(g, (void *)dst, (const void *)src, bytes);
}
template <class G> __CUDAFIX_D void wait(const G &g) {
  __cudafix_async_wait(0);
  g.sync();
}
template <unsigned N, class G> __CUDAFIX_D void wait_prior(const G &g) {
  __cudafix_async_wait(N);
  g.sync();
}

} // namespace cooperative_groups
#endif
