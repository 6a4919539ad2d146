// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// All threads write one value of the block to shared memory before they read it: whichever write
// they see, they read the same, and take the same number of turns.

__global__ void productOk(const float *a, const float *b, float *c, int width) {
  __shared__ float left[16][16], right[16][16];
  __shared__ int first, step, last;
  int tx = threadIdx.x, ty = threadIdx.y;
  first = 16 * blockIdx.y * width; // expect-note: benign-race
  step = 16; // expect-note: benign-race
  last = first + width - 1; // expect-note: benign-race
  float sum = 0;
  for (int i = first, j = 16 * blockIdx.x; i <= last; i += step, j += 16 * width) {
    left[ty][tx] = a[i + width * ty + tx];
    right[ty][tx] = b[j + width * ty + tx];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += left[ty][k] * right[k][tx];
    __syncthreads();
  }
  c[(16 * blockIdx.y + ty) * width + 16 * blockIdx.x + tx] = sum;
}

__global__ void productBad(const float *a, float *c, int width) {
  __shared__ float left[16][16];
  __shared__ int last;
  int tx = threadIdx.x, ty = threadIdx.y;
  last = ty + width; // expect: shared-race
  float sum = 0;
  for (int i = 0; i <= last; i += 16) {
    left[ty][tx] = a[i + width * ty + tx];
    __syncthreads(); // expect: barrier-divergence
    sum += left[tx][ty];
    __syncthreads();
  }
  c[(16 * blockIdx.y + ty) * width + 16 * blockIdx.x + tx] = sum;
}

__global__ void shrinkBad(float *c, int width) {
  __shared__ int last;
  last = width; // expect: shared-race, allow: benign-race
  float sum = 0;
  for (int i = 0; i <= last; ++i) { // expect: shared-race
    if (threadIdx.x == 0)
      last = width / 2; // while others still compare
    sum += i;
    __syncthreads(); // expect: barrier-divergence
  }
  c[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(const float *a, const float *b, float *c, int width) {
  if (width < 16)
    return;
  productOk<<<dim3(width / 16, width / 16), dim3(16, 16)>>>(a, b, c, width);
  productBad<<<dim3(width / 16, width / 16), dim3(16, 16)>>>(a, c, width);
  shrinkBad<<<width, 64>>>(c, width);
}
