// SPDX-License-Identifier: Apache-2.0
//
// Whatever a kernel hands to copies, to printf or to the library, it reaches only its own memory.
// RUN: not %cuda-fix simulate %s --block 1 --kernel fillsTooMuch --arg 'out=zero(64)' 2>&1 | FileCheck %s --check-prefix=FILLS
// RUN: not %cuda-fix simulate %s --block 1 --kernel copiesFromAfar 2>&1 | FileCheck %s --check-prefix=COPIES
// RUN: not %cuda-fix simulate %s --block 1 --kernel fillsOwn --arg n=1000000 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not %cuda-fix simulate %s --block 1 --kernel copiesOwn --arg n=1000000 2>&1 | FileCheck %s --check-prefix=OWN2
// RUN: %cuda-fix simulate %s --block 1 --kernel fillsOwn --arg n=32 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error:
// RUN: %cuda-fix simulate %s --block 1 --kernel copiesOwn --arg n=32 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error:
// RUN: not %cuda-fix simulate %s --block 1 --kernel printsWild 2>&1 | FileCheck %s --check-prefix=WILD
// RUN: not %cuda-fix simulate %s --block 1 --kernel printsEndless --arg 'text=zero(1024)' 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not %cuda-fix simulate %s --block 1 --kernel formatsGiven --arg 'format=37,37,37,37' 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: %cuda-fix simulate %s --block 1 --kernel formats$ | FileCheck %s --check-prefix=PRINTS --match-full-lines
// RUN: not %cuda-fix simulate %s --block 1 --kernel fewValues 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not %cuda-fix simulate %s --block 1 --kernel library 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: not %cuda-fix simulate %s --block 32 --kernel racesInLibrary 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not %cuda-fix simulate %s --block 1 --kernel asserts 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: %cuda-fix simulate %s --block 1 --kernel misaligned 2>&1 | FileCheck %s --check-prefix=ALIGN --implicit-check-not=crashed
// RUN: not %cuda-fix simulate %s --block 1 --kernel nowhere --arg n=3 2>&1 | FileCheck %s --check-prefix=NOWHERE

// FILLS: hostile-memory.cu:[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}writes {{.*}}byte 0 of 'out', which has 64 [out-of-bounds, confirmed]
__global__ void fillsTooMuch(char *out, unsigned long long size) {
  memset(out, 1, ~size);
}

// COPIES: hostile-memory.cu:[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}through no object at all [out-of-bounds, confirmed]
__global__ void copiesFromAfar(char *out) {
  memcpy((void *)0x400000, out, 1ull << 40);
}

// OWN: hostile-memory.cu:[[@LINE+4]]:{{[0-9]+}}: error: {{.*}}'a local array', which has 64 [out-of-bounds, confirmed]
// GOOD: not decided
__global__ void fillsOwn(volatile char *out, unsigned n) {
  char own[64];
  memset(own, out[0], n);
  out[1] = own[out[2] & 63];
}

// OWN2: hostile-memory.cu:[[@LINE+5]]:{{[0-9]+}}: error: {{.*}}'a local array', which has 64 [out-of-bounds, confirmed]
__global__ void copiesOwn(volatile char *out, unsigned n) {
  char own[64], other[64];
  for (int i = 0; i < 64; ++i)
    other[i] = out[i];
  memcpy(own, other, n);
  out[1] = own[out[2] & 63];
}

// WILD: hostile-memory.cu:[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}through no object at all [out-of-bounds, confirmed]
__global__ void printsWild(unsigned long long *out) {
  printf("%s\n", (const char *)0x400000);
}

// ENDLESS: hostile-memory.cu:[[@LINE+4]]:{{[0-9]+}}: error: {{.*}}byte 1024 of 'text', which has 1024 [out-of-bounds, confirmed]
__global__ void printsEndless(char *text) {
  for (int i = 0; i < 1024; ++i)
    text[i] = 'x';
  printf("%s\n", text);
}

extern "C" __device__ int vprintf(const char *, void *);

// FORMAT: error: {{.*}}byte 4 of 'format', which has 4 [out-of-bounds, confirmed]
__global__ void formatsGiven(char *format, int *out) {
  vprintf(format, out);
}

__global__ void formats(int *out) {
  // PRINTS: a 7|  7|007|0xff|   1.50|abc  |  abc|ab|(null)|100%
  printf("a %*d|%3d|%.3d|%#x|%*.*f|%-5s|%5s|%.2s|%s|100%%\n", 1, 7, 7, 7, 255, 7, 2, 1.5, "abc",
         "abc", "abc", (const char *)nullptr);
  // PRINTS-NEXT: hh 1 l 1099511627776 x
  printf("hh %hhd l %lld %c\n", 257, 1ll << 40, 'x');
  // PRINTS-NEXT: before {{ *}}1| after
  printf("before %1000000000d| after\n", 1);
  // PRINTS-NEXT: counts:
  printf("counts:%n %d", out, 7);
  // PRINTS-EMPTY:
  printf("\n%5n%d", out, 7);
  printf("\nthe end\n");
  // PRINTS-NEXT: the end
}

// FEW: hostile-memory.cu:[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}[out-of-bounds, confirmed]
__global__ void fewValues(int *out) {
  int one[1] = {1};
  vprintf("%s %d %s %d %d %d %d %d %d %d %d %d %d\n", out ? one : out);
}

// LIBRARY: hostile-memory.cu:[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}through no object at all [out-of-bounds, confirmed]
__global__ void library(float *out) {
  sincosf(out[0], (float *)0x400000, out);
}

// RACE: hostile-memory.cu:[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}race{{.*}} confirmed]
__global__ void racesInLibrary(float *out) {
  sincosf(threadIdx.x, &out[threadIdx.x], &out[threadIdx.x + 1]);
}

extern "C" __device__ void __assertfail(const char *, const char *, unsigned, const char *, size_t);

// ASSERT: error: {{.*}}through no object at all [out-of-bounds, confirmed]
__global__ void asserts(const char *out) {
  __assertfail((const char *)0x400000, "file", 1, "function", 1);
}

// Wide accesses, which the counters make, need no alignment of the processor.
// ALIGN: not decided
__global__ void misaligned(float *out) {
  float4 v = *(float4 *)(out + 1);
  out[9] = v.x + v.y + v.z + v.w;
}

// NOWHERE: hostile-memory.cu:[[@LINE+3]]:{{[0-9]+}}: error: {{.*}} traps: the code says that no thread comes here [trap, confirmed]
__global__ void nowhere(int *out, int n) {
  if (n == 3)
    __builtin_unreachable();
  out[0] = n;
}
