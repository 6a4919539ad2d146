// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// CHECK-DAG: 'best' is in shared memory, where no constructor runs
// CHECK-DAG: race on shared memory 'best'
// CHECK-DAG: race on shared memory 'kept'
// A single variable of a class with a constructor.
struct Best {
  float value;
  int at;
  __host__ __device__ Best() : value(-1), at(0) {}
  __host__ __device__ Best(float value, int at) : value(value), at(at) {}
};
__global__ void bestOk(const float *in, float *out) {
  __shared__ Best best;
  if (threadIdx.x == 0)
    best = Best(in[0], 1);
  __syncthreads();
  out[threadIdx.x] = best.value + best.at;
}
__global__ void bestBad(const float *in, float *out) {
  static __shared__ Best best, other;
  if (threadIdx.x == 0)
    other = best = Best(in[0], 1); // expect: shared-race
  out[threadIdx.x] = best.value + best.at;
}
template <class T> struct Kept {
  T kept;
  int n = 3;
};
template <class T> __global__ void keptOk(const float *in, float *out) {
  __shared__ T kept;
  __shared__ Kept<T> more;
  if (threadIdx.x == 0)
    more.kept = kept = T(in[0], 1);
  __syncthreads();
  out[threadIdx.x] = kept.value + more.kept.at;
}
template <class T> __global__ void keptBad(const float *in, float *out) {
  __shared__ T kept;
  auto put = [&] { kept.value = in[threadIdx.x]; }; // expect: shared-race
  put();
  out[threadIdx.x] = kept.value;
}
// They are not 0.
__global__ void unsetBad(float *out) {
  __shared__ Best best;
  if (best.at == 0) // expect: unwritten-shared
    out[0] = threadIdx.x; // expect: global-race
}
void run(const float *in, float *out) {
  bestOk<<<1, 64>>>(in, out);
  bestBad<<<1, 64>>>(in, out);
  keptOk<Best><<<1, 64>>>(in, out);
  keptBad<Best><<<1, 64>>>(in, out);
  unsetBad<<<1, 64>>>(out);
}
