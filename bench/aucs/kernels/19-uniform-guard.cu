// SPDX-License-Identifier: Apache-2.0
// The guard depends on the row of the block; a block has one row, so all threads agree.
#define THREADS 256

__global__ void describe(const float *image, float *out, unsigned features) {
  __shared__ float bins[THREADS];
  unsigned tx = threadIdx.x, f = blockIdx.y * blockDim.y + threadIdx.y;
  if (f < features) {
    bins[tx] = image[f * THREADS + tx];
    __syncthreads();
    for (unsigned k = THREADS / 2; k > 0; k >>= 1) {
      if (tx < k)
        bins[tx] += bins[tx + k];
      __syncthreads();
    }
    float norm = rsqrtf(bins[0]);
    out[f * THREADS + tx] = image[f * THREADS + tx] * norm;
  }
}

void run(const float *image, float *out, unsigned features) {
  describe<<<dim3(1, 1000), dim3(THREADS, 1)>>>(image, out, features);
}
