// SPDX-License-Identifier: Apache-2.0
//
// Included first when a real toolkit's headers are used: nvcc's builtins that Clang lacks.
#ifndef __CUDAFIX_TOOLKIT_H
#define __CUDAFIX_TOOLKIT_H
#include "__cudafix_scoped.h"
// Clang knows no managed variables.
#undef __managed__
#define __managed__ __attribute__((device))
// The toolkit has declared it, with default arguments.
#define __CUDAFIX_DEFAULT(X)
#include "__cudafix_push.h"
#endif
