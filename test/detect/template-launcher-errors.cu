// SPDX-License-Identifier: Apache-2.0
// Host code that launches kernels names what no header declares, as where a library's headers are
// missing: the kernels that it launches are instantiated all the same.
// RUN: %cuda-fix %s --no-repair --checks=synchronization --fail-on=-warning,-partial 2>&1 | FileCheck %s
// CHECK-DAG: 2 kernels: 1 free of races and divergence, 1 with bugs

template <typename T>
__global__ void scaleOk(T *data, int n, T by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= by;
}

template <typename T>
__global__ void pairsBad(T *data) {
  // CHECK-DAG: [[@LINE+1]]:3: {{error|warning}}: race on global memory 'data'
  data[threadIdx.x / 2] = threadIdx.x;
}

struct Cpu;
struct Gpu;
template <typename Device> struct Stream; // a missing header defines it for Cpu and Gpu

template <typename Device>
void launch(float *data, int n) {
  CHECK_EQ(n % 32, 0) << "rows of whole warps";
  Stream<Device> stream(data);
  scaleOk<<<(n + 255) / 256, 256, 0, stream.handle()>>>(data, n, 2.0f);
  pairsBad<<<1, 64>>>(data);
}
