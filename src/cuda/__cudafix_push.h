// SPDX-License-Identifier: Apache-2.0
//
// A launch reads all its dimensions as plain values: it calls one external function of scalars, and
// everything before that is inlined away.
#ifndef __CUDAFIX_PUSH_H
#define __CUDAFIX_PUSH_H
extern "C" unsigned __cudafix_push(unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                   unsigned bz, size_t shared, void *stream);
extern "C" inline __attribute__((always_inline)) unsigned
__cudaPushCallConfiguration(dim3 g, dim3 b, size_t s __CUDAFIX_DEFAULT(0),
                            void *st __CUDAFIX_DEFAULT(0)) {
  return __cudafix_push(g.x, g.y, g.z, b.x, b.y, b.z, s, st);
}
#endif
