// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// All dynamic shared arrays of a kernel begin at one address, whatever their names and types.

extern __shared__ int counts[];
extern __shared__ float weights[];

__global__ void twoNamesBad(float *out) {
  counts[threadIdx.x] = threadIdx.x; // expect: shared-race
  out[blockIdx.x * blockDim.x + threadIdx.x] = weights[blockDim.x - 1 - threadIdx.x];
}

__global__ void twoNamesOk(float *out) {
  counts[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = weights[blockDim.x - 1 - threadIdx.x];
}

// The second part begins behind the first.
__global__ void carvedOk(float *out) {
  float *parts = weights + blockDim.x;
  counts[threadIdx.x] = threadIdx.x;
  parts[threadIdx.x] = 2.0f * threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = parts[threadIdx.x] + counts[threadIdx.x];
}

__device__ void fill(int value) {
  extern __shared__ int inner[];
  inner[threadIdx.x] = value; // expect: shared-race
}

__global__ void calledBad(float *out, int value) {
  extern __shared__ double outer[];
  fill(value);
  out[blockIdx.x * blockDim.x + threadIdx.x] = outer[threadIdx.x];
}

// An array with a size is another memory.
__global__ void sizedOk(float *out) {
  __shared__ int own[256];
  own[threadIdx.x] = threadIdx.x;
  weights[255 - threadIdx.x] = 1.0f;
  out[blockIdx.x * 256 + threadIdx.x] = own[threadIdx.x];
}

int main() {
  float *out;
  cudaMalloc(&out, 1024 * sizeof(float));
  twoNamesBad<<<4, 256, 1024>>>(out);
  twoNamesOk<<<4, 256, 1024>>>(out);
  carvedOk<<<4, 256, 2048>>>(out);
  calledBad<<<4, 256, 2048>>>(out, 3);
  sizedOk<<<4, 256, 1024>>>(out);
}
