// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s
//
// Bugs that only particular inputs show, and what differs from them in what makes the bug.
// Without a search none of them is found, and an equal seed searches the same inputs.
// RUN: %cuda-fix simulate %s --search 0 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: 0 errors, 0 warnings
// RUN: not %cuda-fix simulate %s --seed 5 > %t.1 2>&1
// RUN: not %cuda-fix simulate %s --seed 5 -j 1 > %t.2 2>&1
// RUN: cmp %t.1 %t.2

// A size that is no multiple of the block.
__global__ void partBad(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
  if (n % blockDim.x != 0 && i >= n)
    out[n] = i;           // expect: inter-block-race, allow: intra-warp-race global-race
}
__global__ void partOk(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
  if (n % blockDim.x != 0 && i == n)
    out[n] = i;
}

// The last block waits for threads that have left.
__global__ void tailBad(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = in[i];
  __syncthreads();        // expect-warning: barrier-divergence
}
__global__ void tailOk(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
  __syncthreads();
}

// A mode that nobody would guess.
__global__ void modeBad(int *a, int mode) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (mode == 3137)
    a[i / 2] = i;         // expect: intra-warp-race
  else
    a[i] = i;
}
__global__ void modeOk(int *a, int mode) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[mode == 3137 ? 2 * i : i] = i;
}

// An index array in which a number stands twice.
__global__ void histogramBad(int *count, const int *bin) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  count[bin[i]] = count[bin[i]] + 1; // expect: intra-warp-race global-race inter-block-race
}
__global__ void histogramOk(int *count, const int *bin) {
  atomicAdd(&count[bin[blockIdx.x * blockDim.x + threadIdx.x]], 1);
}
// Here it mostly does not: a finding would be no more than possible.
__global__ void permuteOk(int *to, const int *from, const int *place) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[place[i]] = from[i];
}

// Data that lets a part of the block pass the barrier.
__global__ void dataBad(const int *key, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (key[i] > 100000)
    __syncthreads();      // expect-error: barrier-divergence
  out[i] = 1;
}
__global__ void realBad(const float *key, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (key[i] > 50.0f)
    __syncthreads();      // expect-error: barrier-divergence
  out[i] = 1;
}
__global__ void uniformOk(const int *key, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (key[blockIdx.x] > 100000)
    __syncthreads();
  out[i] = 1;
}

// More elements than a ring has room for.
__global__ void ringBad(int *a, int n) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
    a[k % 1000] = k;      // expect: intra-warp-race global-race inter-block-race
}
__global__ void ringOk(int *a, int n) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
    a[k] = k;
}
