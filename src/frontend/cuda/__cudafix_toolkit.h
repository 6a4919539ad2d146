// SPDX-License-Identifier: Apache-2.0
//
// Included first when a real toolkit's headers are used: nvcc's builtins that Clang lacks.
#ifndef __CUDAFIX_TOOLKIT_H
#define __CUDAFIX_TOOLKIT_H
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD __MEMORY_SCOPE_SINGLE
#define __NV_THREAD_SCOPE_BLOCK __MEMORY_SCOPE_WRKGRP
#define __NV_THREAD_SCOPE_CLUSTER __MEMORY_SCOPE_DEVICE
#define __NV_THREAD_SCOPE_DEVICE __MEMORY_SCOPE_DEVICE
#define __NV_THREAD_SCOPE_SYSTEM __MEMORY_SCOPE_SYSTEM
// The scope may be left out: the whole system.
#define __CUDAFIX_FIRST(A, ...) A
#define __CUDAFIX_SCOPE(...) __CUDAFIX_FIRST(__VA_ARGS__ __VA_OPT__(,) __MEMORY_SCOPE_SYSTEM)
#define __nv_atomic_fetch_add(p, v, o, ...) __scoped_atomic_fetch_add(p, v, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_sub(p, v, o, ...) __scoped_atomic_fetch_sub(p, v, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_min(p, v, o, ...) __scoped_atomic_fetch_min(p, v, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_max(p, v, o, ...) __scoped_atomic_fetch_max(p, v, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_and(p, v, o, ...) __scoped_atomic_fetch_and(p, v, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_or(p, v, o, ...) __scoped_atomic_fetch_or(p, v, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_fetch_xor(p, v, o, ...) __scoped_atomic_fetch_xor(p, v, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_exchange_n(p, v, o, ...) __scoped_atomic_exchange_n(p, v, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_load_n(p, o, ...) __scoped_atomic_load_n(p, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_store_n(p, v, o, ...) __scoped_atomic_store_n(p, v, o, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_compare_exchange_n(p, e, v, w, s, f, ...) __scoped_atomic_compare_exchange_n(p, e, v, w, s, f, __CUDAFIX_SCOPE(__VA_ARGS__))
#define __nv_atomic_thread_fence(o, ...) __scoped_atomic_thread_fence(o, __CUDAFIX_SCOPE(__VA_ARGS__))
// Clang knows no managed variables.
#undef __managed__
#define __managed__ __attribute__((device))
// The toolkit has declared it, with default arguments.
#define __CUDAFIX_DEFAULT(X)
#include "__cudafix_push.h"
#endif
