# SPDX-License-Identifier: Apache-2.0
"""What a small kernel is put together from: memory, indices, accesses, and what stands between.

Code is written for a kernel `k{k}` whose threads have a number `t` in their block (`t` counts
over the grid in memory that blocks share) and blocks of `n` threads. {i} is an index, {l} a
place in memory as an lvalue.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Memory:
    """Where the two accesses go. `first` and `second` are the lvalues of an index {i}."""

    name: str
    first: str
    second: str = ""
    shared: bool = True
    outside: str = ""  # declarations of the file
    setup: str = ""  # statements at the kernel's begin
    params: str = "int *g"
    host: str = ""  # host statements before the launch
    args: str = "g"
    dynamic: int = 0  # bytes of dynamic shared memory
    plain: bool = True  # an int that every kind of access can go to

    @property
    def then(self) -> str:
        return self.second or self.first


SLICE = "blockIdx.x * 1024 + "
MEMORIES = [
    Memory("shared", "s[{i}]", setup="__shared__ int s[1024];"),
    Memory("rows", "s[({i}) / 32][({i}) % 32]", setup="__shared__ int s[32][32];"),
    Memory("rows-then-flat", "s[({i}) / 32][({i}) % 32]", "(&s[0][0])[{i}]",
           setup="__shared__ int s[32][32];"),
    Memory("padded", "s[({i}) / 32][({i}) % 32]", setup="__shared__ int s[32][33];"),
    Memory("field", "s[{i}].a", setup="__shared__ struct { int a, b; } s[1024];"),
    Memory("other-field", "s[{i}].a", "s[{i}].b",
           setup="__shared__ struct { int a, b; } s[1024];"),
    Memory("union", "s.i[{i}]", "s.u[{i}]",
           setup="__shared__ union { int i[1024]; unsigned u[1024]; } s;", plain=False),
    Memory("union-halves", "s.i[{i}]", "s.h[2 * ({i}) + 1]",
           setup="__shared__ union { int i[1024]; short h[2048]; } s;", plain=False),
    Memory("narrow-view", "s[{i}]", "((unsigned char *)s)[4 * ({i}) + 2]",
           setup="__shared__ int s[1024];", plain=False),
    Memory("wide-view", "s[{i}]", "((long long *)s)[({i}) / 2]",
           setup="__shared__ __align__(16) int s[1024];", plain=False),
    Memory("vector-view", "((int4 *)s)[({i}) / 4].w", "s[{i}]",
           setup="__shared__ __align__(16) int s[1024];"),
    Memory("volatile", "s[{i}]", setup="volatile __shared__ int s[1024];", plain=False),
    Memory("dynamic", "d{k}[{i}]", outside="extern __shared__ int d{k}[];", dynamic=4096),
    Memory("dynamic-two", "d{k}[{i}]", "e{k}[{i}]", dynamic=4096, plain=False,
           outside="extern __shared__ int d{k}[]; extern __shared__ unsigned e{k}[];"),
    Memory("dynamic-bytes", "s[{i}]", dynamic=4224, setup="int *s = (int *)(c{k} + 16);",
           outside="extern __shared__ char c{k}[];"),
    Memory("dynamic-overlap", "d{k}[{i}]", "s[{i}]", dynamic=8192,
           outside="extern __shared__ int d{k}[];", setup="int *s = d{k} + 32;"),
    Memory("dynamic-apart", "d{k}[{i}]", "s[{i}]", dynamic=8192,
           outside="extern __shared__ int d{k}[];", setup="int *s = d{k} + 1024;"),
    Memory("pointer-in-shared", "p[{i}]", "s[{i}]",
           setup="__shared__ int s[1024]; __shared__ int *p;"
                 " if (t == 0) p = s; __syncthreads();"),
    Memory("pointer-table", "p[t & 1][{i}]", "s[{i}]",
           setup="__shared__ int s[1024]; int *p[2] = {s, s + 64};"),
    Memory("picked-pointer", "p[{i}]", "s[{i}]",
           setup="__shared__ int s[1024], o[1024]; int *p = (t & 1) ? s : o;"),
    Memory("reference", "at({i})", "s[{i}]",
           setup="__shared__ int s[1024]; auto at = [&](int i) -> int & { return s[i]; };"),
    Memory("round-trip", "((int *)(size_t)p)[{i}]", "s[{i}]",
           setup="__shared__ int s[1024]; size_t p = (size_t)s;"),
    Memory("global", "g[" + SLICE + "{i}]", shared=False),
    Memory("global-all", "g[{i}]", shared=False),
    Memory("restrict", "g[" + SLICE + "{i}]", "h[" + SLICE + "{i}]", shared=False,
           params="int *__restrict__ g, int *__restrict__ h", args="g, g + 8192"),
    Memory("aliases", "g[" + SLICE + "{i}]", "h[" + SLICE + "{i}]", shared=False,
           params="int *g, int *h", args="g, g"),
    Memory("aliases-shifted", "g[" + SLICE + "{i}]", "h[" + SLICE + "{i}]", shared=False,
           params="int *g, int *h", args="g, g + 32"),
    Memory("aliases-host-pointer", "g[" + SLICE + "{i}]", "h[" + SLICE + "{i}]", shared=False,
           params="int *g, int *h", args="g, other", host="int *other = g; other += 16;"),
    Memory("struct-pointer", "v.data[" + SLICE + "{i}]", shared=False, params="Slice v",
           args="v", host="Slice v; v.data = g; v.count = 1;"),
    Memory("struct-pointers", "v.from[" + SLICE + "{i}]", "v.to[" + SLICE + "{i}]",
           shared=False, params="Pair v", args="v",
           host="Pair v; v.from = g; v.to = g + 8;"),
    Memory("device-variable", "v{k}[" + SLICE + "{i}]", shared=False,
           outside="__device__ int v{k}[8192];"),
    Memory("symbol-pointer", "g[" + SLICE + "{i}]", "v{k}[" + SLICE + "{i}]", shared=False,
           outside="__device__ int v{k}[8192];", args="(int *)p",
           host="void *p; cudaGetSymbolAddress(&p, v{k});"),
    Memory("managed", "v{k}[" + SLICE + "{i}]", "g[" + SLICE + "{i}]", shared=False,
           outside="__managed__ int v{k}[8192];", args="v{k}"),
    Memory("device-pointer", "g[" + SLICE + "{i}]", "v{k}[" + SLICE + "{i}]", shared=False,
           outside="__device__ int *v{k};",
           host="cudaMemcpyToSymbol(v{k}, &g, sizeof(g));"),
    Memory("constant-pointer", "g[" + SLICE + "{i}]", "v{k}[" + SLICE + "{i}]", shared=False,
           outside="__constant__ int *v{k};",
           host="cudaMemcpyToSymbol(v{k}, &g, sizeof(g));"),
]

# Numbers below 1000 for t below 128.
INDICES = [
    "t", "t + 1", "t + 31", "t + 32", "t + n", "n - 1 - t", "(t + 1) % n", "(t + 32) % n",
    "(t + n - 1) % n", "t ^ 1", "t ^ 16", "t ^ 32", "t / 2", "t / 32", "t % 32", "t % 2",
    "2 * t", "2 * t + 1", "t << 1", "t >> 1", "t | 1", "t & ~1u", "5 * t % 64", "3 * t % 96",
    "t * t % 61", "7 * t", "(unsigned char)(2 * t)", "(signed char)t & 127",
    "(unsigned char)(t + 192)", "(bool)t", "!t", "(unsigned short)(t * 513) % 512",
    "(unsigned long long)t * t % 127", "(int)((long long)t * 0x100000001LL & 511)",
    "(t - 32u) & 63", "(t - 1u) % 128u", "(0u - t) & 127", "min(t, 10u)", "max(t, 70u)",
    "abs((int)t - 32)", "t < 32 ? t : t - 32", "t < 32 ? t + 32 : t", "__brev(t) >> 25",
    "__popc(t)", "__clz(t)", "__ffs(t)", "__umulhi(t, 1u << 31)", "__byte_perm(t, 0, 0x4440)",
    "__funnelshift_l(t, 0, 1)", "(1u << (t & 7)) - 1", "t & (0u - t)", "(t & 1 ? 64 : 0) + t / 2",
    "0", "n", "threadIdx.x", "threadIdx.y", "threadIdx.y * 32 + threadIdx.x",
    "threadIdx.x * blockDim.y + threadIdx.y", "(t & 3) * 32 + t / 4", "(t % 8) * 16 + t / 8",
    "~t & 127", "(int)t >> 31 & 7", "-(int)t + 127", "t * 0x10001u & 0xff", "t * 32 % 1023",
    "(t + t / 32) % 128", "t - t % 32", "(unsigned)(t * 0.5f)", "(int)sqrtf((float)t)",
    "__dp4a((int)t, 0, (int)t)", "t * n % 128", "t / n", "t % n", "(t * 3 + 1) % 128",
    "((t >> 5) << 5) | (31 - (t & 31))", "lut[t & 7]", "lut[t & 7] * 16 + t / 8",
]

# Accesses of {l} that store or change it.
STORES = {
    "=": "{l} = t;",
    "= same": "{l} = 7;",
    "+=": "{l} += 1;",
    "++": "{l}++;",
    "atomicAdd": "atomicAdd(&{l}, 1);",
    "atomicAdd_block": "atomicAdd_block(&{l}, 1);",
    "atomicCAS": "atomicCAS(&{l}, 0, (int)t);",
    "atomicExch": "atomicExch(&{l}, (int)t);",
    "volatile": "*(volatile int *)&{l} = t;",
    "memcpy": "memcpy(&{l}, &t, 4);",
    "byte": "((char *)&{l})[1] = t;",
    "short": "*(short *)&{l} = t;",
    "st asm": 'asm volatile("st.u32 [%0], %1;" ::"l"(&{l}), "r"(t) : "memory");',
    "red asm": 'asm volatile("red.add.u32 [%0], %1;" ::"l"(&{l}), "r"(t) : "memory");',
    "cta asm": 'asm volatile("red.relaxed.cta.add.u32 [%0], %1;" ::"l"(&{l}), "r"(t) : "memory");',
    "ref device": "cuda::atomic_ref<int, cuda::thread_scope_device>({l})"
                  ".store(t, cuda::memory_order_relaxed);",
    "ref block": "cuda::atomic_ref<int, cuda::thread_scope_block>({l})"
                 ".fetch_add(1, cuda::memory_order_relaxed);",
    "ref thread": "cuda::atomic_ref<int, cuda::thread_scope_thread>({l}).fetch_add(1);",
    "nv atomic": "__nv_atomic_store_n(&{l}, (int)t, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);",
    "nv thread": "__nv_atomic_fetch_add(&{l}, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);",
    "__stcg": "__stcg(&{l}, (int)t);",
}
LOADS = {
    "load": "sum += {l};",
    "volatile load": "sum += *(volatile int *)&{l};",
    "byte load": "sum += ((char *)&{l})[3];",
    "low short load": "sum += *(short *)&{l};",
    "atomic load": "sum += atomicOr(&{l}, 0);",
    "__ldcg": "sum += __ldcg(&{l});",
    "ld asm": '{ int got; asm volatile("ld.u32 %0, [%1];" : "=r"(got) : "l"(&{l}) : "memory"); sum += got; }',
    "ld volatile asm": '{ int got; asm volatile("ld.volatile.u32 %0, [%1];" : "=r"(got) : "l"(&{l}) : "memory"); sum += got; }',
    "ref load": "sum += cuda::atomic_ref<int, cuda::thread_scope_device>({l})"
                ".load(cuda::memory_order_relaxed);",
}
PLAIN_STORES, PLAIN_LOADS = ["=", "= same", "+=", "++"], ["load"]

# Around an access: all threads, or some of them.
GUARDS = {
    "all": "{a}",
    "half": "if (t < n / 2) {{ {a} }}",
    "other half": "if (t >= n / 2) {{ {a} }}",
    "even": "if (!(t & 1)) {{ {a} }}",
    "one": "if (t == 0) {{ {a} }}",
    "last": "if (t == n - 1) {{ {a} }}",
    "warp": "if (t < 32) {{ {a} }}",
    "lane": "if (t % 32 == 0) {{ {a} }}",
    "signed": "if ((int)t - 40 < 0) {{ {a} }}",
    "wrapped": "if (t - 40u < 20u) {{ {a} }}",
    "argument": "if (t < limit) {{ {a} }}",
    "second block": "if (blockIdx.x == 1) {{ {a} }}",
    "bits": "if (mask >> (t & 31) & 1) {{ {a} }}",
    "switch": "switch (t & 3) {{ case 0: case 2: {a} break; default: break; }}",
    "loop": "for (unsigned j = 0; j < 2; ++j) {{ {a} }}",
}
