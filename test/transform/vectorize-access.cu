// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair vectorize-access %s --checks=performance --show=note --unsafe | FileCheck %s --match-full-lines --strict-whitespace

__global__ void combine(const float *a, float *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float x = a[4 * i] * 2 + a[4 * i + 1];
  float y = a[4 * i + 2] - a[4 * i + 3];
  out[2 * i] = x;
  out[2 * i + 1] = x - y;
}

struct Pair { double x, y; };

__global__ void product(const Pair *p, double *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = p[i].x * p[i + 4096].x - p[i].y * p[i + 4096].y;
}

// One place twice.
__global__ void squares(const Pair *p, double *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = p[i].x * p[i].x + p[i].y * p[i].y;
}

int main() {
  float *a, *out;
  cudaMalloc(&a, 1024 * 16 * sizeof(float));
  cudaMalloc(&out, 1024 * 8 * sizeof(float));
  combine<<<16, 256>>>(a, out);
  Pair *p;
  double *products;
  cudaMalloc(&p, 8192 * sizeof(Pair));
  cudaMalloc(&products, 4096 * sizeof(double));
  product<<<32, 128>>>(p, products);
  squares<<<32, 128>>>(p, products);
}

// CHECK:__global__ void combine(const float *a, float *out) {
// CHECK-NEXT:  int i = blockIdx.x * 256 + threadIdx.x;
// CHECK-NEXT:  const float4 a4 = *reinterpret_cast<const float4 *>(&a[4 * i]);
// CHECK-NEXT:  float x = a4.x * 2 + a4.y;
// CHECK-NEXT:  float y = a4.z - a4.w;
// CHECK-NEXT:  const float outX = x;
// CHECK-NEXT:  *reinterpret_cast<float2 *>(&out[2 * i]) = make_float2(outX, x - y);
// CHECK-NEXT:}
// CHECK:  int i = blockIdx.x * 128 + threadIdx.x;
// CHECK-NEXT:  const double2 p2 = *reinterpret_cast<const double2 *>(&p[i].x);
// CHECK-NEXT:  const double2 pParts = *reinterpret_cast<const double2 *>(&p[i + 4096].x);
// CHECK-NEXT:  out[i] = p2.x * pParts.x - p2.y * pParts.y;
// CHECK:  const double2 p2 = *reinterpret_cast<const double2 *>(&p[i].x);
// CHECK-NEXT:  out[i] = p2.x * p2.x + p2.y * p2.y;
