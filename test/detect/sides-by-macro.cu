// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s --implicit-check-not="in part"
// CHECK: 2 kernels: 1 free of races and divergence, 1 with bugs
// Functions that are for the device where nvcc compiles for it, and for the host where it does not.
#if defined(__CUDACC__) && defined(__CUDA_ARCH__)
#define BOTH __device__
#else
#define BOTH
#endif
struct Value {
  float v;
  BOTH Value() {}
  BOTH Value(float x) : v(x) {}
  BOTH explicit Value(int x) : v(x) {}
  BOTH float get() const { return v; }
  BOTH float get(int) const { return v; }
  BOTH friend Value operator+(const Value &l, const Value &r) { return Value(l.v + r.v); }
  BOTH Value &operator*=(float f) {
    v *= f;
    return *this;
  }
};
template <class T> BOTH inline T twice(T x) { return 2 * x; }
BOTH inline Value operator-(const Value &l, const Value &r) { return Value(l.v - r.v); }
inline float onHost(const Value &m) { return m.get(); }
template <class T> __device__ float deep(T x) { return twice(x) + Value(x).get(); }
__global__ void valuesOk(float *o, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) {
    Value v = Value(o[i]) + Value(1.0f) - Value(3);
    v *= 2;
    o[i] = twice(v.get()) + v.get(1) + deep(o[i]);
  }
}
__global__ void valuesBad(float *o) {
  Value v = Value(1.0f) + Value(2);
  o[threadIdx.x / 2] = v.get() * threadIdx.x; // expect-error: intra-warp-race
}
void run(float *o, int n, Value m) {
  valuesOk<<<(n + 255) / 256, 256>>>(o, n);
  valuesBad<<<1, 64>>>(o);
  o[0] = onHost(m);
}
