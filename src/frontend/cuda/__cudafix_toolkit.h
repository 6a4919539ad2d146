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
#define __nv_atomic_fetch_add(p, v, o, s) __scoped_atomic_fetch_add(p, v, o, s)
#define __nv_atomic_load_n(p, o, s) __scoped_atomic_load_n(p, o, s)
#define __nv_atomic_store_n(p, v, o, s) __scoped_atomic_store_n(p, v, o, s)
#define __nv_atomic_exchange_n(p, v, o, s) __scoped_atomic_exchange_n(p, v, o, s)
#define __nv_atomic_thread_fence(o, s) __scoped_atomic_thread_fence(o, s)
#endif
