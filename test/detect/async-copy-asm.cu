// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128
#define COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define WAIT(n) asm volatile("cp.async.wait_group %0;\n" ::"n"(n))

__device__ void copy(float *to, const float *from) {
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(address), "l"(from));
}

template <int Stages, int Open>
__device__ void stages(float (*s)[128], const float *in, float *out, int tiles) {
  int t = threadIdx.x;
  for (int k = 0; k < Stages - 1; ++k) {
    if (k < tiles)
      copy(&s[k][t], &in[k * 128 + t]);
    COMMIT();
  }
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    WAIT(Open);
    __syncthreads();
    int next = k + Stages - 1;
    if (next < tiles)
      copy(&s[next % Stages][t], &in[next * 128 + t]);
    COMMIT();
    sum += s[k % Stages][127 - t]; // expect: shared-race
  }
  out[t] = sum;
}

__global__ void stagesOk(const float *in, float *out, int tiles) {
  __shared__ float s[3][128];
  stages<3, 1>(s, in, out, tiles);
}

// One group too many is under way.
__global__ void stagesBad(const float *in, float *out, int tiles) {
  __shared__ float s[3][128];
  stages<3, 2>(s, in, out, tiles);
}

// The address is computed as a number, and the count stands in the text.
__global__ void numbersOk(const float *in, float *out) {
  __shared__ float s[2][128];
  unsigned base = __cvta_generic_to_shared(s), t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    unsigned to = base + (k * 128 + t) * sizeof(float);
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;" ::"r"(to),
                 "l"(&in[k * 128 + t]), "n"(4));
    COMMIT();
  }
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();
  out[t] = s[0][127 - t] + s[1][127 - t];
}

__global__ void predicateBad(const float4 *in, float *out, int n) {
  __shared__ float4 s[128];
  unsigned to = __cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %0, 0;\n" // expect: shared-race
               " @p cp.async.cg.shared.global [%1], [%2], %3;\n}\n" ::"r"(int(threadIdx.x < n)),
               "r"(to), "l"(&in[threadIdx.x]), "n"(16));
  asm volatile("cp.async.wait_all;");
  out[threadIdx.x] = s[127 - threadIdx.x].x;
}
