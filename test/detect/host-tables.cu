// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// What host code takes from a table is one of its elements; what it has allocated is not empty;
// the pitch of a volume is at least its width.

// The rest of n is done by the first three threads: the block has as many.
__global__ void restOk(float *out, const float *in, unsigned long long n) {
  unsigned long long i = (unsigned long long)blockDim.x * blockIdx.x + threadIdx.x;
  unsigned long long whole = n / 4;
  if (i < whole)
    reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
  for (unsigned long long j = 4 * whole + i; j < n; j += blockDim.x)
    out[j] = in[j];
}

// A block of two has not.
__global__ void smallBad(float *out, const float *in, unsigned long long n) {
  unsigned long long i = (unsigned long long)blockDim.x * blockIdx.x + threadIdx.x;
  for (unsigned long long j = n / 4 * 4 + i; j < n; j += blockDim.x)
    out[j] = in[j] + blockIdx.x; // expect: inter-block-race
}

// One element of each plane, and planes are not empty.
__global__ void firstOk(float *out, const float *in, size_t rows, size_t cols, size_t planes) {
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < planes;
       i += blockDim.x * gridDim.x)
    out[i * rows * cols] = in[i * rows * cols];
}

__global__ void volumeOk(cudaPitchedPtr volume, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < width && y < height && z < depth) {
    float *row = (float *)((char *)volume.ptr + (z * (size_t)height + y) * volume.pitch);
    row[x] = 2 * row[x] + 1;
  }
}

// The width in elements is not the one in bytes.
__global__ void narrowBad(cudaPitchedPtr volume, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float *row = (float *)((char *)volume.ptr + y * width);
    row[x] = 2 * row[x] + 1; // expect: inter-block-race global-race
  }
}

void launches(float *out, const float *in, unsigned long long n, int width, int height, int depth) {
  const int blocks[] = {64, 128, 256, 1024}, small[] = {2, 64, 128};
  for (int block : blocks)
    restOk<<<(n + block - 1) / block, block>>>(out, in, n);
  for (int block : small)
    smallBad<<<(n + block - 1) / block, block>>>(out, in, n);
  cudaExtent extent = make_cudaExtent(width * sizeof(float), height, depth);
  cudaPitchedPtr volume;
  cudaMalloc3D(&volume, extent);
  dim3 block(16, 8, 2), grid((width + 15) / 16, (height + 7) / 8, (depth + 1) / 2);
  volumeOk<<<grid, block>>>(volume, width, height, depth);
  narrowBad<<<dim3(grid.x, grid.y), dim3(16, 8)>>>(volume, width, height);
}

void planes(size_t rows, size_t cols, size_t planes, const float *host) {
  float *in, *out;
  cudaMalloc(&in, rows * cols * planes * sizeof(float));
  cudaMalloc(&out, rows * cols * planes * sizeof(float));
  cudaMemcpy(in, host, rows * cols * planes * sizeof(float), cudaMemcpyHostToDevice);
  firstOk<<<64, 128>>>(out, in, rows, cols, planes);
}
