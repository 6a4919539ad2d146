// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void fillOk(int *d) { d[threadIdx.x] = threadIdx.x; }

__global__ void scaleOk(const int *d, int *out) { out[threadIdx.x] = 2 * d[threadIdx.x]; }

void chunks(int *d, int *out, int chunk) {
  cudaStream_t streams[4];
  for (int i = 0; i < 4; ++i)
    cudaStreamCreate(&streams[i]);
  for (int i = 0; i < 4; ++i) {
    fillOk<<<1, 256, 0, streams[i]>>>(d + i * chunk);
    scaleOk<<<1, 256, 0, streams[i]>>>(d + i * chunk, out + i * chunk);
  }
  for (int i = 0; i < 4; ++i)
    fillOk<<<1, 256, 0, streams[(i + 1) % 4]>>>(d + i * chunk); // not told apart
}

void one(int *d, int *out) {
  cudaStream_t streams[2];
  for (int i = 0; i < 2; ++i)
    cudaStreamCreate(&streams[i]);
  fillOk<<<1, 256, 0, streams[0]>>>(d);
  scaleOk<<<1, 256, 0, streams[1]>>>(d, out); // expect-note: stream-race
}
