// SPDX-License-Identifier: Apache-2.0
//
// The CUDA runtime as the analysis sees it; included before every CUDA unit. Where LLVM has
// an instruction or intrinsic for an operation it is used (atomicrmw, cmpxchg, llvm.nvvm.*);
// the rest are external functions with these names, all `convergent` unless said otherwise:
//
//   void __cudafix_grid_sync(void)                       grid.sync()
//   void __cudafix_cluster_sync(void)                    cluster.sync()
//   void __cudafix_cluster_arrive(unsigned relaxed), __cudafix_cluster_wait(void)   its two parts
//   void *__cudafix_map_shared(void *p, unsigned rank)   pure: the same place in another block
//   unsigned __cudafix_shared_rank(const void *p)        pure: the block that has the place
//   void __cudafix_tile_sync(unsigned size)              tile.sync(), size: lanes of the tile
//   void __cudafix_coalesced_sync(unsigned mask)         coalesced_group.sync()
//   void __cudafix_barrier_init(void *b, unsigned n)     cuda::barrier: count of arrivals
//   uint64_t __cudafix_barrier_arrive(void *b, unsigned n)
//   uint64_t __cudafix_barrier_arrive_tx(void *b, unsigned n, unsigned bytes)   bytes of copies, too
//   uint64_t __cudafix_barrier_drop(void *b, unsigned n)   also of all later phases
//   void __cudafix_barrier_wait(void *b, uint64_t token), __cudafix_barrier_wait_parity
//   bool __cudafix_barrier_test(void *b, uint64_t token), __cudafix_barrier_test_parity
//   void __cudafix_barrier_end(void *b)                  its memory may be used for something else
//   void __cudafix_mbarrier_copies(void *b, unsigned n = 1, unsigned bytes = 0, unsigned added)   an
//     arrival that the end of the thread's asynchronous copies brings about; added: one more is due
//   void __cudafix_bulk_in(void *dst, const void *src, size_t bytes, void *b)   for a phase of b
//   void __cudafix_async_copy(void *dst, const void *src, size_t bytes)   asynchronous copy
//   void __cudafix_async_commit(void), void __cudafix_async_wait(unsigned n)
//   void __cudafix_tex_read(void *out, size_t bytes, uint64_t handle, float x, y, z, int kind)
//   void __cudafix_tex_fetch(void *out, size_t bytes, uint64_t handle, int x, int kind)
//   void __cudafix_surf_read(void *out, size_t bytes, uint64_t handle, int x, y, z, int mode)
//   void __cudafix_surf_write(const void *in, size_t bytes, uint64_t handle, int x, y, z, int mode)
//   T __cudafix_opaque_<type>(...)                       pure: a value nothing is known about
//
// Blocks and warps use LLVM's own: __syncthreads llvm.nvvm.barrier.cta.sync.aligned.all(0),
// __syncthreads_{count,and,or} llvm.nvvm.barrier.cta.red.*, __syncwarp llvm.nvvm.bar.warp.sync,
// bar.sync id, n llvm.nvvm.barrier.cta.sync.aligned.count, __threadfence* llvm.nvvm.membar.*,
// shuffles llvm.nvvm.shfl.sync.*, votes llvm.nvvm.vote.*, __match_* llvm.nvvm.match.*.
// Scopes of atomics: "block", "device", "" (system).
#ifndef __CUDAFIX_RUNTIME_H
#define __CUDAFIX_RUNTIME_H
#include <__cudafix_types.h>
#include <__cudafix_api.h>
#include <__cudafix_device.h>
#include <__cudafix_texture.h>
#include <library_types.h>
#endif
