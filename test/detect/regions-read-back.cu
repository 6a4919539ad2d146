// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --no-repair --show possible --kernel rotate %s | FileCheck %s
// CHECK: needs [rows-span-grid] pitch >= gridDim.x * 768 to be free

// Two regions of one workspace, each with a row for every column, written in one loop and read in
// another. They race only where the caller's sizes make rows overlap, or the regions.
struct View {
  float *const ptr;
  const size_t width, height;
};

__global__ void sweepUnknown(View space, View cost, int rows) {
  const int col = blockDim.x * blockIdx.x + threadIdx.x;
  float *forward = &space.ptr[col * space.height];
  float *probs = &space.ptr[space.width * space.height + col * space.height];
  if (col >= cost.width)
    return;
  for (int i = 0; i < cost.height; ++i)
    forward[i] = 0.5f;
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < cost.height; ++i)
      probs[i] = forward[i] * 2;
    float sum = 0;
    for (int i = 0; i < cost.height; ++i)
      sum += probs[i];
    for (int i = 0; i < cost.height; ++i)
      forward[i] = probs[i] * sum;
  }
}

void sweep(View space, View cost, int rows) {
  sweepUnknown<<<(cost.width - 1) / 32 + 1, 32>>>(space, cost, rows);
}

// What is read at a distance is another thread's where nothing makes it a region of its own.
__global__ void shiftBad(float *v, int n, int distance) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n)
    for (int step = 0; step < 4; ++step)
      v[i] += v[i + distance]; // expect: intra-warp-race inter-block-race
}

void shift(float *v, int n, int distance) { shiftBad<<<(n - 1) / 32 + 1, 32>>>(v, n, distance); }

// So it is in another loop than the one that writes.
__global__ void laterBad(float *v, int n, int distance) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int step = 0; step < 4; ++step)
    v[i * 4 + step] = step;
  for (int step = 0; step < 4; ++step)
    sum += v[i * 4 + step + distance]; // expect: intra-warp-race inter-block-race
  v[i * 4] = sum;
}

void later(float *v, int n, int distance) { laterBad<<<(n - 1) / 32 + 1, 32>>>(v, n, distance); }

// A structure that is written member by member, in rows at a pitch.
struct State {
  unsigned d, v[5];
  int flag;
  float a;
  double b, c;
};

__global__ void rotateUnknown(State *out, int width, int height, int pitch) {
  int x = blockDim.x * blockIdx.x + threadIdx.x;
  int y = blockDim.y * blockIdx.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  State *to = (State *)((char *)out + (width - 1 - x) * pitch) + y;
  to->d = x + 1;
  to->flag = y + 2;
  to->b = x - y;
}

void rotate(State *out, int width, int height, int pitch) {
  dim3 block(16, 8), grid((width - 1) / 16 + 1, (height - 1) / 8 + 1);
  rotateUnknown<<<grid, block>>>(out, width, height, pitch);
}
