// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix simulate %s --grid 1 --block 64 --arg 'in=zero(4096)' --arg 'out=zero(4096)' --listing --schedules 1 2>/dev/null | FileCheck %s
// RUN: %cuda-fix simulate %s --grid 1 --block 64 --arg 'in=zero(4096)' --arg 'out=zero(4096)' --schedules 1 --kernel rows --format=json 2>/dev/null | FileCheck %s --check-prefix=JSON

// Two warps: requests, lanes, sectors, ideal, lines, aligned lines, conflicts.

// CHECK-LABEL: kernel rows
// CHECK: {{^ +4 +128 +16 +16 +4 +4 +0 +[0-9]+ +}}[[@LINE+2]] |
__global__ void rows(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x];
}
// JSON: "measures": [
// JSON: "what": "read",
// JSON: "aligned_lines": 2,
// JSON: "ideal_sectors": 8,
// JSON: "lanes": 64,
// JSON: "lines": 2,
// JSON: "requests": 2,
// JSON: "sectors": 8

// Each lane reads a line of its own.
// CHECK-LABEL: kernel columns
// CHECK: {{^ +2 +64 +64 +8 +64 +64 +0 +[0-9]+ +}}[[@LINE+2]] |
__global__ void columns(const float *in, float *out) {
  float v = in[threadIdx.x * 32];
  if (v < 0)
    out[0] = v;
}

// One element on: a sector and a line more than an aligned request.
// CHECK-LABEL: kernel shifted
// CHECK: {{^ +2 +64 +10 +8 +4 +2 +0 +[0-9]+ +}}[[@LINE+2]] |
__global__ void shifted(const float *in, float *out) {
  float v = in[threadIdx.x + 1];
  if (v < 0)
    out[0] = v;
}

// Stride two: two words in every other bank, so one pass more.
// CHECK-LABEL: kernel banks
// CHECK: {{^ +2 +64 +0 +0 +0 +0 +2 +[0-9]+ +}}[[@LINE+3]] |
__global__ void banks(const float *in, float *out) {
  __shared__ float s[128];
  s[threadIdx.x * 2] = 1;
}

// The first warp splits, the second does not, and does not write.
// CHECK-LABEL: kernel splits
// CHECK: {{^ +1 +[0-9]+ +}}[[@LINE+3]] |   if (threadIdx.x < 8)
// CHECK: the busiest warp: 0 bank_conflicts, 1 divergent, 1 sectors, {{[0-9]+}} steps
__global__ void splits(const float *in, float *out) {
  if (threadIdx.x < 8)
    out[threadIdx.x] = 1;
}

// Every turn, the other half of each warp: a request for each turn, whoever comes to it.
// CHECK-LABEL: kernel turns
// CHECK: {{^ +8 +128 +16 +16 +8 +8 }}{{.* }}[[@LINE+4]] |
__global__ void turns(const float *in, float *out) {
  for (int i = 0; i < 4; ++i)
    if (threadIdx.x % 32 / 16 == i % 2)
      out[64 * i + threadIdx.x] = 1;
}

// So many turns that the lanes' records are emptied in between, while some have more in them.
// CHECK-LABEL: kernel manyTurns
// CHECK: {{^ +8000 +160000 +20000 +20000 +8000 +8000 }}{{.* }}[[@LINE+5]] |
__global__ void manyTurns(const float *in, float *out) {
  float sum = 0;
  for (int i = 0; i < 4000; ++i)
    if (threadIdx.x % 32 < 8 || i % 2)
      sum += in[threadIdx.x];
  if (sum < 0)
    out[threadIdx.x] = sum;
}
