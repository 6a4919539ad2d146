// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --no-repair --no-replay %s 2>%t.err | FileCheck %s --implicit-check-not="error: race"
// RUN: FileCheck %s --check-prefix=SUMMARY --input-file %t.err
// RUN: not %cuda-fix --no-repair --no-replay --show note %s 2>/dev/null | FileCheck %s --check-prefix=EACH
// Many races on one array are one bug: the first stands in full, the places of the others below it.

__global__ void tail(const int *in, int *out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 32) {
    s[tid] += s[tid + 16];
    s[tid] += s[tid + 8];
    s[tid] += s[tid + 4];
  }
  if (tid == 0)
    *out = s[0];
}

// Another array with a single pair of accesses.
__global__ void neighbour(int *out) {
  __shared__ int t[64];
  t[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = t[63 - threadIdx.x];
}

void run(const int *in, int *out) {
  tail<<<1, 64>>>(in, out);
  neighbour<<<1, 64>>>(out);
}

// CHECK: races-together.cu:13:{{[0-9]+}}: error: race on shared memory 's'
// CHECK: witness:
// CHECK-NEXT: and {{[0-9]+}} more races on 's', of lines 13, 14, 15 (--show note prints each)
// CHECK: races-together.cu:24:{{[0-9]+}}: error: race on shared memory 't'
// SUMMARY: {{[0-9]+}} errors (told as 2), 0 warnings
// EACH: races-together.cu:13:{{[0-9]+}}: error: race on shared memory 's'
// EACH: races-together.cu:14:{{[0-9]+}}: error: race on shared memory 's'
