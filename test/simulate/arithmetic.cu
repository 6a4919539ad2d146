// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 1 --block 32
#include <assert.h>

__device__ bool near(double a, double b) { return fabs(a - b) < 1e-5 * (1 + fabs(b)); }

__global__ void mathOk(float *in) {
  assert(near(sinf(1), 0.8414710) && near(__expf(1), 2.7182818) && near(rsqrtf(4), 0.5));
  assert(near(powf(2, 10), 1024) && near(erf(0.5), 0.5204999) && near(normcdff(0), 0.5));
  assert(fminf(3, 4) == 3 && fmaxf(3, 4) == 4 && fmaf(2, 3, 4) == 10 && floorf(-1.5f) == -2);
  assert(near(__fdividef(1, 4), 0.25) && near(exp10f(2), 100) && near(cospif(1), -1));
  assert(isnan(nanf("")) && isinf(1.f / 0.f) && signbit(-1.f));
}

// What libdevice has besides the C library, and what gives results through pointers.
__global__ void specialOk(float *in) {
  int exponent, quotient;
  float whole, s, c;
  double wide;
  assert(frexpf(10, &exponent) == 0.625f && exponent == 4);
  assert(modff(-2.75f, &whole) == -0.75f && whole == -2);
  assert(near(modf(3.25, &wide), 0.25) && wide == 3);
  assert(near(remquof(7, 2, &quotient), -1) && (quotient & 7) == 4);
  sincosf(0.5f, &s, &c);
  assert(near(s, 0.4794255) && near(c, 0.8775826));
  sincospif(0.25f, &s, &c);
  assert(near(s, 0.7071068) && near(c, 0.7071068));
  assert(near(erfinv(0.5), 0.4769363) && near(erfinvf(-0.9f), -1.1630872));
  assert(near(erfcinv(1e-10), 4.5728249) && near(normcdfinv(0.975), 1.9599640));
  assert(near(j0(1.5), 0.5118277) && near(j1f(1.5f), 0.5579365) && near(jn(2, 1.5), 0.2320877));
  assert(near(y0(1.5), 0.3824489) && near(y1(1.5), -0.4123086) && near(cyl_bessel_i0(1.0), 1.2660659));
}

__global__ void integersOk(int *in) {
  assert(__popc(0xf0f0) == 8 && __clz(1) == 31 && __ffs(8) == 4 && __brev(1) == 0x80000000);
  assert(__byte_perm(0x44332211, 0x88776655, 0x5240) == 0x66335511);
  assert(__mulhi(1 << 20, 1 << 20) == 256 && __umulhi(~0u, 2) == 1 && __mul24(7, 6) == 42);
  assert(__sad(3, -4, 1) == 8 && __funnelshift_l(0x80000000, 1, 1) == 3);
  assert(min(-1, 2) == -1 && max(3u, 2u) == 3 && abs(-3) == 3);
}

// On a device, a shift by more than the width shifts everything out.
__global__ void shiftsOk(int *in, int n) {
  unsigned ones = ~0u + (n - n);
  int width = 32 + (n - n), minus = -1 + (n - n);
  assert(ones << width == 0 && ones >> width == 0 && minus >> width == -1);
  assert(ones << (width - 1) == 0x80000000 && ones >> (width - 31) == 0x7fffffff);
  assert((unsigned long long)ones << width == 0xffffffff00000000);
}

// On a device, neither division by zero nor a conversion out of range ends the program.
__global__ void edgesOk(int *in, int n) {
  int zero = n - n, least = 0x80000000 + zero, minus = zero - 1;
  volatile int quotient = n / zero, rest = n % zero, wrapped = least / minus;
  float large = 3e9f + n;
  assert((int)large == 0x7fffffff && (unsigned)-large == 0 && __float2int_rn(2.5f) == 2);
  assert((int)nanf("") == 0);
}

__global__ void assemblyOk(int *in) {
  unsigned lane, a, b, c, d, e, f;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  assert(lane == threadIdx.x);
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(a) : "r"(0xabcdu));
  asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(b) : "r"(0xffu), "r"(0u));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(c) : "r"(12u), "r"(10u), "r"(7u));
  asm("prmt.b32 %0, %1, %2, 0x0123;" : "=r"(d) : "r"(0x11223344u), "r"(0u));
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(e) : "r"(3u), "r"(4u), "r"(5u));
  asm("{ .reg .u32 t; add.u32 t, %1, 1; shl.b32 %0, t, 2; }" : "=r"(f) : "r"(6u));
  assert(a == 0xbc && b == 0xff00 && c == (12 ^ 10 ^ 7) && d == 0x44332211 && e == 17 && f == 28);
  unsigned shuffled;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(shuffled) : "r"(lane));
  assert(shuffled == (lane ^ 1));
}

__global__ void dotProductsOk(int *out) {
  assert(__dp4a(0x01ff7f80, 0x02030405, 7) == -126);
  assert(__dp4a(0x01ff7f80u, 0x02030405u, 7u) == 1922u);
  assert(__dp2a_lo(0x0003fffe, 0xff05, 1) == -12);
  assert(__dp2a_hi(0x0003fffe, 0x02030000, 9) == 9);
}

__global__ void loadsAndStoresOk(int *out) {
  int v;
  asm volatile("st.global.cg.s32 [%0], %1;" : : "l"(out + threadIdx.x), "r"(threadIdx.x * 3) : "memory");
  asm volatile("ld.global.ca.s32 %0, [%1];" : "=r"(v) : "l"(out + threadIdx.x) : "memory");
  assert(v == threadIdx.x * 3);
}

__global__ void assemblyRacesBad(int *out) {
  asm volatile("st.global.u32 [%0], %1;" : : "l"(out), "r"(threadIdx.x) : "memory"); // expect: intra-warp-race
}
