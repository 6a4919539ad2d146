// SPDX-License-Identifier: Apache-2.0
// The lanes of one warp hand values to their neighbours; the second exchange has no barrier.
__global__ void exchange(int *buffer, int *out) {
  int lane = threadIdx.x;
  buffer[lane] = lane;
  __syncwarp();
  int left = buffer[(lane + 31) % 32]; // race
  buffer[lane] = left + 1;             // race
  out[lane] = buffer[(lane + 1) % 32]; // race
}

int main() {
  int *buffer, *out;
  cudaMalloc(&buffer, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  exchange<<<1, 32>>>(buffer, out);
  cudaDeviceSynchronize();
  return 0;
}
