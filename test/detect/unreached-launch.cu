// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=synchronization 2>&1 | FileCheck %s \
// RUN:   --implicit-check-not=warning: --implicit-check-not=error:
// Which kernel is launched a constant of the instance says: the other's instance never runs.

template <typename T> __global__ void sharedBad(T *out, int m) {
  out[threadIdx.x % m] = threadIdx.x;
}

template <typename T> __global__ void pairsOk(T *out, int m) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = m;
}

template <typename T> void fill(T *out, int m) {
  if (sizeof(T) == 8)
    pairsOk<T><<<m, 256>>>(out, m);
  else
    sharedBad<T><<<1, 256>>>(out, m);
}

template void fill(float *, int);
template void fill(double *, int);

// So does a variable that is set once.
template <int SIZE> __global__ void tileOk(float *out, const float *in, int width) {
  int x = blockIdx.x * SIZE + threadIdx.x, y = blockIdx.y * SIZE + threadIdx.y;
  out[y * width + x] = in[y * width + x] + threadIdx.x;
}

void tiles(float *out, const float *in, int width, int height) {
  int size = 32;
  dim3 threads(size, size), grid(width / threads.x, height / threads.y);
  if (size == 16)
    tileOk<16><<<grid, threads>>>(out, in, width);
  else
    tileOk<32><<<grid, threads>>>(out, in, width);
}

// CHECK: unreached-launch.cu:7:3: error: race on global memory 'out': {{.*}}
// CHECK: note: not decided for kernel 'sharedBad<double>': races{{.*}}: {{.*}}possible race
// CHECK: note: not decided for kernel 'tileOk<16>': races{{.*}}: {{.*}}the launch is never reached
// CHECK: 6 kernels: 3 free of races and divergence, 1 with bugs, 2 not decided
