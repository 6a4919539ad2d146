// SPDX-License-Identifier: Apache-2.0
// One kernel stores pointers to more functions than are tried one by one, another calls them.
#include <cstdio>
typedef long (*Shift)(long);
template <int N> __device__ long shifted(long a) { return a << N; }
__global__ void store(Shift *t) {
  t[0] = shifted<0>, t[1] = shifted<1>, t[2] = shifted<2>, t[3] = shifted<3>, t[4] = shifted<4>;
  t[5] = shifted<5>, t[6] = shifted<6>, t[7] = shifted<7>, t[8] = shifted<8>, t[9] = shifted<9>;
}
__global__ void call(Shift *t, int *out) { out[threadIdx.x] = t[threadIdx.x % 10](threadIdx.x); }
int main() {
  int *out, host[4];
  Shift *t;
  cudaMalloc(&out, sizeof(host));
  cudaMalloc(&t, 10 * sizeof(Shift));
  store<<<1, 1>>>(t);
  call<<<1, 4>>>(t, out);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
}
