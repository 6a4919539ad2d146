// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

// Accesses in inline assembly are accesses.
__device__ void release(int *flag, int v) {
  asm volatile("st.release.gpu.s32 [%0], %1;" ::"l"(flag), "r"(v) : "memory");
}
__device__ int acquire(const int *flag) {
  int v;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  return v;
}
__device__ int relaxed(const int *flag) {
  int v;
  asm volatile("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  return v;
}

__global__ void publishOk(int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    release(flag, 1);
  } else if (blockIdx.x == 1) {
    while (acquire(flag) == 0) {
    }
    out[0] = data[0];
  }
}

__global__ void relaxedBad(int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42; // expect: unlocked-access
    release(flag, 1);
  } else if (blockIdx.x == 1) {
    while (relaxed(flag) == 0) {
    }
    out[0] = data[0];
  }
}

__global__ void countOk(int *count) {
  asm volatile("red.global.add.s32 [%0], 1;" ::"l"(count + (blockIdx.x + threadIdx.x) % 8) : "memory");
}

__global__ void countNarrowBad(int *count) {
  int *at = count + (blockIdx.x + threadIdx.x) % 8;
  asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" ::"l"(at) : "memory"); // expect: unlocked-access
}

__global__ void plainBad(int *count) {
  int v, *at = count + threadIdx.x % 8;
  asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(v) : "l"(at) : "memory"); // expect: global-race
  asm volatile("st.global.cg.s32 [%0], %1;" ::"l"(at), "r"(v + 1) : "memory"); // expect: global-race
}

// Addresses of shared memory are numbers.
template <int Barrier> __global__ void reverseBad(int *out) {
  __shared__ int s[256];
  unsigned base = __cvta_generic_to_shared(s);
  int v;
  asm volatile("st.shared.s32 [%0], %1;" ::"r"(base + 4 * threadIdx.x), "r"(out[threadIdx.x]) : "memory"); // expect: shared-race
  if (Barrier)
    asm volatile("barrier.sync.aligned 0;" ::: "memory");
  asm volatile("ld.shared.s32 %0, [%1 + 1020];" : "=r"(v) : "r"(base - 4 * threadIdx.x) : "memory");
  out[threadIdx.x] = v;
}
template __global__ void reverseBad<0>(int *);
template __global__ void reverseBad<1>(int *);

// Only some threads store.
__global__ void guardedOk(int *out, int n) {
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 0; @p st.global.s32 [%0], %2; }" ::"l"(out + blockIdx.x),
               "r"(threadIdx.x), "r"(n)
               : "memory");
}
__global__ void guardedBad(int *out) {
  asm volatile("{ .reg .pred p; setp.le.u32 p, %1, 32; @p st.global.s32 [%0], %1; }" ::"l"(out + blockIdx.x), // expect: global-race
               "r"(threadIdx.x)
               : "memory");
}

// Elements of a vector are one access.
__global__ void vectorsOk(int4 *out) {
  int a, b, c, d, i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("ld.global.L1::no_allocate.v4.s32 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "l"(out + i));
  asm volatile("st.global.v4.s32 [%0], {%1, %2, %3, %4};" ::"l"(out + i), "r"(d), "r"(c), "r"(b), "r"(a)
               : "memory");
}

// A vector of one element in braces is that element.
__device__ int inBraces(const int *p) {
  int v;
  asm volatile("ld.global.u32 {%0}, [%1];" : "=r"(v) : "l"(p));
  return v;
}
__global__ void bracesBad(const int *flag, int *out) {
  if (inBraces(flag) == 1)
    *out = threadIdx.x; // expect: global-race
}

// A vector's address is a multiple of its size, so that a row ends before the next one's begins.
__device__ void storeVector(int *p, int4 v) {
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(v.x), "r"(v.y), "r"(v.z),
               "r"(v.w));
}
__global__ void rowsOk(int *rows, int length) {
  for (int i = threadIdx.x * 4; i < length; i += blockDim.x * 4)
    storeVector(rows + blockIdx.x * length + i, make_int4(i, i, i, i));
}
