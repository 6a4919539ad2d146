// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Positions that move in some turns of a loop only: they stay on one side of where they start, and behind the turns.
template <int Step> __device__ void lookBack(int *state, const int *go, int *out) {
  int own = blockIdx.x, at = own - 1 - (int)threadIdx.x, turn = 0;
  while (at >= 0) {
    if (go[turn] > 0) {
      out[blockIdx.x * 32 + threadIdx.x] += state[at];
      at += Step;
    }
    turn++;
  }
  if (threadIdx.x == 0)
    state[own] = 1;
}
__global__ void backOk(int *state, const int *go, int *out) { lookBack<-32>(state, go, out); }
__global__ void forthUnknown(int *state, const int *go, int *out) { // verdict: unknown
  lookBack<32>(state, go, out);
}
template <int Step> __device__ void compact(const int *in, int *out) {
  int at = 0, row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 16; i++)
    if (in[row * 16 + i] > 0) {
      out[row * 16 + at] = i;
      at += Step;
    }
}
__global__ void rowsOk(const int *in, int *out) { compact<1>(in, out); }
__global__ void rowsTooShortUnknown(const int *in, int *out) { // verdict: unknown
  compact<2>(in, out);
}
// From either end, at most as many as there are turns.
__global__ void bothEndsOk(const int *in, int *out) {
  int first = 0, last = 15, row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 16; i++)
    if (in[row * 16 + i] > 0)
      out[row * 16 + first++] = i;
    else
      out[row * 16 + last--] = i;
}
// No step wraps, and four of them are more than 2^31.
__global__ void farBad(const int *in, int *out) {
  int at = -2000000000;
  for (int i = 0; i < 4; i++)
    if (in[i] > 0)
      at += 1000000000;
  if (at == 2000000000)
    out[0] = threadIdx.x; // expect-warning: global-race, allow: intra-warp-race
}
void launch(int *state, const int *in, int *out, int n) {
  backOk<<<1, 32>>>(state, in, out);
  forthUnknown<<<1, 32>>>(state, in, out);
  rowsOk<<<n, 256>>>(in, out);
  rowsTooShortUnknown<<<n, 256>>>(in, out);
  bothEndsOk<<<n, 256>>>(in, out);
  farBad<<<1, 64>>>(in, out);
}
