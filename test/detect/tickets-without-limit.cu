// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// atomicInc() with the largest limit draws tickets; with another it draws some twice.

__global__ void drawnOk(unsigned *count, int *out) {
  unsigned at = atomicInc(count, 0xffffffff);
  if (at < 1024)
    out[at] = threadIdx.x;
}
__global__ void limitedUnknown(int *out) {
  __shared__ unsigned count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  unsigned at = atomicInc(&count, 15);
  out[at] = threadIdx.x;
}

void run(unsigned *count, int *out, int n) {
  drawnOk<<<n, 128>>>(count, out);
  limitedUnknown<<<1, 128>>>(out);
}
