// SPDX-License-Identifier: Apache-2.0
__global__ void smooth(const float *in, float *out, unsigned width, unsigned height, unsigned depth) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
           z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x + 1 >= width || y >= height || z >= depth)
    return;
  unsigned at = x + y * width + z * width * height;
  out[at] = 0.5f * (in[at] + in[at + 1]);
}
