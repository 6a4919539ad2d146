// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 1 --block 32
// Numbers, arrays and coordinates of CUTLASS hold what they do where its headers are there.
#include <cassert>
#include <cute/numeric/integral_constant.hpp>
#include <cutlass/array.h>
#include <cutlass/fast_math.h>
#include <cutlass/functional.h>
#include <cutlass/gemm/gemm.h>
#include <cutlass/layout/matrix.h>
#include <cutlass/numeric_conversion.h>
#include <cutlass/tensor_ref.h>

using cutlass::Array;
using cutlass::half_t;

__global__ void numbersOk(float *out) {
  assert(half_t(0.1f).raw() == 0x2e66 && float(half_t::bitcast(0x3c00)) == 1);
  assert(float(half_t(3) * half_t(0.5f) + half_t(1)) == 2.5f && half_t(2) > half_t(1));
  assert(cutlass::bfloat16_t(1.0f).raw() == 0x3f80 && float(cutlass::bfloat16_t(257.0f)) == 256);
  assert(float(cutlass::tfloat32_t(1.0f + 0x1p-12f)) == 1);
  assert(cutlass::float_e4m3_t(1.0f).raw() == 0x38 && float(cutlass::float_e4m3_t(448.0f)) == 448);
  assert(cutlass::float_e4m3_t(1e6f).raw() == 0x7e && cutlass::float_e4m3_t(-0x1p-9f).raw() == 0x81);
  assert(float(cutlass::float_e4m3_t(17.0f)) == 16 && float(cutlass::float_e4m3_t::bitcast(0x01)) == 0x1p-9f);
  assert(cutlass::float_e5m2_t(1.0f).raw() == 0x3c && float(cutlass::float_e5m2_t(-57344.0f)) == -57344);
  assert(cutlass::float_e5m2_t(1e6f).raw() == 0x7b && float(cutlass::float_e5m2_t(9.0f)) == 8);
  assert(int(cutlass::int4b_t(-3)) == -3 && int(cutlass::uint4b_t(13)) == 13);
  assert(float(std::numeric_limits<half_t>::max()) == 65504 && int(std::numeric_limits<cutlass::int4b_t>::lowest()) == -8);
  out[threadIdx.x] = 0;
}
__global__ void arraysOk(int *out) {
  Array<half_t, 4> h;
  h.clear();
  h[1] = half_t(2);
  h[2] = h[1].get() + half_t(1);
  static_assert(sizeof(h) == 8);
  Array<float, 4> f = cutlass::NumericArrayConverter<float, half_t, 4>()(h);
  assert(f[0] == 0 && f[1] == 2 && f[2] == 3 && f[3] == 0);
  f = cutlass::multiply_add<Array<float, 4>>()(f, 2.0f, f);
  assert(f[1] == 6 && f[2] == 9);
  Array<int8_t, 4> b = cutlass::NumericArrayConverter<int8_t, float, 4>()(f * 20.0f);
  assert(b[1] == 120 && b[2] == 127 && b.raw_data()[0] == (120u << 8 | 127u << 16));
  Array<cutlass::int4b_t, 8> n;
  n.fill(cutlass::int4b_t(-1));
  n[3] = cutlass::int4b_t(5);
  assert(n.raw_data()[0] == 0xffff5fffu && int(n[3]) == 5 && int(n[4]) == -1);
  static_assert(sizeof(Array<cutlass::uint1b_t, 16>) == 2 && sizeof(cutlass::AlignedArray<half_t, 8>) == 16);
  static_assert(alignof(cutlass::AlignedArray<half_t, 8>) == 16);
  out[threadIdx.x] = 0;
}
__global__ void shapesOk(int *out) {
  int q, r;
  cutlass::FastDivmod by(7);
  by(q, r, 23);
  assert(q == 3 && r == 2 && by.divmod(r, 14) == 2 && r == 0);
  const cutlass::gemm::GemmCoord c = cutlass::gemm::GemmCoord(1, 2, 3) + cutlass::make_Coord(1, 1, 1);
  assert(c.m() == 2 && c.n() == 3 && c.k() == 4 && c.product() == 24);
  cutlass::TensorRef<int, cutlass::layout::RowMajor> rows(out, cutlass::layout::RowMajor(8));
  assert(rows.offset({1, 2}) == 10 && cutlass::layout::ColumnMajor::packed({4, 8})({1, 2}) == 9);
  static_assert(decltype(cute::ceil_div(cute::_10{}, cute::_4{}) * cute::Int<2>{})::value == 6);
  assert(cutlass::ceil_div(10, 4) == 3 && cutlass::round_up(10, 4) == 12 && cutlass::lcm(4, 6) == 12);
  out[threadIdx.x] = 0;
}
