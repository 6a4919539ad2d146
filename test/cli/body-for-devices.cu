// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=note: --implicit-check-not=possible
// A kernel's body that is no valid host code is no place where the host launches: the launch in
// sight, blocks of 128 threads, is the only one.
// CHECK: analysed in part: {{.*}}no matching constructor for initialization of 'Row'
// CHECK: 1 kernel: 1 free of races and divergence

#ifdef __CUDA_ARCH__
struct Row {
  unsigned number;
  __device__ Row(unsigned lane, unsigned warp) : number(warp * 32 + lane) {}
};
#else
struct Row {
  unsigned number;
};
#endif

__global__ void fill(int *out, const int *steps) {
  Row row(threadIdx.x % 32, threadIdx.x / 32);
  int value = steps[row.number];
  while (value & 1)
    value = value * 3 + steps[value & 31];
  out[row.number + blockIdx.x * 128] = value;
}

void run(int *out, const int *steps) { fill<<<1024, 128>>>(out, steps); }
