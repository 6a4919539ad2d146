// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-loops-turn' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// With no turn of the loop there is no barrier, and nothing to choose from.

// CHECK: possible race with line {{[0-9]+}}: needs [loops-turn] count >= 1 to be free
__global__ void best(const float *score, int *out, int count) {
  __shared__ int chosen;
  __shared__ float most;
  if (threadIdx.x == 0)
    // WITHOUT: [[@LINE+1]]:5: error: race on shared memory 'chosen'
    chosen = 0, most = 0;
  for (int i = 0; i < count; ++i) {
    if (threadIdx.x == 0 && score[i] > most)
      chosen = i, most = score[i];
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = chosen;
}

// CHECK: possible race with line {{[0-9]+}}: needs {{.*}}[loops-turn] counts[...] >= 1 to be free
__global__ void bestOfEach(const float *score, int *out, const int *counts) {
  __shared__ int chosen;
  __shared__ float most;
  const int count = counts[blockIdx.x];
  if (threadIdx.x == 0)
    // WITHOUT: [[@LINE+1]]:5: warning: race on shared memory 'chosen'
    chosen = 0, most = 0;
  for (int i = 0; i < count; ++i) {
    if (threadIdx.x == 0 && score[i] > most)
      chosen = i, most = score[i];
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = chosen;
}

// CHECK: possible race with line {{[0-9]+}}: needs {{.*}}[loops-turn] entries of 'offsets' with something between them to be free
__global__ void bestOfSegment(const float *score, int *out, const int *__restrict__ offsets,
                              const int *__restrict__ segments) {
  __shared__ int chosen;
  __shared__ float most;
  const int segment = segments[blockIdx.x], begin = offsets[segment], end = offsets[segment + 1];
  if (threadIdx.x == 0)
    // WITHOUT: [[@LINE+1]]:5: warning: race on shared memory 'chosen'
    chosen = 0, most = 0;
  for (int i = begin; i < end; ++i) {
    if (threadIdx.x == 0 && score[i] > most)
      chosen = i, most = score[i];
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = chosen;
}

void run(const float *score, int *out, int n, const int *counts, const int *segments) {
  best<<<4, 256>>>(score, out, n);
  bestOfEach<<<4, 256>>>(score, out, counts);
  bestOfSegment<<<4, 256>>>(score, out, counts, segments);
}

// A window of no taps would be longer than its row.
// CHECK: kernel 'window': free for launches with taps >= 1
__global__ void window(const float *in, float *out, int taps, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width - taps + 1) {
    float sum = 0;
    for (int t = 0; t < taps; t++)
      sum += in[blockIdx.y * width + x + t];
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[blockIdx.y * width + x] = sum;
  }
}
