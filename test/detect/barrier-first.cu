// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --level=fast
// Hard questions about races do not use up what decides the barriers.

__global__ void tangledBad(int *out, unsigned p, unsigned q, unsigned r, int n) {
  __shared__ int s[256];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (p == 0 || q == 0 || r == 0)
    return;
  unsigned long long h = (unsigned long long)i * i * i;
  for (unsigned k = 0; k < r; ++k) {
    out[(h % p) * q / (p + k)] = i;       // allow: global-race intra-warp-race inter-block-race
    out[(h * k % q) * p / (q + r)] = i;   // allow: global-race intra-warp-race inter-block-race
    out[(h + k * q) % (p * r) * q] = i;   // allow: global-race intra-warp-race inter-block-race
  }
  if (threadIdx.x < n) {
    s[threadIdx.x % 256] = i;             // allow: shared-race
    __syncthreads();                      // expect: barrier-divergence
    out[i] = s[(threadIdx.x + 1) % 256];  // allow: shared-race global-race inter-block-race
  }
}
