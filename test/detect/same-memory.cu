// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A getter asked twice returns one pointer, and a view of a tensor has its memory.
#include <memory>
#include <thrust/device_vector.h>
#include <torch/extension.h>

#define REVERSE(Name)                                                                              \
  __global__ void Name(const float *in, float *out, int n) {                                       \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    if (i < n)                                                                                     \
      out[i] = in[n - 1 - i];                                                                      \
  }

struct Buffer {
  float *data() const;
  float *matrix(int rows) const;
  float *operator[](int i) const;
  void grow(int n);
};
struct Pool {
  float *take();
};

REVERSE(getterBad) // expect: global-race inter-block-race
void getter(const Buffer &b, int n) { getterBad<<<n / 256, 256>>>(b.data(), b.data(), n); }

REVERSE(subscriptBad) // expect: global-race inter-block-race
void subscript(const Buffer &b, int n) { subscriptBad<<<n / 256, 256>>>(b[n - 1], b[n - 1], n); }

REVERSE(otherPlaceOk)
void otherPlace(const Buffer &b, int n) { otherPlaceOk<<<n / 256, 256>>>(b[n - 1], b[n], n); }

REVERSE(madeOk)
void made(const Buffer &b, int n) { madeOk<<<n / 256, 256>>>(b.matrix(n), b.matrix(n), n); }

REVERSE(changedOk)
void changed(Buffer &b, int n) {
  float *old = b.data();
  b.grow(n);
  changedOk<<<n / 256, 256>>>(old, b.data(), n);
}

REVERSE(takenOk)
void taken(Pool &p, int n) { takenOk<<<n / 256, 256>>>(p.take(), p.take(), n); }

REVERSE(uniqueBad) // expect: global-race inter-block-race
void unique(std::unique_ptr<float[]> &p, int n) {
  uniqueBad<<<n / 256, 256>>>(p.get(), p.get(), n);
}

REVERSE(vectorBad) // expect: global-race inter-block-race
void vector(thrust::device_vector<float> &v) {
  vectorBad<<<v.size() / 256, 256>>>(thrust::raw_pointer_cast(v.data()),
                                     thrust::raw_pointer_cast(&v[0]), v.size());
}

REVERSE(tensorBad) // expect: global-race inter-block-race
void tensor(torch::Tensor x) {
  const int n = x.numel();
  tensorBad<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), x.data_ptr<float>(), n);
}

REVERSE(viewBad) // expect: global-race inter-block-race
void view(torch::Tensor x) {
  const int n = x.numel();
  auto y = x.contiguous().view({n, 1}).mul_(2);
  viewBad<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
}

REVERSE(inPlaceBad) // expect: global-race inter-block-race
void inPlace(torch::Tensor x, bool same) {
  const int n = x.numel();
  auto y = same ? x : torch::empty_like(x);
  inPlaceBad<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
}

using Cells = torch::PackedTensorAccessor32<float, 1>;
__global__ void accessorBad(Cells in, Cells out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[n - 1 - i]; // expect: global-race
}
void accessor(torch::Tensor x) {
  accessorBad<<<1, 256>>>(x.packed_accessor32<float, 1>(), x.packed_accessor32<float, 1>(), 256);
}

REVERSE(cloneOk)
void clone(torch::Tensor x) {
  const int n = x.numel();
  auto y = x.contiguous().clone();
  cloneOk<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
}
