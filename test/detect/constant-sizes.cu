// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Sizes in __constant__ variables are the host's, as parameters are.
__constant__ int row;
__constant__ int sizes[2];
__global__ void tilesUnknown(const float *in, float *out) { // verdict: unknown
  int at = (blockIdx.y * 8 + threadIdx.y) * row + blockIdx.x * 128 + 4 * threadIdx.x;
  for (int i = 0; i < 2; i++)
    *(float4 *)(out + at + i * 64) = make_float4(in[at], 1, 2, 3);
}
__global__ void rowsOk(const float *in, float *out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < sizes[0] && y < sizes[1])
    out[y * sizes[0] + x] = in[x];
}
// Neighbours share a cell whatever the sizes are.
__global__ void neighboursBad(const float *in, float *out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < sizes[0] && y < sizes[1])
    out[y * sizes[0] + x / 2] = in[x]; // expect: intra-warp-race
}
// A size is not negative.
__global__ void loopOk(float *out) {
  __shared__ float tile[64];
  float sum = 0;
  for (int i = 0; i < sizes[1]; ++i) {
    tile[threadIdx.x] = i;
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
void launch(dim3 grid, dim3 block, const float *in, float *out) {
  tilesUnknown<<<grid, block>>>(in, out);
  rowsOk<<<grid, dim3(32, 8)>>>(in, out);
  neighboursBad<<<grid, dim3(32, 8)>>>(in, out);
  loopOk<<<grid, 64>>>(out);
}
// A row length that stands in memory is a stride as a parameter is.
__global__ void rowsOfMemoryUnknown(const int *sizes, int last, float *out) { // verdict: unknown
  int length = sizes[last], i = threadIdx.y * gridDim.y + blockIdx.y, j = threadIdx.z * gridDim.z + blockIdx.z;
  if (threadIdx.x == 0)
    out[i * length + j] += 1;
}
__global__ void rowsOfBlockUnknown(const int *sizes, float *out) { // verdict: unknown
  out[threadIdx.y * sizes[0] + threadIdx.x] = threadIdx.x;
}
void launch(const int *sizes, int last, float *out, int h, int d) {
  rowsOfMemoryUnknown<<<dim3(1, h, d), dim3(8, 4, 4)>>>(sizes, last, out);
  rowsOfBlockUnknown<<<1, dim3(32, 4)>>>(sizes, out);
}
// Nobody looks at what stands there: it may be 0.
__device__ int nothing = 0;
__global__ void scaledByNothingUnknown(int *out) { // verdict: unknown
  out[threadIdx.x * nothing] = threadIdx.x;
}
void launchNothing(int *out) { scaledByNothingUnknown<<<1, 64>>>(out); }
