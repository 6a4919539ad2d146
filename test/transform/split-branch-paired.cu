// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --allow-dirty --unsafe --diff %s 2>&1 | FileCheck %s --implicit-check-not='repairs barrier-divergence'
// RUN: not %cuda-fix %s | FileCheck %s --check-prefix=TEXT
// Each turn of one loop pairs its barrier with that of the other: one loop after the other computes
// something else, whatever the order of the threads, and is no repair.

__global__ void produce(const float *in, float *out, int rounds) {
  __shared__ float buf[2][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    for (int r = 0; r < rounds; ++r) {
      buf[r & 1][lane] = in[r * 32 + lane];
      __syncthreads();
    }
  } else {
    for (int r = 0; r < rounds; ++r) {
      __syncthreads();
      out[r * 32 + lane] = buf[r & 1][31 - lane] * 2;
    }
  }
}

void run(const float *in, float *out, int n) { produce<<<1, 64>>>(in, out, n); }

// CHECK: 1 error
// TEXT: repair: split-branch (manual, simulated different)
// TEXT: taken back, the simulated kernel computes something else: 'out' differs at byte 0
