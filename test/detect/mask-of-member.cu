// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A member of what is passed by value says which lanes meet.
struct Grid {
  const int *links;
  int dim;
};

__global__ void reversedOk(Grid g, const float *in, float *out, int n) {
  __shared__ float s[8][32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31, row = i >> 5;
  if (i >= n || lane >= g.dim)
    return;
  unsigned mask = (1u << g.dim) - 1;
  s[threadIdx.x >> 5][lane] = in[row * g.dim + lane];
  __syncwarp(mask);
  out[row * g.dim + lane] = s[threadIdx.x >> 5][g.dim - 1 - lane];
}

/// The last lane is not named.
__global__ void shorterBad(Grid g, const float *in, float *out, int n) {
  __shared__ float s[8][32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31, row = i >> 5;
  if (i >= n || lane >= g.dim)
    return;
  unsigned mask = (1u << (g.dim - 1)) - 1;
  s[threadIdx.x >> 5][lane] = in[row * g.dim + lane];
  __syncwarp(mask); // expect: absent-lanes
  out[row * g.dim + lane] = s[threadIdx.x >> 5][g.dim - 1 - lane];
}

/// Another member says which lanes stay.
struct Sizes {
  int dim, named;
};
__global__ void otherBad(Sizes g, const float *in, float *out, int n) {
  __shared__ float s[8][32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31, row = i >> 5;
  if (i >= n || lane >= g.dim)
    return;
  unsigned mask = (1u << g.named) - 1;
  s[threadIdx.x >> 5][lane] = in[row * g.dim + lane];
  __syncwarp(mask); // expect: absent-lanes
  out[row * g.dim + lane] = s[threadIdx.x >> 5][g.dim - 1 - lane];
}

/// Memory says it.
__global__ void loadedUnknown(Grid g, const float *in, float *out, int n) {
  __shared__ float s[8][32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31, row = i >> 5;
  if (i >= n || lane >= g.dim)
    return;
  unsigned mask = (1u << g.links[0]) - 1;
  s[threadIdx.x >> 5][lane] = in[row * g.dim + lane];
  __syncwarp(mask);
  out[row * g.dim + lane] = s[threadIdx.x >> 5][g.dim - 1 - lane];
}

void run(Grid g, Sizes s, const float *in, float *out, int rows) {
  reversedOk<<<(rows * 32 + 255) / 256, 256>>>(g, in, out, rows * 32);
  shorterBad<<<(rows * 32 + 255) / 256, 256>>>(g, in, out, rows * 32);
  otherBad<<<(rows * 32 + 255) / 256, 256>>>(s, in, out, rows * 32);
  loadedUnknown<<<(rows * 32 + 255) / 256, 256>>>(g, in, out, rows * 32);
}
