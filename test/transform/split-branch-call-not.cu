// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// Functions that not every thread calls, and that cannot take one argument more.

__device__ int declared(int *s, int value);

__device__ int declared(int *s, int value) {
  s[threadIdx.x] = value;
  return s[63 - threadIdx.x];
}

// CHECK: repair: split-branch (manual
// CHECK: no source form: line {{.*}}: 'declared' is called where not every thread comes, and is declared twice
__global__ void prototype(int *out) {
  __shared__ int s[64];
  if (threadIdx.x < 64)
    out[threadIdx.x] = declared(s, threadIdx.x);
}

__device__ int mirrored(int *s, int value) {
  s[threadIdx.x] = value;
  return s[63 - threadIdx.x];
}

// CHECK: repair: split-branch (manual
// CHECK: no source form: line {{.*}}: the call of 'mirrored' is a part of a larger expression
__global__ void nested(int *out) {
  __shared__ int s[64];
  if (threadIdx.x < 64)
    out[threadIdx.x] = out[0] ? mirrored(s, threadIdx.x) : 0;
}

struct Row {
  int *Cells;
};

__device__ void ofRow(int *s, Row row) {
  s[threadIdx.x] = row.Cells[0];
  row.Cells[threadIdx.x] = s[63 - threadIdx.x];
}

// CHECK: repair: split-branch (manual
// CHECK: no source form: line {{.*}}: 'ofRow' takes a value that not every thread has
__global__ void structure(Row *rows) {
  __shared__ int s[64];
  if (threadIdx.x < 64)
    ofRow(s, rows[blockIdx.x]);
}

struct Pair {
  int A, B;
};

__device__ Pair pair(int *s, int value) {
  s[threadIdx.x] = value;
  return {s[63 - threadIdx.x], value};
}

// CHECK: repair: split-branch (manual
// CHECK: no source form: line {{.*}}: not every thread can evaluate what the function returns
__global__ void returned(int *out) {
  __shared__ int s[64];
  if (threadIdx.x < 64) {
    Pair p = pair(s, threadIdx.x);
    out[threadIdx.x] = p.A + p.B;
  }
}

int main() {
  prototype<<<1, 128>>>(nullptr);
  nested<<<1, 128>>>(nullptr);
  structure<<<1, 128>>>(nullptr);
  returned<<<1, 128>>>(nullptr);
}
