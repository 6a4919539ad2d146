// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair fix-parity %s --unsafe --source-only --undecided --arch sm_90 | FileCheck %s
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int Stages = 3;

__device__ void begin(Barrier *bars, int n, int arrivals) {
  if (threadIdx.x == 0)
    for (int i = 0; i < n; ++i)
      init(&bars[i], arrivals);
  __syncthreads();
}

__global__ void constant(int *out) {
  __shared__ Barrier bar;
  begin(&bar, 1, 128);
  for (int i = 0; i < 4; ++i) {
    (void)bar.arrive();
    bar.wait_parity(0);
    __syncthreads();
    out[i * 128 + threadIdx.x] = i;
  }
}
__global__ void firstTurn(const int *in, int *out) {
  __shared__ int s[Stages][64];
  __shared__ Barrier full[Stages], empty[Stages];
  begin(full, Stages, 64);
  begin(empty, Stages, 64);
  for (int i = 0; i < 12; ++i) {
    int stage = i % Stages, parity = i / Stages % 2;
    if (threadIdx.x < 64) {
      empty[stage].wait_parity(parity);
      s[stage][threadIdx.x] = in[i * 64 + threadIdx.x];
      (void)full[stage].arrive();
    } else {
      full[stage].wait_parity(parity);
      out[i * 64 + threadIdx.x - 64] = s[stage][127 - threadIdx.x];
      (void)empty[stage].arrive();
    }
  }
}
__global__ void ofTurn(const int *in, int *out) {
  __shared__ int s[Stages][64];
  __shared__ Barrier full[Stages], empty[Stages];
  begin(full, Stages, 64);
  begin(empty, Stages, 64);
  for (int i = 0; i < 12; ++i) {
    int stage = i % Stages, parity = i % 2;
    if (threadIdx.x < 64) {
      empty[stage].wait_parity(parity ^ 1);
      s[stage][threadIdx.x] = in[i * 64 + threadIdx.x];
      (void)full[stage].arrive();
    } else {
      full[stage].wait_parity(parity);
      out[i * 64 + threadIdx.x - 64] = s[stage][127 - threadIdx.x];
      (void)empty[stage].arrive();
    }
  }
}
__global__ void notChanged(const int *in, int *out) {
  __shared__ int s[Stages][64];
  __shared__ Barrier full[Stages], empty[Stages];
  begin(full, Stages, 64);
  begin(empty, Stages, 64);
  int stage = 0, phase = 0;
  for (int i = 0; i < 12; ++i) {
    if (threadIdx.x < 64) {
      empty[stage].wait_parity(phase ^ 1);
      s[stage][threadIdx.x] = in[i * 64 + threadIdx.x];
      (void)full[stage].arrive();
    } else {
      full[stage].wait_parity(phase);
      out[i * 64 + threadIdx.x - 64] = s[stage][127 - threadIdx.x];
      (void)empty[stage].arrive();
    }
    if (++stage == Stages) {
      stage = 0;
    }
  }
}
__global__ void phaseBefore(int *out) {
  __shared__ Barrier bar;
  __shared__ int s[128];
  begin(&bar, 1, 128);
  s[threadIdx.x] = threadIdx.x;
  (void)bar.arrive();
  bar.wait_parity(true);
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// How much it reads nothing tells.
__global__ void rowsOfBlocks(const int *in, int *out, int rows) {
  constexpr int Row = 1024;
  __shared__ alignas(128) int s[2][Row];
  __shared__ Barrier full[2], empty[2];
  begin(full, 2, 1);
  begin(empty, 2, 64);
  in += size_t(blockIdx.x) * rows * Row;
  for (int i = 0; i < rows; ++i) {
    int stage = i % 2, phase = i / 2 % 2;
    if (threadIdx.x == 0) {
      empty[stage].wait_parity(phase);
      cuda::device::memcpy_async_tx(s[stage], in + i * Row, cuda::aligned_size_t<16>(sizeof(s[0])), full[stage]);
      (void)cuda::device::barrier_arrive_tx(full[stage], 1, sizeof(s[0]));
    } else if (threadIdx.x >= 64) {
      full[stage].wait_parity(phase);
      for (int j = threadIdx.x - 64; j < Row; j += 64)
        out[(blockIdx.x * rows + i) * Row + j] = s[stage][j];
      (void)empty[stage].arrive();
    }
  }
}

void launches(const int *in, int *out) {
  constant<<<1, 128>>>(out);
  firstTurn<<<1, 128>>>(in, out);
  ofTurn<<<1, 128>>>(in, out);
  notChanged<<<1, 128>>>(in, out);
  phaseBefore<<<1, 128>>>(out);
  rowsOfBlocks<<<2, 128>>>(in, out, 200);
}

// CHECK-LABEL: void constant(
// CHECK:         bar.wait_parity(i & 1);
// CHECK-LABEL: void firstTurn(
// CHECK:         empty[stage].wait_parity(parity ^ 1);
// CHECK:         full[stage].wait_parity(parity);
// CHECK-LABEL: void ofTurn(
// CHECK:         int stage = i % Stages, parity = (i / Stages) % 2;
// CHECK-LABEL: void notChanged(
// CHECK:           stage = 0;
// CHECK-NEXT:      phase ^= 1;
// CHECK-LABEL: void phaseBefore(
// CHECK:         bar.wait_parity(false);
// CHECK-LABEL: void rowsOfBlocks(
// CHECK:         empty[stage].wait_parity(phase ^ 1);
