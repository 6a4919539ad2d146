// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// No caller leads to the launch of the smaller tile: what its own function says of it counts.
template <int N> __global__ void tileOk(float *out, const float *in, int width) {
  int y = blockIdx.y * N + threadIdx.y, x = blockIdx.x * N + threadIdx.x;
  out[y * width + x] = 1;
}

void launch(float *out, const float *in, int width, int block) {
  dim3 threads(block, block), grid(width / block, width / block);
  if (block == 16)
    tileOk<16><<<grid, threads>>>(out, in, width);
  else
    tileOk<32><<<grid, threads>>>(out, in, width);
}

// The same launch twice is one launch, not a second one of which nothing is known.
__global__ void stepOk(float *cells) { cells[threadIdx.x + 64 * blockIdx.x] += 1; }

int main() {
  float *out;
  cudaMalloc(&out, 2 * 1024 * 1024 * sizeof(float));
  launch(out, out + (1 << 20), 1024, 32);
  stepOk<<<8, 64>>>(out);
  stepOk<<<8, 64>>>(out);
}
