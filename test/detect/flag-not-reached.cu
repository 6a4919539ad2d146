// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Counters and flags whose values are not followed: they order what is behind them at the best. What
// does not even come to the signal, or comes there without a fence, is not ordered.

__device__ void post(int *ready) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(ready, 1);
  }
}
__device__ void await(int *ready, int goal) {
  if (threadIdx.x == 0) {
    while (*(volatile int *)ready < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

// Half of the blocks fill rows in parts, the others wait for all parts of a row.
__global__ void rowsUnknown(const float *in, float *mid, float *out, int *ready, int rows, int n) {
  int half = gridDim.x / 2;
  if (blockIdx.x < half) {
    for (int t = blockIdx.x; t < rows * 4; t += half) {
      for (int c = threadIdx.x; c < n; c += blockDim.x)
        mid[t * n + c] = in[t * n + c];
      post(&ready[t / 4 * 2]);
    }
  } else {
    for (int r = blockIdx.x - half; r < rows; r += gridDim.x - half) {
      await(&ready[r * 2], 5);
      for (int c = threadIdx.x; c < 4 * n; c += blockDim.x)
        out[r * 4 * n + c] = mid[r * 4 * n + c];
    }
  }
}
__global__ void noBarrierBad(const float *in, float *mid, float *out, int *ready, int rows, int n) {
  int half = gridDim.x / 2;
  if (blockIdx.x < half) {
    for (int t = blockIdx.x; t < rows * 4; t += half) {
      for (int c = threadIdx.x; c < n; c += blockDim.x)
        mid[t * n + c] = in[t * n + c]; // expect-warning: inter-block-race
      if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&ready[t / 4 * 2], 1);
      }
    }
  } else {
    for (int r = blockIdx.x - half; r < rows; r += gridDim.x - half) {
      await(&ready[r * 2], 5);
      for (int c = threadIdx.x; c < 4 * n; c += blockDim.x)
        out[r * 4 * n + c] = mid[r * 4 * n + c];
    }
  }
}
__global__ void noFenceBad(const float *in, float *mid, float *out, int *ready, int rows, int n) {
  int half = gridDim.x / 2;
  if (blockIdx.x < half) {
    for (int t = blockIdx.x; t < rows * 4; t += half) {
      for (int c = threadIdx.x; c < n; c += blockDim.x)
        mid[t * n + c] = in[t * n + c]; // expect-warning: unlocked-access
      __syncthreads();
      if (threadIdx.x == 0)
        atomicAdd(&ready[t / 4 * 2], 1);
    }
  } else {
    for (int r = blockIdx.x - half; r < rows; r += gridDim.x - half) {
      await(&ready[r * 2], 5);
      for (int c = threadIdx.x; c < 4 * n; c += blockDim.x)
        out[r * 4 * n + c] = mid[r * 4 * n + c];
    }
  }
}
__global__ void noFenceBehindBad(const float *in, float *mid, float *out, int *ready, int rows, int n) {
  int half = gridDim.x / 2;
  if (blockIdx.x < half) {
    for (int t = blockIdx.x; t < rows * 4; t += half) {
      for (int c = threadIdx.x; c < n; c += blockDim.x)
        mid[t * n + c] = in[t * n + c]; // expect-warning: unlocked-access
      post(&ready[t / 4 * 2]);
    }
  } else {
    for (int r = blockIdx.x - half; r < rows; r += gridDim.x - half) {
      if (threadIdx.x == 0)
        while (*(volatile int *)&ready[r * 2] < 5) {
        }
      __syncthreads();
      for (int c = threadIdx.x; c < 4 * n; c += blockDim.x)
        out[r * 4 * n + c] = mid[r * 4 * n + c];
    }
  }
}

// A grid barrier of atomics at the end of each step.
__global__ void stepsOk(float *from, float *to, unsigned *count, int n, int steps) {
  unsigned goal = 0;
  for (int s = 0; s < steps; ++s) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x + 1; i < n - 1; i += gridDim.x * blockDim.x)
      to[i] = from[i - 1] + from[i + 1];
    goal += gridDim.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(count, 1);
      while (atomicAdd(count, 0) < goal) {
      }
      __threadfence();
    }
    __syncthreads();
    float *was = from;
    from = to;
    to = was;
  }
}
// In place, the steps of the others' halves race in one step.
__global__ void inPlaceBad(float *x, unsigned *count, int n, int steps) {
  unsigned goal = 0;
  for (int s = 0; s < steps; ++s) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x + 1; i < n - 1; i += gridDim.x * blockDim.x)
      x[i] = x[i - 1] + x[i + 1]; // expect: inter-block-race global-race
    goal += gridDim.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(count, 1);
      while (atomicAdd(count, 0) < goal) {
      }
      __threadfence();
    }
    __syncthreads();
  }
}

void run(const float *in, float *mid, float *out, int *ready, unsigned *count, int rows, int n) {
  rowsUnknown<<<64, 128>>>(in, mid, out, ready, rows, n);
  noBarrierBad<<<64, 128>>>(in, mid, out, ready, rows, n);
  noFenceBad<<<64, 128>>>(in, mid, out, ready, rows, n);
  noFenceBehindBad<<<64, 128>>>(in, mid, out, ready, rows, n);
  stepsOk<<<64, 128>>>(mid, out, count, n, rows);
  inPlaceBad<<<64, 128>>>(mid, count, n, rows);
}
