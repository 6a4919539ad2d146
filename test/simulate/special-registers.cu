// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 2 --block 16,4
#include <assert.h>

#define READ(Type, Constraint, Name, Text)                                                         \
  Type Name;                                                                                       \
  asm volatile("mov." Text : Constraint(Name))

__global__ void registersOk(int *in) {
  unsigned linear = threadIdx.x + 16 * threadIdx.y, lane = linear % 32;
  READ(unsigned, "=r", x, "u32 %0, %tid.x;");
  READ(unsigned, "=r", y, "u32 %0, %%tid.y;");
  READ(unsigned, "=r", blocks, "u32 %0, %%nctaid.x;");
  READ(unsigned, "=r", l, "u32 %0, %laneid;");
  READ(unsigned, "=r", size, "u32 %0, WARP_SZ;");
  assert(x == threadIdx.x && y == threadIdx.y && blocks == 2 && l == lane && size == 32);
  READ(unsigned, "=r", own, "u32 %0, %%lanemask_eq;");
  READ(unsigned, "=r", below, "u32 %0, %%lanemask_lt;");
  READ(unsigned, "=r", upTo, "u32 %0, %%lanemask_le;");
  READ(unsigned, "=r", above, "u32 %0, %%lanemask_gt;");
  READ(unsigned, "=r", from, "u32 %0, %%lanemask_ge;");
  assert(own == 1u << lane && below == own - 1 && upTo == (below | own));
  assert(above == ~upTo && from == ~below);
  READ(long long, "=l", before, "u64 %0, %%clock64;");
  READ(long long, "=l", after, "u64 %0, %%clock64;");
  assert(after >= before);
}

// Time passes for a thread that only waits for it.
__global__ void waitsOk(int *out) {
  long long from = clock64();
  while (clock64() - from < 10) {
  }
  out[blockIdx.x * 64 + threadIdx.y * 16 + threadIdx.x] = 1;
}

__global__ void predicatesOk(int *out) {
  int i = blockIdx.x * 64 + threadIdx.y * 16 + threadIdx.x, odd = i & 1, v = 0, low, high;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0;\n"
               "@p st.global.s32 [%0], %2; @!p st.global.s32 [%0], %3; }" ::"l"(out + i),
               "r"(odd), "r"(i), "r"(-i)
               : "memory");
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %2, 0; @p ld.global.s32 %0, [%1]; }"
               : "+r"(v)
               : "l"(out + i), "r"(odd)
               : "memory");
  assert(v == (odd ? i : 0) && out[i] == (odd ? i : -i));
  asm volatile("{ .reg .pred %%p; .reg .s32 %%r1; mov.s32 %%r1, 8; setp.ne.s32 %%p, %1, 0;\n"
               "@%%p mov.s32 %%r1, 9; mov.s32 %0, %%r1; }"
               : "=r"(v)
               : "r"(odd));
  assert(v == 8 + odd);
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(0x500000007ll));
  assert(low == 7 && high == 5);
}

__global__ void updatesOk(unsigned *count, unsigned *out) {
  unsigned mine;
  if (threadIdx.x + threadIdx.y + blockIdx.x == 0)
    asm volatile("st.relaxed.gpu.u32 [%0], 0;" ::"l"(&count[1]) : "memory");
  asm volatile("atom.global.acq_rel.gpu.add.u32 %0, [%1], 1;" : "=r"(mine) : "l"(count) : "memory");
  asm volatile("red.max.u32 [%0], %1;" ::"l"(count), "r"(0) : "memory");
}

__global__ void vectorsOk(int4 *out) {
  int i = blockIdx.x * 64 + threadIdx.y * 16 + threadIdx.x, a, b, c, d;
  asm volatile("st.global.v4.s32 [%0], {%1, %2, %3, %4};" ::"l"(out + i), "r"(i), "r"(i + 1),
               "r"(i + 2), "r"(i + 3)
               : "memory");
  asm volatile("ld.global.nc.L1::no_allocate.v4.s32 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "l"(out + i));
  assert(a == i && b == i + 1 && c == i + 2 && d == i + 3);
}

__global__ void sharedAddressBad(int *out) {
  __shared__ int s[64];
  int i = threadIdx.y * 16 + threadIdx.x, v;
  unsigned at = __cvta_generic_to_shared(s) + 4 * i;
  asm volatile("st.shared.s32 [%0], %1;" ::"r"(at), "r"(i) : "memory"); // expect: shared-race
  at = __cvta_generic_to_shared(s) + 4 * (63 - i);
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(at) : "memory"); // allow: shared-race uninitialized-read
  out[blockIdx.x * 64 + i] = v;
}
