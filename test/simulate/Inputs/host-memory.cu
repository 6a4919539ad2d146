// Kernels on registered memory of the host.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void square(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= v[i];
}
__global__ void count(const int *v, int *odd) {
  if (v[threadIdx.x] % 2)
    atomicAdd(odd, 1);
}
__global__ void clash(int *v) { v[0] = threadIdx.x; }

int main() {
  const int n = 100;
  std::vector<int> v(n + 1);
  for (int i = 0; i <= n; ++i)
    v[i] = i;
  int odd = 0, wrong = 0, *device = nullptr, *again;
  wrong += cudaHostRegister(v.data(), n * sizeof(int), cudaHostRegisterMapped) != cudaSuccess;
  wrong += cudaHostRegister(v.data(), n * sizeof(int), 0) != cudaErrorHostMemoryAlreadyRegistered;
  wrong += cudaHostRegister(&odd, sizeof(odd), 0) != cudaSuccess;
  cudaGetLastError();
  wrong += cudaHostGetDevicePointer(&device, v.data(), 0) != cudaSuccess;
  square<<<2, 64>>>(device, n);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i <= n; ++i)
    wrong += v[i] != (i < n ? i * i : i);
  v[0] = 1; // the host's writes are seen, too
  cudaHostGetDevicePointer(&again, &odd, 0);
  count<<<1, 64>>>(device, again);
  cudaDeviceSynchronize();
  wrong += odd != 33;
#if BUG == 1
  clash<<<1, 32>>>(device);
#elif BUG == 2
  square<<<2, 64>>>(device, n + 1);
#endif
  wrong += cudaHostUnregister(v.data()) != cudaSuccess;
  wrong += cudaHostUnregister(v.data()) != cudaErrorHostMemoryNotRegistered;
  printf(wrong ? "%d FAILED\n" : "PASSED\n", wrong);
}
