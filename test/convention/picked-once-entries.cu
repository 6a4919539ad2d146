// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not="free for"
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --format=json | FileCheck %s --check-prefix=JSON
// That entries of a list differ is a condition on launches where nobody writes the list, and where it is enough.

// CHECK-DAG: kernel 'named': free for launches with entries of 'list' that differ where they are used, others not decided
// JSON: "race": "free-for-shapes"
__global__ void named(float *out, const float *in, const int *__restrict__ list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && list[i] >= 0)
    out[list[i]] = in[i];
}

// Two threads take one entry.
// CHECK-DAG: not decided for kernel 'halves'{{.*}}needs [picked-once] indices read from memory name no cell for two threads to be free
// JSON: "race": "unknown"
__global__ void halves(float *out, const float *in, const int *__restrict__ list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[list[i / 2]] = in[i];
}

// Neighbouring entries reach over each other's cells.
// CHECK-DAG: not decided for kernel 'pairs'{{.*}}needs [picked-once] indices read from memory name no cell for two threads to be free
// JSON: "race": "unknown"
__global__ void pairs(float *out, const float *in, const int *__restrict__ list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[list[i]] = in[i], out[list[i] + 1] = in[i];
}

// The kernel writes the list.
// CHECK-DAG: not decided for kernel 'written'{{.*}}needs [picked-once] indices read from memory name no cell for two threads to be free
// JSON: "race": "unknown"
__global__ void written(float *out, const float *in, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[list[i]] = in[i];
    list[i] = -1;
  }
}

// Who counts finds a cell several times.
// CHECK-DAG: warning: race on global memory 'count'
// JSON: "race": "racy"
__global__ void counts(int *count, const int *__restrict__ list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[list[i]] += 1;
}
