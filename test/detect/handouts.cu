// RUN: %check-findings %s
// Places that one thread reserves for its warp or its block, by an atomic addition.

__global__ void __launch_bounds__(128) blockDrawsOk(const float *in, float *out, int *next, int n) {
  __shared__ int item;
  if (threadIdx.x == 0)
    item = atomicAdd(next, 1);
  __syncthreads();
  int i = item * 128 + threadIdx.x;
  if (i < n)
    out[i] = in[blockIdx.x * 128 + threadIdx.x];
}

// Half of the elements are those of the next item, too.
__global__ void __launch_bounds__(128) overlapBad(const float *in, float *out, int *next, int n) {
  __shared__ int item;
  if (threadIdx.x == 0)
    item = atomicAdd(next, 1);
  __syncthreads();
  int i = item * 64 + threadIdx.x;
  if (i < n)
    out[i] = in[blockIdx.x * 128 + threadIdx.x]; // expect: inter-block-race
}

__global__ void __launch_bounds__(128) halvedBad(const float *in, float *out, int *next, int n) {
  __shared__ int item;
  if (threadIdx.x == 0)
    item = atomicAdd(next, 1) / 2;
  __syncthreads();
  int i = item * 128 + threadIdx.x;
  if (i < n)
    out[i] = in[blockIdx.x * 128 + threadIdx.x]; // expect: inter-block-race
}

__global__ void __launch_bounds__(128) untilNoneOk(const float *in, float *out, int *next, int n) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 128);
    __syncthreads();
    int first = item;
    __syncthreads();
    if (first >= n)
      break;
    if (first + threadIdx.x < n)
      out[first + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  }
}

// The next item is drawn while others still read the last one.
__global__ void __launch_bounds__(128) drawnEarlyBad(const float *in, float *out, int *next, int n) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 128); // expect: shared-race
    __syncthreads(); // expect: barrier-divergence
    int first = item;
    if (first >= n)
      break;
    if (first + threadIdx.x < n)
      out[first + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  }
}

__global__ void warpDrawsOk(const float *in, float *out, int *next, int n) {
  int lane = threadIdx.x & 31;
  while (true) {
    int row = 0;
    if (lane == 0)
      row = atomicAdd(next, 1);
    row = __shfl_sync(0xffffffff, row, 0);
    if (row >= n)
      break;
    for (int j = lane; j < 64; j += 32)
      out[row * 64 + j] = in[blockIdx.x * 64 + j];
  }
}

// Another lane gives what the first has drawn.
__global__ void otherLaneUnknown(const float *in, float *out, int *next, int n) {
  int lane = threadIdx.x & 31, row = 0;
  if (lane == 0)
    row = atomicAdd(next, 1);
  row = __shfl_sync(0xffffffff, row, 1);
  if (row < n)
    out[row * 32 + lane] = in[blockIdx.x * 64 + lane];
}

__global__ void aggregatedOk(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  bool has = i < n && in[i] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(count, __popc(mask));
  base = __shfl_sync(~0u, base, 0);
  if (has)
    out[base + __popc(mask & ((1u << lane) - 1))] = i;
}

// One place for the whole warp.
__global__ void onePlaceBad(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  bool has = i < n && in[i] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(count, 1);
  base = __shfl_sync(~0u, base, 0);
  if (has)
    out[base + __popc(mask & ((1u << lane) - 1))] = i; // expect: global-race inter-block-race
}

__global__ void __launch_bounds__(256) reserveOk(const int *in, int *out, int *count, int n) {
  __shared__ int mine, base, list[256];
  if (threadIdx.x == 0)
    mine = 0;
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n && in[i] > 0)
    list[atomicAdd(&mine, 1)] = i;
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(count, mine);
  __syncthreads();
  for (int k = threadIdx.x; k < mine; k += 256)
    out[base + k] = list[k];
}

// Each thread has its place within what the block reserves.
__global__ void __launch_bounds__(256) reserveInPlaceOk(const int *in, int *out, int *count, int n) {
  __shared__ int mine, base;
  if (threadIdx.x == 0)
    mine = 0;
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x, at = 0;
  bool has = i < n && in[i] > 0;
  if (has)
    at = atomicAdd(&mine, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(count, mine);
  __syncthreads();
  if (has)
    out[base + at] = i;
}

// Two places for each, of which one is reserved.
__global__ void __launch_bounds__(256) twicePlaceBad(const int *in, int *out, int *count, int n) {
  __shared__ int mine, base;
  if (threadIdx.x == 0)
    mine = 0;
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x, at = 0;
  bool has = i < n && in[i] > 0;
  if (has)
    at = atomicAdd(&mine, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(count, mine);
  __syncthreads();
  if (has) {
    out[base + 2 * at] = i;     // expect-warning: inter-block-race
    out[base + 2 * at + 1] = n; // expect-warning: inter-block-race, allow: benign-race
  }
}

// More is written than was reserved.
__global__ void __launch_bounds__(256) tooManyBad(const int *in, int *out, int *count, int n) {
  __shared__ int mine, base, list[256];
  if (threadIdx.x == 0)
    mine = 0;
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n && in[i] > 0)
    list[atomicAdd(&mine, 1)] = i;
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(count, mine);
  __syncthreads();
  for (int k = threadIdx.x; k <= mine; k += 256)
    out[base + k] = list[k]; // expect: inter-block-race
}

// The number that was reserved is another one by the time it is used.
__global__ void __launch_bounds__(256) changedBad(const int *in, int *out, int *count, int n) {
  __shared__ int mine, base;
  if (threadIdx.x == 0)
    mine = in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(count, mine);
  __syncthreads();
  if (threadIdx.x == 0)
    mine = in[blockIdx.x + n];
  __syncthreads();
  for (int k = threadIdx.x; k < mine; k += 256)
    out[base + k] = blockIdx.x; // expect: inter-block-race
}
