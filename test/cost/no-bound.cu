// RUN: %cuda-fix cost --block-dim 256 %s | FileCheck %s

// What no parameter bounds has no bound, and the line says why; the rest keeps its own.

// CHECK-LABEL: rows:
// CHECK: sectors grid no bound: line [[@LINE+6]]: how often the loop runs depends on first[...]
// CHECK: bank_conflicts grid 0 (exact)
// CHECK: divergent
// CHECK: warp 31
// CHECK: steps grid no bound
__global__ void rows(const int *first, const float *value, float *sum) {
  for (int j = first[threadIdx.x]; j < first[threadIdx.x + 1]; ++j)
    sum[threadIdx.x] += value[j];
}

// Data may end it before, but a parameter bounds it.
// CHECK-LABEL: search:
// CHECK: sectors
// CHECK: warp n + {{[0-9]+}} O(n)
__global__ void search(const int *a, int n, int what, int *found) {
  int i = 0;
  while (i < n && a[i] != what)
    ++i;
  if (threadIdx.x == 0)
    *found = i;
}

// Where lanes access memory depends on data: each may need a sector of its own.
// CHECK-LABEL: gather:
// CHECK: sectors
// CHECK: warp 40
// CHECK: note: line [[@LINE+2]]: where lanes access memory depends on data
__global__ void gather(const int *at, const float *from, float *to) {
  to[threadIdx.x] = from[at[threadIdx.x]];
}
