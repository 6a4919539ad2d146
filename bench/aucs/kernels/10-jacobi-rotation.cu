// SPDX-License-Identifier: Apache-2.0
// One row of threads per matrix: the rotation overwrites columns that the row's dot product
// may still read, and rows whose columns are orthogonal skip the barrier.
#define M 9
#define ITERATIONS 1024

__device__ void jacobi(float (*columns)[M]) {
  int tx = threadIdx.x;
  for (int sweep = 0; sweep < 10; ++sweep) {
    for (int i = 0; i < M - 1; ++i) {
      for (int j = i + 1; j < M; ++j) {
        float dot = 0, a = 0, b = 0;
        for (int k = 0; k < M; ++k) {
          dot += columns[i][k] * columns[j][k];
          a += columns[i][k] * columns[i][k];
          b += columns[j][k] * columns[j][k];
        }
        if (fabsf(dot) <= 1e-6f * sqrtf(a * b))
          continue;
        float t = (b - a) / (2 * dot);
        float c = rsqrtf(1 + t * t), s = c * t;
        if (tx < M) {
          float x = columns[i][tx], y = columns[j][tx];
          columns[i][tx] = c * x + s * y;
          columns[j][tx] = c * y - s * x;
        }
        __syncthreads();
      }
    }
  }
}

__global__ void solveSystems(const float *in, float *out) {
  __shared__ float matrices[16][M][M];
  int system = blockIdx.y * blockDim.y + threadIdx.y;
  if (threadIdx.x < M)
    for (int k = 0; k < M; ++k)
      matrices[threadIdx.y][k][threadIdx.x] = in[(system * M + k) * M + threadIdx.x];
  __syncthreads();
  if (system < ITERATIONS)
    jacobi(matrices[threadIdx.y]);
  if (threadIdx.x < M)
    out[system * M + threadIdx.x] = matrices[threadIdx.y][M - 1][threadIdx.x];
}

void run(const float *in, float *out) {
  solveSystems<<<dim3(1, ITERATIONS / 16), dim3(16, 16)>>>(in, out);
}
