// SPDX-License-Identifier: Apache-2.0
//
// Force-included before the cases of GPUVerify's test suite. Preconditions and assumptions
// become assumptions of the compiler, everything that only helps a proof disappears.
#pragma once

#if __has_include(<assert.h>)
#include <assert.h> // declares a function __assert, so it comes before the macro
#endif

// The suite's own cuda.h declares these too.
#include <cooperative_groups.h>
#include <curand_kernel.h>

// Assumptions.
#define __requires(condition) __builtin_assume(condition)
#define __assume(condition) __builtin_assume(condition)

// Claims and hints for the prover; an invariant stands where a value is expected.
#define __assert(condition) static_cast<void>(0)
#define __ensures(condition)
#define __axiom(condition)
#define __requires_fresh_array(pointer)
#define __function_wide_invariant(condition)
#define __invariant(condition) true
#define __global_invariant(condition) true
#define __candidate_invariant(condition) true

// Terms of the annotation language that can stand inside an assumption: each is replaced
// by the weakest value, so that nothing is assumed that the case does not say.
#define __enabled() true
#define __implies(premise, conclusion) (!(premise) || (conclusion))
#define __uniform_int(value) true
#define __uniform_bool(value) true
#define __distinct_int(value) true
#define __distinct_bool(value) true
#define __at_most_one(value) true
#define __other_int(value) (value)
#define __other_bool(value) (value)
#define __read(array) false
#define __write(array) false
#define __no_read(array) true
#define __no_write(array) true
#define __read_implies(array, condition) true
#define __write_implies(array, condition) true
#define __read_offset_bytes(array) 0
#define __write_offset_bytes(array) 0
#define __ptr_offset_bytes(pointer) 0
#define __return_val_int() 0
#define __return_val_bool() true
#define __non_temporal(statement) statement

// Arithmetic helpers.
#define __is_pow2(x) ((((x) & ((x) - 1))) == 0)
#define __mod_pow2(x, y) ((x) & ((y) - 1))
#define __add_noovfl(x, y) ((x) + (y))
