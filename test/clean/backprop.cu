// SPDX-License-Identifier: Apache-2.0
// Weights of a layer: a column of threads sums over 16 inputs.
#define H 16

__global__ void forward(const float *input, float *weights, float *partial, int hidden) {
  __shared__ float node[H], weight[H][H];
  int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int at = (hidden + 1) * H * by + (hidden + 1) * ty + tx + 1 + hidden + 1;
  if (tx == 0)
    node[ty] = input[H * by + ty + 1];
  __syncthreads();
  weight[ty][tx] = weights[at] * node[ty];
  __syncthreads();
  for (int k = 1; k < H; k *= 2) {
    if (ty % (2 * k) == 0)
      weight[ty][tx] += weight[ty + k][tx];
    __syncthreads();
  }
  if (ty == 0)
    partial[by * hidden + tx] = weight[0][tx];
}

void run(const float *input, float *weights, float *partial, int blocks) {
  forward<<<dim3(1, blocks), dim3(H, H)>>>(input, weights, partial, H);
}
