// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=bank-conflict %s 2>/dev/null | FileCheck %s
// RUN: not %cuda-fix --checks=bank-conflict --allow-dirty --unsafe --diff %s 2>/dev/null | FileCheck %s --check-prefix=DIFF --implicit-check-not='{{^[+]  __}}'
// No kernel may declare more than 48 KiB of shared memory, all its arrays together.

__global__ void full(const float *in, float *out) {
  __shared__ float tile[384][32];
  int t = threadIdx.x;
  for (int r = t / 32; r < 384; r += 8)
    tile[r][t % 32] = in[r * 32 + t % 32];
  __syncthreads();
  for (int c = t / 32; c < 32; c += 8)
    for (int r = t % 32; r < 384; r += 32)
      out[c * 384 + r] = tile[r][c];
}

// CHECK: repair: pad-shared (manual): make the rows of 'tile' one element longer
// CHECK: the kernel would declare 50688 bytes of shared memory, of which a block has 49152

// There is room for one of the two.
__global__ void both(const float *in, float *out) {
  __shared__ float a[128][32];
  __shared__ float b[128][32];
  __shared__ float rest[3968];
  int t = threadIdx.x;
  for (int r = t / 32; r < 128; r += 8) {
    a[r][t % 32] = in[r * 32 + t % 32];
    b[r][t % 32] = in[4096 + r * 32 + t % 32];
  }
  for (int r = t; r < 3968; r += 256)
    rest[r] = in[8192 + r];
  __syncthreads();
  for (int c = t / 32; c < 32; c += 8)
    for (int r = t % 32; r < 128; r += 32)
      out[c * 128 + r] = a[r][c] + b[r][c] + rest[(c * 128 + r) % 3968];
}

// CHECK: repair: pad-shared (suggested, simulated equal): make the rows of 'a' one element longer
// CHECK: repair: pad-shared (suggested, simulated equal): make the rows of 'b' one element longer

// DIFF: -  __shared__ float a[128][32];
// DIFF-NEXT: +  __shared__ float a[128][32 + 1];

void run(const float *in, float *out) {
  full<<<1, 256>>>(in, out);
  both<<<1, 256>>>(in, out);
}
