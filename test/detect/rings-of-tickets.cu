// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Tickets pick cells of a ring, whose size is a power of two where it is used as a mask.

__global__ void pushUnknown(float *ring, unsigned *next, const float *in, unsigned n,
                            unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    ring[atomicAdd(next, 1u) & (size - 1)] = in[i];
}

// Host code passes the mask.
__global__ void pushByMaskUnknown(float *ring, unsigned *next, const float *in, unsigned n,
                                  unsigned mask) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    ring[atomicAdd(next, 1u) & mask] = in[i];
}

__global__ void pushConstantUnknown(float *ring, unsigned *next, const float *in, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    ring[atomicAdd(next, 1u) & 1023] = in[i];
}

// The counter goes down, and names the cell behind it.
__global__ void pushBelowUnknown(float *ring, unsigned *next, const float *in, unsigned n,
                                 unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    ring[(atomicSub(next, 1u) - 1) % size] = in[i];
}

// The size is no mask: tickets 0 and 1 share a cell.
__global__ void pushBySizeBad(float *ring, unsigned *next, const float *in, unsigned n,
                              unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    ring[atomicAdd(next, 1u) & size] = in[i]; // expect: global-race inter-block-race
}

// Each takes two cells and draws one.
__global__ void pushPairsBad(float *ring, unsigned *next, const float *in, unsigned n,
                             unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned at = atomicAdd(next, 1u);
    ring[at & (size - 1)] = in[i];           // expect: global-race inter-block-race
    ring[(at + 1) & (size - 1)] = in[i] + 1; // expect: global-race inter-block-race
  }
}

// The counter is read, not drawn from.
__global__ void pushReadBad(float *ring, unsigned *next, const float *in, unsigned n,
                            unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    ring[*next & (size - 1)] = in[i]; // expect: global-race inter-block-race
}

void push(float *ring, unsigned *next, const float *in, unsigned n, unsigned size) {
  unsigned blocks = (n + 255) / 256;
  pushUnknown<<<blocks, 256>>>(ring, next, in, n, size);
  pushByMaskUnknown<<<blocks, 256>>>(ring, next, in, n, size - 1);
  pushConstantUnknown<<<blocks, 256>>>(ring, next, in, n);
  pushBelowUnknown<<<blocks, 256>>>(ring, next, in, n, size);
  pushBySizeBad<<<blocks, 256>>>(ring, next, in, n, size);
  pushPairsBad<<<blocks, 256>>>(ring, next, in, n, size);
  pushReadBad<<<blocks, 256>>>(ring, next, in, n, size);
}
