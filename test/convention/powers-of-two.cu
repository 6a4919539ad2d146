// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-powers-of-two' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// What masks bits is a power of two.

// CHECK: needs {{.*}}[powers-of-two] {{.*}} to be free
__global__ void scan(unsigned *out, unsigned size) {
  __shared__ unsigned s[512];
  unsigned pos = 2 * threadIdx.x - (threadIdx.x & (size / 4 - 1));
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 's'
  s[pos] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[pos];
}

// The stride is doubled as often as the count can be halved, and halved again in the loop below.
// CHECK: needs [powers-of-two] {{.*}}(count & count - 1) == 0
__global__ void downSweep(float *out, const float *in, int count) {
  extern __shared__ float part[];
  int t = threadIdx.x, stride = 1;
  part[t] = in[t];
  for (int half = count >> 1; half > 0; half >>= 1)
    stride *= 2;
  for (int pairs = 1; pairs < count; pairs *= 2) {
    stride >>= 1;
    __syncthreads();
    if (t < pairs)
      // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: error: race on shared memory 'part'
      part[stride * (2 * t + 2) - 1] += part[stride * (2 * t + 1) - 1];
  }
  __syncthreads();
  out[t] = part[t];
}
