// SPDX-License-Identifier: Apache-2.0
//
// Atomic operations of a scope, for cuda::atomic and nvcc's __nv_atomic_*. The scope stands in the
// name of the helper, as for the atomic functions; the order is a constant once it is inlined.
#ifndef __CUDAFIX_SCOPED_H
#define __CUDAFIX_SCOPED_H
#ifdef __cplusplus
#define __CUDAFIX_ANY static inline __attribute__((host)) __attribute__((device))
// The model has no scope of a cluster: that of the device includes it.
extern "C" __attribute__((host)) __attribute__((device)) void __cudafix_cluster_order(void);

// For other types, such as float, the builtins pass values through memory.
#define __CUDAFIX_PLAIN(T) (__is_integral(T) || __is_pointer(T))
#define __CUDAFIX_SCOPED(SUFFIX, SCOPE)                                                            \
  __CUDAFIX_ANY void __cudafix_atomic_fence##SUFFIX(int o) { __scoped_atomic_thread_fence(o, SCOPE); } \
  template <class T> __CUDAFIX_ANY T __cudafix_atomic_load##SUFFIX(T *p, int o) { \
    if constexpr (__CUDAFIX_PLAIN(T)) return __scoped_atomic_load_n(p, o, SCOPE); \
    else { __remove_cv(T) r; __scoped_atomic_load(p, &r, o, SCOPE); return r; } \
  } \
  template <class T> __CUDAFIX_ANY void __cudafix_atomic_store##SUFFIX(T *p, T v, int o) { \
    if constexpr (__CUDAFIX_PLAIN(T)) __scoped_atomic_store_n(p, v, o, SCOPE); \
    else __scoped_atomic_store(p, &v, o, SCOPE); \
  } \
  template <class T> __CUDAFIX_ANY bool __cudafix_atomic_cas##SUFFIX(T *p, T &c, T v, int o) { \
    if constexpr (__CUDAFIX_PLAIN(T)) return __scoped_atomic_compare_exchange_n(p, &c, v, false, o, __ATOMIC_RELAXED, SCOPE); \
    else return __scoped_atomic_compare_exchange(p, &c, &v, false, o, __ATOMIC_RELAXED, SCOPE); \
  } \
  template <class T> __CUDAFIX_ANY T __cudafix_atomic_add##SUFFIX(T *p, T v, int o) { return __scoped_atomic_fetch_add(p, v, o, SCOPE); } \
  template <class T> __CUDAFIX_ANY T __cudafix_atomic_sub##SUFFIX(T *p, T v, int o) { return __scoped_atomic_fetch_sub(p, v, o, SCOPE); } \
  template <class T> __CUDAFIX_ANY T __cudafix_atomic_min##SUFFIX(T *p, T v, int o) { return __scoped_atomic_fetch_min(p, v, o, SCOPE); } \
  template <class T> __CUDAFIX_ANY T __cudafix_atomic_max##SUFFIX(T *p, T v, int o) { return __scoped_atomic_fetch_max(p, v, o, SCOPE); } \
  template <class T> __CUDAFIX_ANY T __cudafix_atomic_and##SUFFIX(T *p, T v, int o) { return __scoped_atomic_fetch_and(p, v, o, SCOPE); } \
  template <class T> __CUDAFIX_ANY T __cudafix_atomic_or##SUFFIX(T *p, T v, int o) { return __scoped_atomic_fetch_or(p, v, o, SCOPE); } \
  template <class T> __CUDAFIX_ANY T __cudafix_atomic_xor##SUFFIX(T *p, T v, int o) { return __scoped_atomic_fetch_xor(p, v, o, SCOPE); } \
  template <class T> __CUDAFIX_ANY T __cudafix_atomic_exchange##SUFFIX(T *p, T v, int o) { \
    if constexpr (__CUDAFIX_PLAIN(T)) return __scoped_atomic_exchange_n(p, v, o, SCOPE); \
    else { T r; __scoped_atomic_exchange(p, &v, &r, o, SCOPE); return r; } \
  }
__CUDAFIX_SCOPED(_system, __MEMORY_SCOPE_SYSTEM)
__CUDAFIX_SCOPED(_device, __MEMORY_SCOPE_DEVICE)
__CUDAFIX_SCOPED(_block, __MEMORY_SCOPE_WRKGRP)
#undef __CUDAFIX_SCOPED
#undef __CUDAFIX_PLAIN

// ---- nvcc's own
#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD __MEMORY_SCOPE_SINGLE
#define __NV_THREAD_SCOPE_BLOCK __MEMORY_SCOPE_WRKGRP
#define __NV_THREAD_SCOPE_CLUSTER __MEMORY_SCOPE_CLUSTR
#define __NV_THREAD_SCOPE_DEVICE __MEMORY_SCOPE_DEVICE
#define __NV_THREAD_SCOPE_SYSTEM __MEMORY_SCOPE_SYSTEM
// The scope may be omitted; it is then the whole system.
#define __CUDAFIX_FIRST(A, ...) A
#define __CUDAFIX_SCOPE(...) __CUDAFIX_FIRST(__VA_ARGS__ __VA_OPT__(, ) __MEMORY_SCOPE_SYSTEM)

// At the scope of one thread, an operation need not be atomic for other threads.
#define __CUDAFIX_BY_SCOPE(NAME, ALONE, ...)                                                       \
  if constexpr (S == __MEMORY_SCOPE_SYSTEM) return __cudafix_atomic_##NAME##_system(__VA_ARGS__);  \
  else if constexpr (S == __MEMORY_SCOPE_WRKGRP) return __cudafix_atomic_##NAME##_block(__VA_ARGS__); \
  else if constexpr (S == __MEMORY_SCOPE_SINGLE) ALONE                                             \
  else {                                                                                           \
    if constexpr (S == __MEMORY_SCOPE_CLUSTR) __cudafix_cluster_order();                           \
    return __cudafix_atomic_##NAME##_device(__VA_ARGS__);                                          \
  }
#define __CUDAFIX_UPDATE(NAME, RESULT)                                                             \
  template <int S, class T, class V> __CUDAFIX_ANY T __cudafix_nv_##NAME(T *p, V with, int o) {    \
    T v = (T)with;                                                                                 \
    __CUDAFIX_BY_SCOPE(NAME, { T old = *p; *p = RESULT; return old; }, p, v, o)                    \
  }
__CUDAFIX_UPDATE(add, old + v)
__CUDAFIX_UPDATE(sub, old - v)
__CUDAFIX_UPDATE(min, v < old ? v : old)
__CUDAFIX_UPDATE(max, old < v ? v : old)
__CUDAFIX_UPDATE(and, old & v)
__CUDAFIX_UPDATE(or, old | v)
__CUDAFIX_UPDATE(xor, old ^ v)
__CUDAFIX_UPDATE(exchange, v)
#undef __CUDAFIX_UPDATE
template <int S, class T> __CUDAFIX_ANY T __cudafix_nv_load(T *p, int o) {
  __CUDAFIX_BY_SCOPE(load, { return *p; }, p, o)
}
template <int S, class T, class V> __CUDAFIX_ANY void __cudafix_nv_store(T *p, V with, int o) {
  T v = (T)with;
  __CUDAFIX_BY_SCOPE(store, { *p = v; }, p, v, o)
}
template <int S, class T, class V> __CUDAFIX_ANY bool __cudafix_nv_cas(T *p, T *e, V with, int o) {
  T v = (T)with;
  __CUDAFIX_BY_SCOPE(cas, { T old = *p; bool same = old == *e; *p = same ? v : old; *e = old; return same; }, p, *e, v, o)
}
template <int S> __CUDAFIX_ANY void __cudafix_nv_fence(int o) { __CUDAFIX_BY_SCOPE(fence, {}, o) }
#undef __CUDAFIX_BY_SCOPE

#define __nv_atomic_fetch_add(p, v, o, ...) __cudafix_nv_add<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_add(p, v, o, ...) (void)__cudafix_nv_add<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_fetch_sub(p, v, o, ...) __cudafix_nv_sub<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_sub(p, v, o, ...) (void)__cudafix_nv_sub<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_fetch_min(p, v, o, ...) __cudafix_nv_min<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_min(p, v, o, ...) (void)__cudafix_nv_min<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_fetch_max(p, v, o, ...) __cudafix_nv_max<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_max(p, v, o, ...) (void)__cudafix_nv_max<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_fetch_and(p, v, o, ...) __cudafix_nv_and<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_and(p, v, o, ...) (void)__cudafix_nv_and<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_fetch_or(p, v, o, ...) __cudafix_nv_or<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_or(p, v, o, ...) (void)__cudafix_nv_or<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_fetch_xor(p, v, o, ...) __cudafix_nv_xor<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_xor(p, v, o, ...) (void)__cudafix_nv_xor<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_exchange_n(p, v, o, ...) __cudafix_nv_exchange<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_exchange(p, v, r, o, ...) (void)(*(r) = __cudafix_nv_exchange<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, *(v), o))
#define __nv_atomic_load_n(p, o, ...) __cudafix_nv_load<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, o)
#define __nv_atomic_load(p, r, o, ...) (void)(*(r) = __cudafix_nv_load<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, o))
#define __nv_atomic_store_n(p, v, o, ...) __cudafix_nv_store<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, v, o)
#define __nv_atomic_store(p, v, o, ...) __cudafix_nv_store<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, *(v), o)
#define __nv_atomic_compare_exchange_n(p, e, v, w, s, f, ...) __cudafix_nv_cas<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, e, v, s)
#define __nv_atomic_compare_exchange(p, e, v, w, s, f, ...) __cudafix_nv_cas<__CUDAFIX_SCOPE(__VA_ARGS__)>(p, e, *(v), s)
#define __nv_atomic_thread_fence(o, ...) __cudafix_nv_fence<__CUDAFIX_SCOPE(__VA_ARGS__)>(o)
#undef __CUDAFIX_ANY
#endif
#endif
