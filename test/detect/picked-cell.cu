// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// All threads read the cell of the thread that was picked, then each writes its own.
__device__ void pick(const float *values, int *least) {
  if (threadIdx.x == 0) {
    *least = 0;
    for (int i = 1; i < blockDim.x; ++i)
      if (values[i] < values[*least])
        *least = i;
  }
  __syncthreads();
}

__global__ void overwrittenBad(const float *in, float *out) {
  __shared__ float values[256];
  __shared__ int least;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  pick(values, &least);
  float smallest = values[least];                // expect: shared-race
  values[threadIdx.x] = in[threadIdx.x] - smallest; // expect: shared-race
  __syncthreads();
  out[threadIdx.x] = values[255 - threadIdx.x];
}

__global__ void waitedOk(const float *in, float *out) {
  __shared__ float values[256];
  __shared__ int least;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  pick(values, &least);
  float smallest = values[least];
  __syncthreads();
  values[threadIdx.x] = in[threadIdx.x] - smallest;
  __syncthreads();
  out[threadIdx.x] = values[255 - threadIdx.x];
}

// The picked thread does not write.
__global__ void othersWriteOk(const float *in, float *out) {
  __shared__ float values[256];
  __shared__ int least;
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  pick(values, &least);
  if (threadIdx.x != least)
    values[threadIdx.x] = values[least] + in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[255 - threadIdx.x];
}

// The picked cell is one of another part.
__global__ void tableUnknown(const float *in, float *out) {
  __shared__ float values[512];
  __shared__ int least;
  values[threadIdx.x] = in[threadIdx.x];
  values[256 + threadIdx.x] = in[256 + threadIdx.x];
  __syncthreads();
  pick(values, &least);
  float smallest = values[256 + least];
  values[threadIdx.x] = in[threadIdx.x] - smallest;
  __syncthreads();
  out[threadIdx.x] = values[255 - threadIdx.x];
}

// Whichever cell is cleared, the thread that reads it in its turn races.
__global__ void clearedBad(const float *in, float *out, int n) {
  extern __shared__ float row[];
  __shared__ int best;
  for (int i = threadIdx.x; i < n; i += 256)
    row[i] = in[i];
  for (int turn = 0; turn < 4; ++turn) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
      sum += row[i]; // expect: shared-race
    out[turn * 256 + threadIdx.x] = sum;
    __syncthreads();
    pick(row, &best);
    if (threadIdx.x == 0)
      row[best] = 0; // expect: shared-race
  }
}

__global__ void clearedOk(const float *in, float *out, int n) {
  extern __shared__ float row[];
  __shared__ int best;
  for (int i = threadIdx.x; i < n; i += 256)
    row[i] = in[i];
  for (int turn = 0; turn < 4; ++turn) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
      sum += row[i];
    out[turn * 256 + threadIdx.x] = sum;
    __syncthreads();
    pick(row, &best);
    if (threadIdx.x == 0)
      row[best] = 0;
    __syncthreads();
  }
}

// A place behind what the others read.
__global__ void appendedUnknown(const float *in, float *out) {
  __shared__ float values[512];
  __shared__ int least;
  values[threadIdx.x] = in[threadIdx.x];
  values[256 + threadIdx.x] = in[256 + threadIdx.x];
  __syncthreads();
  pick(values, &least);
  if (threadIdx.x == 0)
    values[256 + least] = 0;
  out[threadIdx.x] = values[threadIdx.x];
}

void run(const float *in, float *out) {
  overwrittenBad<<<1, 256>>>(in, out);
  waitedOk<<<1, 256>>>(in, out);
  othersWriteOk<<<1, 256>>>(in, out);
  tableUnknown<<<1, 256>>>(in, out);
  clearedBad<<<1, 256, 4096>>>(in, out, 1024);
  clearedOk<<<1, 256, 4096>>>(in, out, 1024);
  appendedUnknown<<<1, 256>>>(in, out);
}
