// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The device's pointer to host memory leads where the host's leads.
__global__ void mappedBad(int *host, int *device) {
  device[threadIdx.x] = 1; // expect: global-race
  host[threadIdx.x ^ 33] = 2; // allow: global-race
}
__global__ void apartOk(int *host, int *device) {
  device[threadIdx.x] = 1;
  host[threadIdx.x ^ 33] = 2;
}
int main() {
  int *host, *other, *device;
  cudaHostAlloc(&host, 1 << 20, cudaHostAllocMapped);
  cudaHostAlloc(&other, 1 << 20, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&device, host, 0);
  mappedBad<<<1, 256>>>(host, device);
  apartOk<<<1, 256>>>(other, device);
}
