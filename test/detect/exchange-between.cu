// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A shuffle orders no memory, but has its operand: who writes what a shuffle gave writes after the
// reads whose values all lanes put into it.

__global__ void scanExchangedUnknown(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  __syncwarp();
  int left = lane > 0 ? s[lane - 1] : 0; // not shown: all lanes give it to the shuffles
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffff, left, d);
    if (lane >= d)
      left += other;
  }
  s[lane] = left;
  __syncwarp();
  out[lane] = s[31 - lane];
}

// The write stands on no exchange.
__global__ void writesOtherBad(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  __syncwarp();
  int left = lane > 0 ? s[lane - 1] : 0; // expect: intra-warp-race
  out[lane] = __shfl_up_sync(0xffffffff, left, 1);
  s[lane] = lane;
  __syncwarp();
  out[lane + 32] = s[31 - lane];
}

// What is read is not exchanged.
__global__ void readsOtherBad(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  __syncwarp();
  int left = lane > 0 ? s[lane - 1] : 0; // expect: intra-warp-race
  s[lane] = __shfl_up_sync(0xffffffff, lane * lane, 1);
  __syncwarp();
  out[lane] = s[31 - lane] + left;
}

// Half of the warp exchanges.
__global__ void halfBad(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  __syncwarp();
  int left = lane > 0 ? s[lane - 1] : 0; // expect: intra-warp-race
  if (lane < 16)
    s[lane] = __shfl_up_sync(0xffff, left, 1);
  __syncwarp();
  out[lane] = s[31 - lane] + left;
}

// The loop may end in front of its first exchange.
__global__ void endsEarlyBad(int *out, int stop) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  __syncwarp();
  int left = lane > 0 ? s[lane - 1] : 0; // expect: intra-warp-race
  for (int d = 1; d < 32; d *= 2) {
    if (d == stop)
      break;
    left += __shfl_up_sync(0xffffffff, left, d);
  }
  s[lane] = left;
  __syncwarp();
  out[lane] = s[31 - lane];
}

// The write of one turn and the read of the next have no exchange in between.
__global__ void turnsBad(int *out, int turns) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  __syncwarp();
  for (int t = 0; t < turns; ++t) {
    int left = s[(lane + 1) % 32]; // expect: intra-warp-race
    s[lane] = __shfl_up_sync(0xffffffff, left, 1); // expect: intra-warp-race
  }
  __syncwarp();
  out[lane] = s[31 - lane];
}

// What is read lies in a variable in memory until it is exchanged.
template <int N> __device__ void sumOfBlock(int *part, int *mine) {
  for (int m = 16; m; m /= 2)
    for (int i = 0; i < N; ++i)
      mine[i] += __shfl_xor_sync(0xffffffff, mine[i], m);
  if (threadIdx.x % 32 == 0)
    for (int i = 0; i < N; ++i)
      part[threadIdx.x / 32 * N + i] = mine[i];
  __syncthreads();
  for (int i = 0; i < N; ++i)
    mine[i] = part[threadIdx.x / 32 * N + i];
}
__global__ void variablesExchangedUnknown(int *out) {
  __shared__ int part[32];
  int mine[2] = {out[threadIdx.x], 1};
  sumOfBlock<2>(part, mine);
  sumOfBlock<2>(part, mine);
  out[threadIdx.x] = mine[0] + mine[1];
}

// Lane 0 writes what a later exchange gave: it has come by the one before, too.
__global__ void laterUnknown(float *out) {
  __shared__ float s[64];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  s[lane + 32] = out[lane + 32];
  __syncwarp();
  float a = s[lane], b = s[lane + 32]; // not shown: all lanes give it to the shuffles
  for (int d = 16; d > 0; d /= 2) {
    a += __shfl_down_sync(0xffffffff, a, d);
    b += __shfl_down_sync(0xffffffff, b, d);
  }
  out[lane] = a;
  if (lane == 0)
    s[1] = b;
  __syncwarp();
  out[lane + 32] = s[1];
}

// What it writes came of an exchange before the one that has what lanes read.
__global__ void earlierBad(float *out) {
  __shared__ float s[64];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  s[lane + 32] = out[lane + 32];
  __syncwarp();
  float b = s[lane + 32];
  for (int d = 16; d > 0; d /= 2)
    b += __shfl_down_sync(0xffffffff, b, d);
  float a = s[lane]; // expect: intra-warp-race
  for (int d = 16; d > 0; d /= 2)
    a += __shfl_down_sync(0xffffffff, a, d);
  out[lane] = a;
  if (lane == 0)
    s[1] = b;
  __syncwarp();
  out[lane + 32] = s[1];
}

// The first warp exchanges, and its first lane writes.
#define FIRST_WARP(Name, Exchange, Lanes)                                                          \
  __global__ void Name(float *out, int n) {                                                        \
    __shared__ float s[16];                                                                        \
    int t = threadIdx.x, lane = t % 32;                                                            \
    float a = out[t], b = -a;                                                                      \
    if (lane == 0) {                                                                               \
      s[t / 32] = a;                                                                               \
      s[8 + t / 32] = b;                                                                           \
    }                                                                                              \
    __syncthreads();                                                                               \
    if (t / 32 == 0) {                                                                             \
      a = lane < 8 ? s[lane] : 0;                                                                  \
      b = lane < 8 ? s[8 + lane] : 0;                                                              \
      if (Exchange)                                                                                \
        for (int d = 4; d > 0; d /= 2) {                                                           \
          a += __shfl_down_sync(Lanes, a, d);                                                      \
          b += __shfl_down_sync(Lanes, b, d);                                                      \
        }                                                                                          \
    }                                                                                              \
    if (t == 0) {                                                                                  \
      s[0] = a;                                                                                    \
      s[1] = b;                                                                                    \
    }                                                                                              \
    __syncthreads();                                                                               \
    out[t] = s[0] + s[1];                                                                          \
  }
FIRST_WARP(firstWarpUnknown, true, 0xffffffff)
// Lanes that have read may leave the exchange out.
FIRST_WARP(someBad, n > 3, 0xffffffff) // expect: intra-warp-race
FIRST_WARP(lowLanesBad, lane < 4, 0xf) // expect: intra-warp-race

// Half of the warp makes the exchange that has what the other half read.
__global__ void laterHalfBad(float *out) {
  __shared__ float s[64];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  s[lane + 32] = out[lane + 32];
  __syncwarp();
  float a = s[lane], b = s[lane + 32]; // expect: intra-warp-race
  if (lane >= 16)
    a += __shfl_down_sync(0xffff0000, a, 1);
  b += __shfl_down_sync(0xffffffff, b, 1);
  out[lane] = a;
  if (lane == 0)
    s[1] = b;
  __syncwarp();
  out[lane + 32] = s[1];
}

void run(int *out) {
  variablesExchangedUnknown<<<1, 128>>>(out);
  scanExchangedUnknown<<<1, 32>>>(out);
  writesOtherBad<<<1, 32>>>(out);
  readsOtherBad<<<1, 32>>>(out);
  halfBad<<<1, 32>>>(out);
  endsEarlyBad<<<1, 32>>>(out, 1);
  turnsBad<<<1, 32>>>(out, 3);
}

void run(float *out) {
  laterUnknown<<<1, 32>>>(out);
  earlierBad<<<1, 32>>>(out);
  laterHalfBad<<<1, 32>>>(out);
  firstWarpUnknown<<<1, 256>>>(out, 5);
  someBad<<<1, 256>>>(out, 3);
  lowLanesBad<<<1, 256>>>(out, 3);
}
