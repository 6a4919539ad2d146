// RUN: %check-findings %s
// Lists that the lanes of a warp fill at places which a vote gives them, in one turn or in many.

__global__ void __launch_bounds__(32) onceOk(const int *in, int *out, int n) {
  __shared__ int list[32];
  int lane = threadIdx.x;
  bool has = lane < n && in[blockIdx.x * 32 + lane] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  if (has)
    list[__popc(mask & ((1u << lane) - 1))] = lane;
  __syncwarp();
  if (lane < __popc(mask))
    out[blockIdx.x * 32 + lane] = list[lane];
}

// The places of those that do not have it, from the end.
__global__ void __launch_bounds__(32) othersOk(const int *in, int *out, int n) {
  __shared__ int list[32];
  int lane = threadIdx.x;
  bool has = lane < n && in[blockIdx.x * 32 + lane] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  int before = __popc(mask & ~(~0u << lane)), all = __popc(mask);
  list[has ? before : all + lane - before] = lane;
  __syncwarp();
  out[blockIdx.x * 32 + lane] = list[lane];
}

// Its own vote counts, too.
__global__ void __launch_bounds__(32) withOwnOk(const int *in, int *out, int n) {
  __shared__ int list[33];
  int lane = threadIdx.x;
  bool has = lane < n && in[blockIdx.x * 32 + lane] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  if (has)
    list[__popc(mask & ((2u << lane) - 1))] = lane;
  __syncwarp();
  out[blockIdx.x * 32 + lane] = list[lane + 1];
}

// Every lane stores, although only those that vote get a place of their own.
__global__ void __launch_bounds__(32) allStoreBad(const int *in, int *out, int n) {
  __shared__ int list[32];
  int lane = threadIdx.x;
  bool has = lane < n && in[blockIdx.x * 32 + lane] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  list[__popc(mask & ((1u << lane) - 1))] = lane; // expect: intra-warp-race
  __syncwarp();
  out[blockIdx.x * 32 + lane] = list[lane];
}

// Each warp of the block has its own list.
__global__ void __launch_bounds__(128) eachWarpOk(const int *in, int *out, int n) {
  __shared__ int list[4][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, i = blockIdx.x * 128 + threadIdx.x;
  bool has = i < n && in[i] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  if (has)
    list[warp][__popc(mask & ((1u << lane) - 1))] = i;
  __syncwarp();
  if (lane < __popc(mask))
    out[i] = list[warp][lane];
}

// The warps share one list.
__global__ void __launch_bounds__(128) oneListBad(const int *in, int *out, int n) {
  __shared__ int list[32];
  int lane = threadIdx.x % 32, i = blockIdx.x * 128 + threadIdx.x;
  bool has = i < n && in[i] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  if (has)
    list[__popc(mask & ((1u << lane) - 1))] = i; // expect: shared-race
  __syncthreads();
  out[i] = list[lane];
}

__global__ void __launch_bounds__(32) turnsOk(const int *in, int *out, int n) {
  __shared__ int list[1024];
  int lane = threadIdx.x, found = 0;
  for (int b = 0; b < 1024; b += 32) {
    bool has = b + lane < n && in[blockIdx.x * 1024 + b + lane] > 0;
    unsigned mask = __ballot_sync(~0u, has);
    if (has)
      list[found + __popc(mask & ((1u << lane) - 1))] = b + lane;
    found += __popc(mask);
  }
  __syncwarp();
  for (int i = lane; i < found; i += 32)
    out[blockIdx.x * 1024 + i] = list[i];
}

// The number of those found is that of the last turn only.
__global__ void __launch_bounds__(32) lastTurnUnknown(const int *in, int *out, int n) {
  __shared__ int list[1024];
  int lane = threadIdx.x, found = 0;
  for (int b = 0; b < 1024; b += 32) {
    bool has = b + lane < n && in[blockIdx.x * 1024 + b + lane] > 0;
    unsigned mask = __ballot_sync(~0u, has);
    if (has)
      list[found + __popc(mask & ((1u << lane) - 1))] = b + lane;
    found = __popc(mask);
  }
  __syncwarp();
  out[blockIdx.x * 32 + lane] = list[lane];
}

// Half of what was found is kept: the next turn overwrites places.
__global__ void __launch_bounds__(32) halfBad(const int *in, int *out, int n) {
  __shared__ int list[1024];
  int lane = threadIdx.x, found = 0;
  for (int b = 0; b < 1024; b += 32) {
    bool has = b + lane < n && in[blockIdx.x * 1024 + b + lane] > 0;
    unsigned mask = __ballot_sync(~0u, has);
    if (has)
      list[found + __popc(mask & ((1u << lane) - 1))] = b + lane; // expect: intra-warp-race
    found += __popc(mask) / 2;
  }
  __syncwarp();
  out[blockIdx.x * 32 + lane] = list[lane];
}

// Other lanes vote than store.
__global__ void __launch_bounds__(32) otherVoteBad(const int *in, int *out, int n) {
  __shared__ int list[32];
  int lane = threadIdx.x;
  bool has = lane < n && in[blockIdx.x * 32 + lane] > 0;
  unsigned mask = __ballot_sync(~0u, !has);
  if (has)
    list[__popc(mask & ((1u << lane) - 1))] = lane; // expect: intra-warp-race
  __syncwarp();
  out[blockIdx.x * 32 + lane] = list[lane];
}

// Rows of 16 threads: threadIdx.x is not the lane.
__global__ void rowsBad(const int *in, int *out, int n) {
  __shared__ int list[64][16];
  int x = threadIdx.x, i = threadIdx.y * 16 + x;
  bool has = i < n && in[i] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  if (has)
    list[threadIdx.y / 2][__popc(mask & ((1u << x) - 1))] = i; // expect: shared-race
  __syncthreads();
  out[i] = list[threadIdx.y][x];
}

// The list is read without waiting for the lanes that fill it.
__global__ void __launch_bounds__(32) readTooEarlyBad(const int *in, int *out, int n) {
  __shared__ int list[1024];
  int lane = threadIdx.x, found = 0, most = 0;
  for (int b = 0; b < 1024; b += 32) {
    int v = b + lane < n ? in[blockIdx.x * 1024 + b + lane] : 0;
    unsigned mask = __ballot_sync(~0u, v > 0);
    if (v > 0)
      list[found + __popc(mask & ((1u << lane) - 1))] = b + lane; // expect: intra-warp-race
    found += __popc(mask);
    most = max(most, v);
  }
  for (int o = 16; o > 0; o /= 2)
    most = max(most, __shfl_xor_sync(~0u, most, o));
  for (int i = lane; i < found; i += 32)
    out[blockIdx.x * 1024 + i] = list[i] + most;
}

// Those above come first.
__global__ void __launch_bounds__(32) fromAboveOk(const int *in, int *out) {
  __shared__ int list[32];
  int lane = threadIdx.x;
  bool has = in[blockIdx.x * 32 + lane] > 0;
  unsigned mask = __ballot_sync(~0u, has);
  if (has)
    list[__popc(mask & (~0u << lane)) - 1] = lane;
  __syncwarp();
  out[blockIdx.x * 32 + lane] = list[lane];
}

__device__ int scanned(int v, int lane) {
  for (int d = 1; d < 32; d <<= 1) {
    int below = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d)
      v += below;
  }
  return v;
}

// Each lane writes as many elements as it has.
__global__ void __launch_bounds__(32) severalOk(const int *in, int *out) {
  __shared__ int list[128];
  int lane = threadIdx.x, count = in[blockIdx.x * 32 + lane] & 3;
  int end = scanned(count, lane);
  for (int k = 0; k < count; ++k)
    list[end - count + k] = lane;
  __syncwarp();
  for (int k = lane; k < 128; k += 32)
    out[blockIdx.x * 128 + k] = list[k];
}

// One more than it has.
__global__ void __launch_bounds__(32) oneMoreUnknown(const int *in, int *out) {
  __shared__ int list[160];
  int lane = threadIdx.x, count = in[blockIdx.x * 32 + lane] & 3;
  int end = scanned(count, lane);
  for (int k = 0; k <= count; ++k)
    list[end - count + k] = lane;
  __syncwarp();
  for (int k = lane; k < 128; k += 32)
    out[blockIdx.x * 128 + k] = list[k];
}

// The scan ends before it has come to all lanes.
__global__ void __launch_bounds__(32) shortScanUnknown(const int *in, int *out) {
  __shared__ int list[128];
  int lane = threadIdx.x, count = in[blockIdx.x * 32 + lane] & 3, end = count;
  for (int d = 1; d < 16; d <<= 1) {
    int below = __shfl_up_sync(0xffffffff, end, d);
    if (lane >= d)
      end += below;
  }
  for (int k = 0; k < count; ++k)
    list[end - count + k] = lane;
  __syncwarp();
  for (int k = lane; k < 128; k += 32)
    out[blockIdx.x * 128 + k] = list[k];
}

// What is summed may be negative.
__global__ void __launch_bounds__(32) signedUnknown(const int *in, int *out) {
  __shared__ int list[128];
  int lane = threadIdx.x, count = in[blockIdx.x * 32 + lane] % 4;
  int end = scanned(count, lane);
  for (int k = 0; k < count; ++k)
    list[end - count + k] = lane;
  __syncwarp();
  for (int k = lane; k < 128; k += 32)
    out[blockIdx.x * 128 + k] = list[k];
}
