// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=performance
// The shape of the block decides which threads are a warp.

__global__ void narrowRowsBad(const float *in, float *out, int w) {
  int i = (blockIdx.y * 8 + threadIdx.y) * w + blockIdx.x * 8 + threadIdx.x;
  out[i] = in[i]; // expect-note: uncoalesced-access
}

__global__ void swappedBad(const float *in, float *out, int w) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * w + y] = in[y * w + x]; // expect-warning: uncoalesced-access
}

// 20 threads to a row of the block: the rows follow each other in memory, too.
__global__ void oddRowsOk(const float *in, float *out) {
  int i = blockIdx.x * 200 + threadIdx.y * 20 + threadIdx.x;
  out[i] = in[i];
}

__global__ void linearBad(const float *in, float *out, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i / w * w + i % w] = in[(i % 64) * 32 + i / 64]; // expect-warning: uncoalesced-access
}

void run(float *a, float *b, int w) {
  narrowRowsBad<<<dim3(w / 8, w / 8), dim3(8, 8)>>>(a, b, w);
  swappedBad<<<dim3(w / 32, w / 8), dim3(32, 8)>>>(a, b, w);
  oddRowsOk<<<w / 200, dim3(20, 10)>>>(a, b);
  linearBad<<<w * w / 256, 256>>>(a, b, w);
}
