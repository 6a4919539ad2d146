// The group of one thread: its barrier orders nobody else.
// RUN: %check-findings %s

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void shiftBad(const float *in, float *out) {
  __shared__ float tile[128];
  auto own = cg::this_thread();
  tile[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  own.sync();
  out[threadIdx.x] = tile[(threadIdx.x + own.size()) % 128];
}

void launch(const float *in, float *out) { shiftBad<<<1, 128>>>(in, out); }
