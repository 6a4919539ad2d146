// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Functions of complex numbers are read.

#include <thrust/complex.h>

using thrust::complex;

__global__ void elementwiseOk(complex<double> *x, complex<float> *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  complex<double> a = x[i];
  x[i] = thrust::exp(thrust::log(a)) + thrust::sqrt(a) * thrust::abs(a) + thrust::pow(a, 2.0);
  complex<float> b = y[i];
  y[i] = thrust::sin(b) / thrust::cos(b) - thrust::tanh(b) + thrust::polar(1.0f, thrust::arg(b));
}

__global__ void productsBad(complex<double> *x, int n) {
  __shared__ complex<double> parts[256];
  parts[threadIdx.x] = thrust::log(x[threadIdx.x]);
  for (int s = 128; s > 0; s /= 2)
    if (threadIdx.x < s)
      parts[threadIdx.x] += parts[threadIdx.x + s]; // expect: shared-race
  if (threadIdx.x == 0)
    x[0] = thrust::exp(parts[0]);
}

void launch(complex<double> *x, complex<float> *y, int n) {
  elementwiseOk<<<(n + 255) / 256, 256>>>(x, y, n);
  productsBad<<<1, 256>>>(x, n);
}
