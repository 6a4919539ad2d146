# SPDX-License-Identifier: Apache-2.0
"""What stands between the two accesses of a small kernel, and the shapes they stand in."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Between:
    """One construct, or several statements that are one."""

    name: str
    code: str
    setup: str = ""
    grid: bool = False  # wants a cooperative launch


def b(name: str, code: str, setup: str = "", grid: bool = False) -> Between:
    return Between(name, code, setup, grid)


BARRIER = ("__shared__ cuda::barrier<cuda::thread_scope_block> bar;"
           " if (t == 0) init(&bar, n); __syncthreads();")
BLOCK = "auto block = cg::this_thread_block();"
ASM = 'asm volatile("{}" ::: "memory");'.format
ASM_N = 'asm volatile("{}" ::"r"(n) : "memory");'.format
BETWEEN = [
    b("nothing", ""),
    b("__syncthreads", "__syncthreads();"),
    b("__syncthreads_or", "sum += __syncthreads_or(t == 3);"),
    b("__syncthreads_and", "sum += __syncthreads_and(t);"),
    b("__syncthreads_count", "sum += __syncthreads_count(t & 1);"),
    b("__barrier_sync", "__barrier_sync(0);"),
    b("__barrier_sync_count", "__barrier_sync_count(0, n);"),
    b("bar.sync", ASM("bar.sync 0;")),
    b("barrier.sync", ASM("barrier.sync 0;")),
    b("barrier.sync.aligned", ASM("barrier.sync.aligned 0;")),
    b("barrier.cta.sync", ASM("barrier.cta.sync.aligned 0;")),
    b("bar.sync 1", ASM("bar.sync 1;")),
    b("bar.sync 1, n", ASM_N("bar.sync 1, %0;")),
    b("bar.arrive and sync", 'if (t < 32) { asm volatile("bar.arrive 2, %0;" ::"r"(n) : "memory"); }'
      ' else { asm volatile("bar.sync 2, %0;" ::"r"(n) : "memory"); }'),
    b("bar.red", '{ int r; asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0;'
      ' barrier.cta.red.popc.aligned.u32 %0, 0, p; }" : "=r"(r) : "r"(t) : "memory"); sum += r; }'),
    b("bar by hand, first warp", "if (t < 32) __syncthreads();"),
    b("bar in both branches", "if (t < 32) __syncthreads(); else __syncthreads();"),
    b("bar in uniform branch", "if (n > 32) __syncthreads();"),
    b("bar if argument", "if (limit > 3) __syncthreads();"),
    b("bar of other blocks", "if (blockIdx.x == 0) __syncthreads();"),
    b("bar if all", "if (__syncthreads_or(0) == 0) __syncthreads();"),
    b("bar if any", "if (__any_sync(~0u, t == 0)) __syncthreads();"),
    b("bar in loop", "for (unsigned j = 0; j < limit; ++j) __syncthreads();"),
    b("bar in no turn", "for (unsigned j = limit; j < 4; ++j) __syncthreads();"),
    b("bar in own loop", "for (unsigned j = 0; j < (t & 1); ++j) __syncthreads();"),
    b("bar in steps", "for (unsigned j = t; j < n + t; j += n) __syncthreads();"),
    b("bar in function", "wait();"),
    b("bar in lambda", "[] { __syncthreads(); }();"),
    b("bar by pointer", "call();", "void (*call)() = wait;"),
    b("bar in recursion", "deeper(3);"),
    b("__syncwarp", "__syncwarp();"),
    b("__syncwarp half", "__syncwarp(t % 32 < 16 ? 0xffffu : 0xffff0000u);"),
    b("__syncwarp pairs", "__syncwarp(3u << (t & 30));"),
    b("__syncwarp own", "__syncwarp(1u << (t & 31));"),
    b("__syncwarp parity", "__syncwarp(t & 1 ? 0xaaaaaaaau : 0x55555555u);"),
    b("__syncwarp activemask", "__syncwarp(__activemask());"),
    b("__syncwarp match", "__syncwarp(__match_any_sync(~0u, t / 8));"),
    b("__syncwarp ballot", "if (t & 2) __syncwarp(0xccccccccu);"),
    b("__syncwarp argument", "__syncwarp(mask);"),
    b("__syncwarp branches", "if (t & 1) __syncwarp(0xaaaaaaaau); else __syncwarp(0x55555555u);"),
    b("__syncwarp full in branches", "if (t & 1) __syncwarp(); else __syncwarp();"),
    b("bar.warp.sync", ASM("bar.warp.sync 0xffffffff;")),
    b("bar.warp.sync laneid", '{ unsigned l; asm volatile("mov.u32 %0, %laneid;" : "=r"(l));'
      ' asm volatile("bar.warp.sync %0;" ::"r"(1u << l) : "memory"); }'),
    b("bar.warp.sync lanemask", '{ unsigned m; asm volatile("mov.u32 %0, %%lanemask_eq;" : "=r"(m));'
      ' __syncwarp(m | m << 1 | m >> 1 | m); }'),
    b("shuffle", "sum += __shfl_sync(~0u, sum, 0);"),
    b("shuffle xor", "sum += __shfl_xor_sync(~0u, sum, 1);"),
    b("shuffle down", "sum += __shfl_down_sync(~0u, sum, 16);"),
    b("ballot", "sum += __ballot_sync(~0u, sum & 1);"),
    b("any", "sum += __any_sync(~0u, sum);"),
    b("all", "sum += __all_sync(~0u, sum);"),
    b("match", "sum += __match_any_sync(~0u, sum);"),
    b("reduce", "sum += __reduce_add_sync(~0u, (unsigned)sum);"),
    b("activemask", "sum += __activemask();"),
    b("shfl asm", '{ int v; asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, 0xffffffff;" : "=r"(v) : "r"(sum)); sum += v; }'),
    b("__threadfence", "__threadfence();"),
    b("__threadfence_block", "__threadfence_block();"),
    b("__threadfence_system", "__threadfence_system();"),
    b("fence asm", ASM("fence.acq_rel.gpu;")),
    b("fence.proxy", ASM("fence.proxy.async;")),
    b("cuda fence", "cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);"),
    b("nv fence", "__nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);"),
    b("compiler fence", ASM("")),
    b("nanosleep", "__nanosleep(100);"),
    b("clock", "{ long long from = clock64(); while (clock64() - from < 10) {} }"),
    b("grid dependency", ASM("griddepcontrol.wait;")),
    b("atomic between", "atomicAdd(counter, 1);"),
    b("atomic and fences", "__threadfence(); atomicAdd(counter, 1); __threadfence();"),
    b("block.sync", "block.sync();", BLOCK),
    b("cg::sync", "cg::sync(block);", BLOCK),
    b("group of the block", "group.sync();", BLOCK + " cg::thread_group group = block;"),
    b("tile 32", "tile.sync();", BLOCK + " auto tile = cg::tiled_partition<32>(block);"),
    b("tile 16", "tile.sync();", BLOCK + " auto tile = cg::tiled_partition<16>(block);"),
    b("tile 4", "tile.sync();", BLOCK + " auto tile = cg::tiled_partition<4>(block);"),
    b("tile at run time", "tile.sync();", BLOCK + " auto tile = cg::tiled_partition(block, 8);"),
    b("tile of tile", "tile.sync();", BLOCK
      + " auto tile = cg::tiled_partition<2>(cg::tiled_partition<32>(block));"),
    b("tile shuffle", "sum += tile.shfl_xor(sum, 1);", BLOCK + " auto tile = cg::tiled_partition<32>(block);"),
    b("tile reduce", "sum += cg::reduce(tile, sum, cg::plus<int>());",
      BLOCK + " auto tile = cg::tiled_partition<32>(block);"),
    b("coalesced", "cg::coalesced_threads().sync();"),
    b("coalesced in branch", "if (t & 1) cg::coalesced_threads().sync();"),
    b("binary partition", "part.sync();", BLOCK
      + " auto part = cg::binary_partition(cg::tiled_partition<32>(block), t & 1);"),
    b("labeled partition", "part.sync();", BLOCK
      + " auto part = cg::labeled_partition(cg::tiled_partition<32>(block), t & 3);"),
    b("arrive and wait of block", "{ auto token = block.barrier_arrive(); block.barrier_wait(std::move(token)); }", BLOCK),
    b("grid.sync", "cg::this_grid().sync();", grid=True),
    b("grid arrive and wait", "{ auto grid = cg::this_grid(); auto token = grid.barrier_arrive();"
      " grid.barrier_wait(std::move(token)); }", grid=True),
    b("barrier", "bar.arrive_and_wait();", BARRIER),
    b("barrier in two", "{ auto token = bar.arrive(); bar.wait(std::move(token)); }", BARRIER),
    b("barrier arrive only", "(void)bar.arrive();", BARRIER),
    b("barrier of some", "if (t < 32) bar.arrive_and_wait(); else (void)bar.arrive();", BARRIER),
    b("barrier drop", "bar.arrive_and_drop();", BARRIER),
    b("mbarrier", "{ auto token = __mbarrier_arrive(&mb); while (!__mbarrier_try_wait(&mb, token, 1000)) {} }",
      "__shared__ __mbarrier_t mb; if (t == 0) __mbarrier_init(&mb, n); __syncthreads();"),
    b("latch", "lat.arrive_and_wait();",
      "__shared__ cuda::latch<cuda::thread_scope_block> lat;"
      " if (t == 0) new (&lat) cuda::latch<cuda::thread_scope_block>(n); __syncthreads();"),
    b("async wait", "__pipeline_commit(); __pipeline_wait_prior(0);"),
    b("async wait and barrier", "__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();"),
    b("async wait of others", "__pipeline_commit(); __pipeline_commit(); __pipeline_wait_prior(2); __syncthreads();"),
    b("cp.async.wait_all", ASM("cp.async.wait_all;")),
    b("pipeline object", "pipe.producer_acquire(); pipe.producer_commit(); pipe.consumer_wait(); pipe.consumer_release();",
      "auto pipe = cuda::make_pipeline();"),
    b("lock", "while (atomicCAS(counter, 0, 1) != 0) {} __threadfence(); __threadfence(); atomicExch(counter, 0);"),
    b("flag", "if (t == 0) { __threadfence(); atomicExch(counter, 1); }"
      " else { while (atomicAdd(counter, 0) == 0) {} __threadfence(); }"),
    b("flag without fence", "if (t == 0) { atomicExch(counter, 1); }"
      " else { while (atomicAdd(counter, 0) == 0) {} }"),
    b("release and acquire", "if (t == 0) { cuda::atomic_ref<int, cuda::thread_scope_device>(*counter).store(1, cuda::memory_order_release); }"
      " else { while (cuda::atomic_ref<int, cuda::thread_scope_device>(*counter).load(cuda::memory_order_acquire) == 0) {} }"),
    b("release and relaxed", "if (t == 0) { cuda::atomic_ref<int, cuda::thread_scope_device>(*counter).store(1, cuda::memory_order_release); }"
      " else { while (cuda::atomic_ref<int, cuda::thread_scope_device>(*counter).load(cuda::memory_order_relaxed) == 0) {} }"),
    b("counted arrival", "__threadfence(); atomicAdd(counter, 1); while (atomicAdd(counter, 0) < (int)(n * gridDim.x)) {} __threadfence();"),
    b("leave early", "if (t >= n / 2) return;"),
    b("leave early, then barrier", "if (t >= n / 2) return; __syncthreads();"),
    b("leave warps, then barrier", "if (t >= 32) return; __syncthreads();"),
    b("leave lanes, then syncwarp", "if (t & 1) return; __syncwarp();"),
    b("leave odd, then syncwarp of even", "if (t & 1) return; __syncwarp(0x55555555u);"),
    b("exit asm", 'if (t >= 32) asm volatile("exit;");'),
    b("blocks leave", "if (blockIdx.x > 0) return; __syncthreads();"),
]

# {a} and {c} are the accesses, {b} what stands between them.
SHAPES = {
    "straight": "{a} {b} {c}",
    "loop": "for (unsigned r = 0; r < 3; ++r) {{ {a} {b} {c} }}",
    "loop with two": "for (unsigned r = 0; r < 3; ++r) {{ {a} {b} {c} {b} }}",
    "argument's loop": "for (unsigned r = 0; r < limit; ++r) {{ {a} {b} {c} }}",
    "own loop": "for (unsigned r = t; r < 128; r += n) {{ {a} {b} {c} }}",
    "do": "unsigned r = 0; do {{ {a} {b} {c} {b} }} while (++r < 2);",
    "halving": "for (unsigned r = n / 2; r > 0; r >>= 1) {{ if (t < r) {{ {a} }} {b} if (t < r) {{ {c} }} {b} }}",
    "break": "for (unsigned r = 0; r < 3; ++r) {{ {a} if (r == limit) break; {b} {c} {b} }}",
    "continue": "for (unsigned r = 0; r < 3; ++r) {{ {a} if (r == limit) continue; {b} {c} }}",
    "either": "if (t < n / 2) {{ {a} }} {b} if (t >= n / 2) {{ {c} }}",
    "else": "if (t < n / 2) {{ {a} }} else {{ {c} }}",
    "return before": "if (t >= 40) return; {a} {b} {c}",
    "return between": "{a} if (t == 5) return; {b} {c}",
    "under a branch": "if (t < 64) {{ {a} {b} {c} }}",
    "under the block's branch": "if (blockIdx.x == 0) {{ {a} {b} {c} }}",
    "switch": "switch (limit & 3) {{ case 0: {a} break; case 1: {a} {b} default: {c} }}",
    "goto": "{{ unsigned r = 0; again: {a} {b} {c} if (++r < 2) goto again; }}",
    "backwards": "{c} {b} {a}",
}
