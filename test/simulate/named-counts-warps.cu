// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings --simulate %s
// A numbered barrier counts whole warps: eight of them open one of 128 threads twice, in whatever
// order their threads run. A warp of which a part never comes has not come.

__global__ void groups(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t]; // expect: shared-race
  asm volatile("bar.sync 1, 128;" ::: "memory");
  out[blockIdx.x * 256 + t] = s[255 - t];
}

__global__ void halves(float *out) {
  if (threadIdx.x % 32 < 16)
    asm volatile("barrier.sync 1, 64;" ::: "memory"); // expect: deadlock
  else
    asm volatile("barrier.sync 2, 64;" ::: "memory");
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

void run(const float *in, float *out, int n) {
  groups<<<n, 256>>>(in, out);
  halves<<<n, 64>>>(out);
}
