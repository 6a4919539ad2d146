#include <cstdio>
#include <cstdlib>

__global__ void mirror(float *a) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void beyond(float *a, int n) {
  if (threadIdx.x <= n)
    a[threadIdx.x] = 0;
}

__global__ void fails(int n) {
  if (n < 0)
    __trap();
}

int main(int argc, char **argv) {
  float *a;
  cudaMalloc(&a, 64 * sizeof(float));
  mirror<<<1, 64>>>(a);
  mirror<<<1, 64>>>(a);
  beyond<<<1, 128>>>(a, 64);
  fails<<<1, 1>>>(argc > 1 ? -1 : 1);
  cudaError_t e = cudaDeviceSynchronize();
  printf("synchronized: %s\n", cudaGetErrorName(e));
  if (argc > 2)
    abort();
  return 0;
}
