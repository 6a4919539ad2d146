// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Half of the blocks fill rows of four parts and count those that are done, the others wait for all
// parts of a row. Each part is filled once, so that a row with four counted ones is whole.

constexpr int Parts = 4, Columns = 128;

__device__ void copyPart(const float *in, float *mid, int t) {
  for (int c = threadIdx.x; c < Columns; c += blockDim.x)
    mid[t * Columns + c] = in[t * Columns + c]; // allow: benign-race
}
__device__ void count(int *ready) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(ready, 1);
  }
}
__device__ void takeRow(const float *mid, float *out, int *ready, int r, int goal) {
  if (threadIdx.x == 0) {
    while (*(volatile int *)ready < goal) {
    }
    __threadfence();
  }
  __syncthreads();
  for (int c = threadIdx.x; c < Parts * Columns; c += blockDim.x)
    out[r * Parts * Columns + c] = mid[r * Parts * Columns + c];
}

__global__ void partsOk(const float *in, float *mid, float *out, int *ready, int rows) {
  int half = gridDim.x / 2;
  if (blockIdx.x < half) {
    for (int t = blockIdx.x; t < rows * Parts; t += half) {
      copyPart(in, mid, t);
      count(&ready[t / Parts]);
    }
  } else {
    for (int r = blockIdx.x - half; r < rows; r += gridDim.x - half)
      takeRow(mid, out, &ready[r], r, Parts);
  }
}
// One part fewer is waited for than there are.
__global__ void tooFewUnknown(const float *in, float *mid, float *out, int *ready, int rows) {
  int half = gridDim.x / 2;
  if (blockIdx.x < half) {
    for (int t = blockIdx.x; t < rows * Parts; t += half) {
      copyPart(in, mid, t);
      count(&ready[t / Parts]);
    }
  } else {
    for (int r = blockIdx.x - half; r < rows; r += gridDim.x - half)
      takeRow(mid, out, &ready[r], r, Parts - 1);
  }
}
// Some parts are counted twice.
__global__ void twiceUnknown(const float *in, float *mid, float *out, int *ready, int rows) {
  int half = gridDim.x / 2;
  if (blockIdx.x < half) {
    for (int t = blockIdx.x; t < rows * Parts; t += half - 1) {
      copyPart(in, mid, t);
      count(&ready[t / Parts]);
    }
  } else {
    for (int r = blockIdx.x - half; r < rows; r += gridDim.x - half)
      takeRow(mid, out, &ready[r], r, Parts);
  }
}
// The counter of the next row.
__global__ void otherRowBad(const float *in, float *mid, float *out, int *ready, int rows) {
  int half = gridDim.x / 2;
  if (blockIdx.x < half) {
    for (int t = blockIdx.x; t < rows * Parts; t += half) {
      for (int c = threadIdx.x; c < Columns; c += blockDim.x)
        mid[t * Columns + c] = in[t * Columns + c]; // expect: inter-block-race
      count(&ready[t / Parts]);
    }
  } else {
    for (int r = blockIdx.x - half; r < rows; r += gridDim.x - half)
      takeRow(mid, out, &ready[r + 1], r, Parts);
  }
}
// Rows of parts by two loops.
__global__ void twoLoopsOk(const float *in, float *mid, float *out, int *ready, int rows) {
  if (blockIdx.x < 2) {
    for (int r = 0; r < rows; ++r)
      for (int p = blockIdx.x; p < Parts; p += 2) {
        copyPart(in, mid, r * Parts + p);
        count(&ready[r]);
      }
  } else {
    for (int r = blockIdx.x - 2; r < rows; r += gridDim.x - 2)
      takeRow(mid, out, &ready[r], r, Parts);
  }
}

// The barrier stands before the part is filled: it is counted while others fill it.
__global__ void countedTooEarlyUnknown(const float *in, float *mid, float *out, int *ready, int rows) {
  if (blockIdx.x < 2) {
    for (int r = 0; r < rows; ++r)
      for (int p = blockIdx.x; p < Parts; p += 2) {
        __syncthreads(); // allow: redundant-barrier
        copyPart(in, mid, r * Parts + p);
        if (threadIdx.x == 0) {
          __threadfence();
          atomicAdd(&ready[r], 1);
        }
      }
  } else {
    for (int r = blockIdx.x - 2; r < rows; r += gridDim.x - 2)
      takeRow(mid, out, &ready[r], r, Parts);
  }
}

// Rows share their counters: the first ones leave them at the number that later ones wait for.
__global__ void reusedUnknown(const float *in, float *mid, float *out, int *ready, int rows) {
  if (blockIdx.x == 0) {
    for (int t = 0; t < rows * Parts; ++t) {
      copyPart(in, mid, t);
      count(&ready[t / Parts < 2 ? t / Parts : 0]);
    }
  } else {
    for (int r = blockIdx.x - 1; r < rows; r += gridDim.x - 1)
      takeRow(mid, out, &ready[r < 2 ? r : 0], r, Parts);
  }
}
// In the only block, each part is counted twice.
__global__ void oneBlockUnknown(const float *in, float *mid, float *out, volatile int *ready, int rows) {
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int u = 0; u < 2 * rows * Parts; ++u) {
      int t = u % (rows * Parts);
      mid[t * 32 + lane] = in[u * 32 + lane];
      __threadfence();
      __syncwarp();
      if (threadIdx.x == 0)
        atomicAdd((int *)&ready[t / Parts], 1);
    }
  } else {
    for (int r = 0; r < rows; ++r) {
      while (ready[r] < Parts) {
      }
      __threadfence();
      for (int p = 0; p < Parts; ++p)
        out[(r * Parts + p) * 32 + lane] = mid[(r * Parts + p) * 32 + lane];
    }
  }
}

void run(const float *in, float *mid, float *out, int *ready, int rows) {
  partsOk<<<64, 128>>>(in, mid, out, ready, rows);
  tooFewUnknown<<<64, 128>>>(in, mid, out, ready, rows);
  twiceUnknown<<<64, 128>>>(in, mid, out, ready, rows);
  otherRowBad<<<64, 128>>>(in, mid, out, ready, rows);
  reusedUnknown<<<64, 128>>>(in, mid, out, ready, rows);
  oneBlockUnknown<<<1, 64>>>(in, mid, out, ready, rows);
  countedTooEarlyUnknown<<<64, 128>>>(in, mid, out, ready, rows);
  twoLoopsOk<<<64, 128>>>(in, mid, out, ready, rows);
}
