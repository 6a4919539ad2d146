// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void fillOk(int *d) { d[threadIdx.x] = threadIdx.x; }

void copies(int *d, int *h) {
  cudaStream_t a, b, c;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
  cudaMemcpyAsync(d, h, 1024, cudaMemcpyHostToDevice, a);
  fillOk<<<1, 256, 0, b>>>(d); // expect-note: stream-race
  cudaDeviceSynchronize();
  fillOk<<<1, 256, 0, a>>>(d);
  cudaMemcpy(h, d, 1024, cudaMemcpyDeviceToHost); // waits for blocking streams
  fillOk<<<1, 256, 0, c>>>(d);                    // expect-note: stream-race
  cudaMemcpy(h, d, 1024, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(h, d, 1024, cudaMemcpyDeviceToHost, a); // host code may wait for it
  fillOk<<<1, 256, 0, b>>>(d);
}
