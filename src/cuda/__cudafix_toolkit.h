// SPDX-License-Identifier: Apache-2.0
//
// Included first when a real toolkit's headers are used: nvcc's builtins that Clang lacks.
#ifndef __CUDAFIX_TOOLKIT_H
#define __CUDAFIX_TOOLKIT_H
#include "__cudafix_scoped.h"
#include "__cudafix_hooks.h"
// Loads and stores with a cache hint that Clang's header lacks.
template <class T> __CUDAFIX_D T __ldca(const T *p) { return *p; }
template <class T> __CUDAFIX_D T __ldlu(const T *p) { return *p; }
template <class T, class V> __CUDAFIX_D void __stwb(T *p, V v) { *p = v; }
template <class T, class V> __CUDAFIX_D void __stcg(T *p, V v) { *p = v; }
template <class T, class V> __CUDAFIX_D void __stcs(T *p, V v) { *p = v; }
template <class T, class V> __CUDAFIX_D void __stwt(T *p, V v) { *p = v; }
// Clang supports the instructions of clusters.
#define _CG_CLUSTER_INTRINSICS_AVAILABLE
// Clang does not know managed variables.
#undef __managed__
#define __managed__ __attribute__((device))
// The toolkit declares the function with default arguments.
#define __CUDAFIX_DEFAULT(X)
#include "__cudafix_push.h"
#endif
