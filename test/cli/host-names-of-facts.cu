// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// Facts name members of what the launching function has, not parameters of functions inlined there.
struct Size {
  union {
    struct {
      int x, y;
    };
    int v[2];
  };
  Size() {}
  Size(const Size &o) {
    x = o.x;
    y = o.y;
  }
};
template <class T> struct Image {
  Size dims;
  T *data;
};
__global__ void count(const float *in, int n, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = i < n && in[i] > 0; // CHECK: error: race on shared memory 's'
  if (threadIdx.x < 128)
    s[threadIdx.x] += s[threadIdx.x + 128];
  if (threadIdx.x == 0)
    atomicAdd(out, s[0]);
}
struct Engine {
  int *counts;
  void run(const Image<float> *image) const;
};
// CHECK: launch: n == image->dims.{{[xy]}} * image->dims.{{[xy]}}
void Engine::run(const Image<float> *image) const {
  Size d = image->dims;
  count<<<(d.x * d.y + 255) / 256, 256>>>(image->data, d.x * d.y, counts);
}
