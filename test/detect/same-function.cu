// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// What is computed alike from equal operands is equal, in one block and between blocks.

struct Pair {
  float4 low, high;
};

__global__ void doubledOk(float *__restrict__ out, const float *__restrict__ in) {
  out[threadIdx.x] = in[threadIdx.x] * 2.0f; // expect-note: benign-race
}

__global__ void lengthOk(float *out, const float *x, const float *y, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 2;
  if (i < n)
    out[i] = sqrtf(x[i] * x[i] + y[i] * y[i]) / 3.0f; // expect-note: benign-race
}

__global__ void widenedOk(double *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x]; // expect-note: benign-race
}

__global__ void pairsOk(Pair *out, const Pair *in) {
  out[threadIdx.x] = in[threadIdx.x]; // expect-note: benign-race
}

// The sign of the operand picks the store, in all blocks the same.
__global__ void pickedOk(float *out, const float *in) {
  if (in[threadIdx.x] < 0.0f)
    out[threadIdx.x] = 0.0f; // expect-note: benign-race
  else
    out[threadIdx.x] = in[threadIdx.x] + 0.5f; // expect-note: benign-race
}

__global__ void sharedOk(float *out, const float *in) {
  __shared__ float s[32];
  s[threadIdx.x / 2] = expf(in[threadIdx.x / 2]) + in[40]; // expect-note: benign-race
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 32];
}

__global__ void ofBlockBad(float *out, const float *in) {
  out[threadIdx.x] = in[blockIdx.x] * 2.0f; // expect: inter-block-race
}

__global__ void neighboursBad(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / 2] = in[i] * 2.0f; // expect: intra-warp-race
}

__global__ void countedBad(float *out, int *next) {
  int k = atomicAdd(next, 1);
  out[threadIdx.x] = k * 0.5f; // expect: inter-block-race
}

__global__ void otherFunctionBad(float *out, const float *in) {
  if (blockIdx.x == 0)
    out[threadIdx.x] = sinf(in[threadIdx.x]); // expect: inter-block-race
  else
    out[threadIdx.x] = cosf(in[threadIdx.x]); // allow: benign-race
}

// In each iteration another one.
__global__ void overLoopBad(float *out, const float *in, int n) {
  for (int k = 0; k < n; ++k)
    out[threadIdx.x] = in[k] * 2.0f; // expect: inter-block-race
}

// The elements that one block has replaced.
__global__ void shiftedBad(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x + 1] * 2.0f; // expect: inter-block-race global-race
}

void run(float *out, const float *in, float *data, double *wide, Pair *to, const Pair *from,
         int *next, int n) {
  doubledOk<<<4, 64>>>(out, in);
  lengthOk<<<4, 64>>>(out, in, in, n);
  widenedOk<<<4, 64>>>(wide, in);
  pairsOk<<<4, 64>>>(to, from);
  pickedOk<<<4, 64>>>(out, in);
  sharedOk<<<4, 64>>>(out, in);
  ofBlockBad<<<4, 64>>>(out, in);
  neighboursBad<<<4, 64>>>(out, in);
  countedBad<<<4, 64>>>(out, next);
  otherFunctionBad<<<4, 64>>>(out, in);
  overLoopBad<<<4, 64>>>(out, in, n);
  shiftedBad<<<4, 64>>>(data, data);
}
