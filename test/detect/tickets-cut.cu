// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A shared counter hands out places; when all are drawn, the count is cut to a limit.

__global__ void cutOk(const float *in, float *out, int n, int limit) {
  extern __shared__ float kept[];
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (in[i] > 0.f) {
      int at = atomicAdd(&count, 1);
      if (at < limit)
        kept[at] = in[i];
    }
  __syncthreads();
  if (threadIdx.x == 0 && count > limit)
    count = limit;
  __syncthreads();
  for (int j = threadIdx.x; j < count; j += blockDim.x)
    out[j] = kept[j];
}
__global__ void noBarrierBeforeBad(const float *in, float *out, int n, int limit) {
  extern __shared__ float kept[];
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (in[i] > 0.f) {
      int at = atomicAdd(&count, 1); // expect: shared-race
      if (at < limit)
        kept[at] = in[i]; // allow: shared-race intra-warp-race
    }
  if (threadIdx.x == 0) // allow: shared-race intra-warp-race
    count = limit;
  __syncthreads();
  for (int j = threadIdx.x; j < count; j += blockDim.x)
    out[j] = kept[j];
}
__global__ void noBarrierBehindBad(const float *in, float *out, int n, int limit) {
  extern __shared__ float kept[];
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (in[i] > 0.f) {
      int at = atomicAdd(&count, 1);
      if (at < limit)
        kept[at] = in[i];
    }
  __syncthreads();
  if (threadIdx.x == 0 && count > limit)
    count = limit; // expect: shared-race, allow: intra-warp-race
  for (int j = threadIdx.x; j < count; j += blockDim.x)
    out[j] = kept[j];
}
// Drawn once more from the count that was cut: those places are given out twice.
__global__ void drawnAgainUnknown(const float *in, float *out, int limit) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int first = atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0 && count > limit)
    count = limit;
  __syncthreads();
  int second = atomicAdd(&count, 1);
  out[first] = in[threadIdx.x]; // allow: global-race intra-warp-race
  out[second] = in[threadIdx.x];
}
// Behind the count that was cut lie places that are in use.
__global__ void behindCutUnknown(const float *in, float *out, int limit) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int at = atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0 && count > limit)
    count = limit;
  __syncthreads();
  out[at] = in[threadIdx.x]; // allow: global-race intra-warp-race
  out[count + threadIdx.x] = 0;
}
__global__ void eachTurnUnknown(const float *in, float *out, int n, int limit) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    out[atomicAdd(&count, 1)] = in[i * 256 + threadIdx.x]; // allow: global-race intra-warp-race
    __syncthreads();
    if (threadIdx.x == 0 && count > limit)
      count = limit;
  }
}

void run(const float *in, float *out, int n, int limit) {
  cutOk<<<1, 256, limit * sizeof(float)>>>(in, out, n, limit);
  noBarrierBeforeBad<<<1, 256, limit * sizeof(float)>>>(in, out, n, limit);
  noBarrierBehindBad<<<1, 256, limit * sizeof(float)>>>(in, out, n, limit);
  drawnAgainUnknown<<<1, 256>>>(in, out, limit);
  behindCutUnknown<<<1, 256>>>(in, out, limit);
  eachTurnUnknown<<<1, 256>>>(in, out, n, limit);
}
