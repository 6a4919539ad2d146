// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix simulate %s --kernel spins --max-accesses 100000 2>&1 | FileCheck %s --check-prefix=SPIN
// RUN: not %cuda-fix simulate %s --kernel counts --max-accesses 1000000000000 --unit-timeout 6 2>&1 | FileCheck %s --check-prefix=SLOW --implicit-check-not=crash
// RUN: not %cuda-fix simulate %s --kernel overflows 2>&1 | FileCheck %s --check-prefix=CRASH
// RUN: not %cuda-fix simulate %s --kernel paints 2>&1 | FileCheck %s --check-prefix=SURFACE
// RUN: %python %S/../cli/Inputs/exit_code.py 3 %cuda-fix simulate %s --kernel paints

// SPIN: warning: given up after more than 100000 accesses: a thread may wait for what never happens [no-progress, confirmed]
__global__ void spins(volatile int *flag) {
  while (*flag == 0) {
  }
}

// What takes too long does not crash.
// SLOW-DAG: limits.cu: warning: analysed in part: gave up after 6 seconds (--unit-timeout)
// SLOW-DAG: not decided for kernel 'counts': races and barrier divergence: not simulated: it has not finished
// SLOW: 0 errors, 0 warnings in 1 file (1 in part)
__global__ void counts(volatile int *out, int n) {
  for (int i = 0; i < 2000000000; ++i)
    out[i & 1023] = n + i;
}

// A recursion without an end: the simulation dies, the tool reports it.
// CRASH: limits.cu:[[@LINE+6]]:17: error: the simulation of kernel 'overflows' crashed{{.*}} [crash, confirmed]
__device__ int deeper(int n, volatile int *p) {
  int local[256];
  local[n & 255] = n;
  return p[0] == 1 ? 0 : deeper(n + 1, p) + local[p[1] & 255];
}
__global__ void overflows(int *out) { out[0] = deeper(0, out); }

// SURFACE: not simulated: {{.*}}limits.cu:[[@LINE+2]]: not supported: a surface outside of a whole program
__global__ void paints(cudaSurfaceObject_t s, float *in) {
  surf1Dwrite(in[threadIdx.x], s, threadIdx.x * sizeof(float));
}
