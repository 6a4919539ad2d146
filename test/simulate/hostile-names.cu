// SPDX-License-Identifier: Apache-2.0
//
// Code reaches no function of the tool or of the C library by its name, and none as text.
// RUN: %cuda-fix simulate %s --block 1 --kernel computes | FileCheck %s --check-prefix=COMPUTES --implicit-check-not=error:
// RUN: not %cuda-fix simulate %s --block 1 --kernel runs 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: not %cuda-fix simulate %s --block 1 --kernel writes 2>&1 | FileCheck %s --check-prefix=WRITES
// RUN: not %cuda-fix simulate %s --block 1 --kernel takes 2>&1 | FileCheck %s --check-prefix=TAKES
// RUN: not %cuda-fix simulate %s --block 1 --kernel otherwise 2>&1 | FileCheck %s --check-prefix=OTHERWISE
// RUN: not %cuda-fix simulate %s --block 1 --kernel asksTheSystem 2>&1 | FileCheck %s --check-prefix=ASKS
// RUN: not %cuda-fix simulate %s --block 1 --kernel hides 2>&1 | FileCheck %s --check-prefix=HIDES
// RUN: %cuda-fix simulate %s --block 1 --kernel otherName | FileCheck %s --check-prefix=NAME --implicit-check-not=error:
// RUN: not %cuda-fix simulate %s --block 1 --kernel ours -DOURS 2>&1 | FileCheck %s --check-prefix=OURS

// Would end the tool where it was assembled for this computer.
asm(".global hidden_in_text\nhidden_in_text:\n mov $60, %eax\n mov $77, %edi\n syscall\n");

extern "C" {
__device__ int system(const char *);
__device__ long write(int, const void *, unsigned long);
__device__ double frexp(unsigned long long, unsigned long long);
__device__ void hidden_in_text();
}

// What code generation makes calls of.
// COMPUTES: 16 5 -16 7
// COMPUTES-NEXT: 4.5 2.0 2.0 -0.0
// COMPUTES-NEXT: 1.000 0.841 0.540
// COMPUTES-NEXT: 0.500 3 1267650600228229401496703205376
__global__ void computes(double *out, int n) {
  __int128 wide = n * 0 + 165;
  wide <<= 64;
  __int128 divisor = n * 0 + 10;
  divisor <<= 64;
  printf("%d %d %d %d\n", (int)(wide / divisor), (int)((wide % divisor) >> 64),
         (int)(-wide / divisor), (int)((unsigned __int128)wide / divisor % 9));
  double x = n * 0 + 4.5;
  printf("%.1f %.1f %.1f %.1f\n", x, fmod(x, 2.5), __builtin_roundeven(x - 2), rint(0.3 - x / 10));
  double one = x - 3.5;
  printf("%.3f %.3f %.3f\n", __builtin_powi(one, n), sin(one), cos(one));
  int exponent;
  double part = frexp(x - 0.5, &exponent);
  printf("%.3f %d ", part, exponent);
  double large = 1;
  for (int i = 0; i < 100; ++i)
    large *= one + one;
  unsigned __int128 number = (unsigned __int128)large;
  char digits[40];
  int at = 39;
  digits[at] = 0;
  for (; number; number /= 10)
    digits[--at] = '0' + (int)(number % 10);
  printf("%s\n", digits + at);
  out[0] = part;
}

// RUNS: not supported: call of system, which has no body here
__global__ void runs(int *out) {
  out[0] = system("touch /tmp/hostile");
}
// WRITES: not supported: call of write, which has no body here
__global__ void writes(long *out) {
  out[0] = write(1, "hostile\n", 8);
}
// TAKES: not supported: the address of system, which has no body here
__global__ void takes(int *out) {
  auto f = &system;
  if (out[1] == 0x1234567)
    f = nullptr;
  out[0] = f("touch /tmp/hostile");
}
// OTHERWISE: not supported: call of frexp, which has no body here
__global__ void otherwise(double *out) {
  out[0] = frexp(0x400000ull, 0x400000ull);
}
// ASKS: not supported: inline assembly
__global__ void asksTheSystem(long *out) {
  long result = 1;
  asm volatile("syscall" : "+l"(result));
  out[0] = result;
}
// HIDES: not supported: call of hidden_in_text, which has no body here
__global__ void hides(int *out) {
  hidden_in_text();
}

extern "C" __device__ int named(int x) { return x + 1; }
extern "C" __device__ int alsoNamed(int x) __attribute__((alias("named")));

// NAME: forty 41
__global__ void otherName(int *out) {
  printf("forty %d\n", alsoNamed(40 + 0 * out[0]));
}

#ifdef OURS
extern "C" __device__ char *store(void *, void *, unsigned long long, unsigned) asm("sim.store8");
// OURS: hostile-names.cu:[[@LINE+1]]: not supported: the name 'sim.store8'
__global__ void ours(char *out) {
  store(out, (void *)0x400000, 1, 0);
}
#endif
