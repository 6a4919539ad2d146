// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Kernels whose products of parameters use up what the solver may spend on the file.
__global__ void cubesBad(float *out, unsigned p, unsigned q) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long h = (unsigned long long)i * i * i;
  if (p > 0 && q > 0)
    out[(h % p) * q / (p + q)] = i; // expect-error: global-race, allow: intra-warp-race inter-block-race
}

__global__ void blockMixBad(float *out, int a, int b, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  if (b > 0 && a > 0) {
    int j = (t * a % b) * (t * b % a) % n;
    if (j >= 0 && j < 512 && n > 0)
      s[j] = t; // expect-error: shared-race
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t % 512];
}

__global__ void digitsOk(float *out, int a, int b, int c, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i % a, y = i / a % b, z = i / (a * b) % c, w = i / (a * b * c);
  if (w < d)
    out[((x * b + y) * c + z) * d + w] = 1.0f * i;
}

__global__ void digitsUnknown(float *out, int a, int b, int c, int d, int e) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i % a, y = i / a % b, z = i / (a * b) % c, w = i / (a * b * c);
  if (w < e)
    out[((x * b + y) * c + z) * (d - 1) + w] = 1.0f * i;
}

// Nothing is left for this one: a run with sizes of its own shows the races.
__global__ void sweepBad(float *g, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
    return;
  for (int z = 1; z < nz - 1; ++z)
    g[(z * ny + y) * nx + x] = // allow: inter-block-race intra-warp-race global-race
        (g[(z * ny + y) * nx + x + 1] + // expect-error: intra-warp-race, allow: global-race inter-block-race
         g[((z + 1) * ny + y) * nx + x] + // allow: inter-block-race intra-warp-race global-race
         g[(z * ny + y + 1) * nx + x]) / // expect-error: global-race, allow: intra-warp-race inter-block-race
        3;
}

// And for this one, whose digits are folded.
__global__ void foldedBad(float *out, int a, int b, int c, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i % a, y = i / a % b, z = i / (a * b) % c, w = i / (a * b * c);
  int at = (((x * b + y) * c + z) * d + w) % 97;
  if (w < d && at >= 0)
    out[at] = 1.0f * i; // expect-error: inter-block-race, allow: intra-warp-race global-race
}
