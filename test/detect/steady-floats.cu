// RUN: %check-findings %s
// Blocks that iterate until a number in shared memory is small: all threads read the same one, so
// that they stop together, also where it is compared as a float or carried to later iterations.

__device__ float sum(float *parts) {
  for (int n = blockDim.x / 2; n > 0; n /= 2) {
    if (threadIdx.x < n)
      parts[threadIdx.x] += parts[threadIdx.x + n];
    __syncthreads();
  }
  return parts[0];
}

__global__ void convergesOk(const float *in, float *out, float least) {
  __shared__ float parts[256];
  float x = in[threadIdx.x];
  while (true) {
    parts[threadIdx.x] = x;
    __syncthreads();
    float all = sum(parts);
    if (all < least)
      break;
    __syncthreads();
    x -= all;
  }
  out[threadIdx.x] = x;
}

// The first sum sets the limit.
__global__ void relativeOk(const float *in, float *out, float share) {
  __shared__ float parts[256];
  float x = in[threadIdx.x], least = 0;
  for (int turn = 0;; ++turn) {
    parts[threadIdx.x] = x;
    __syncthreads();
    float all = sum(parts);
    if (turn == 0)
      least = share * all;
    if (all < least)
      break;
    __syncthreads();
    x -= all;
  }
  out[threadIdx.x] = x;
}

// A number that picks another one: the place of the least.
__global__ void leastOk(const float *in, float *out, float limit) {
  __shared__ float values[256];
  __shared__ int at[256];
  float x = in[threadIdx.x];
  while (true) {
    values[threadIdx.x] = x;
    at[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int n = blockDim.x / 2; n > 0; n /= 2) {
      if (threadIdx.x < n && values[at[threadIdx.x + n]] < values[at[threadIdx.x]])
        at[threadIdx.x] = at[threadIdx.x + n];
      __syncthreads();
    }
    float least = values[at[0]];
    if (least > limit)
      break;
    __syncthreads();
    x += least;
  }
  out[threadIdx.x] = x;
}

// Without the barrier at the loop's end, slow threads read what fast ones have overwritten.
__global__ void overwrittenBad(const float *in, float *out, float least) {
  __shared__ float parts[256];
  float x = in[threadIdx.x];
  while (true) {
    parts[threadIdx.x] = x; // expect: shared-race
    __syncthreads();        // expect: barrier-divergence
    float all = sum(parts);
    if (all < least)
      break;
    x -= all;
  }
  out[threadIdx.x] = x;
}

// Each thread stops by a number of its own.
__global__ void ownBad(const float *in, float *out, float least) {
  __shared__ float parts[256];
  float x = in[threadIdx.x];
  while (true) {
    parts[threadIdx.x] = x;
    __syncthreads(); // expect: barrier-divergence
    float all = sum(parts);
    __syncthreads();
    x -= all;
    if (x < least)
      break;
  }
  out[threadIdx.x] = x;
}

// What another block may change meanwhile is not the same for all.
__global__ void otherBlocksBad(float *sums, float *out, float least) {
  float x = threadIdx.x;
  while (true) {
    float all = sums[0]; // expect: inter-block-race
    if (all < least)
      break;
    __syncthreads();
    x -= all;
    if (threadIdx.x == 0)
      sums[0] = x; // expect: inter-block-race
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// What is read atomically may change without a race.
__global__ void polledBad(int *state, float *out, float limit) {
  float x = threadIdx.x;
  while (true) {
    float seen = __atomic_load_n(state, __ATOMIC_RELAXED);
    if (seen > limit)
      break;
    __syncthreads(); // expect: barrier-divergence
    if (threadIdx.x == 0)
      atomicAdd(state, 1);
    x += seen;
  }
  out[threadIdx.x] = x;
}

// Nor is what an atomic operation gives each thread the same.
__global__ void drawnBad(int *state, float *out, float limit) {
  float x = threadIdx.x;
  while (true) {
    float seen = atomicAdd(state, 0);
    if (seen > limit)
      break;
    __syncthreads(); // expect: barrier-divergence
    if (threadIdx.x == 0)
      atomicAdd(state, 1);
    x += seen;
  }
  out[threadIdx.x] = x;
}

// A volatile cell that one thread changes while others read it.
__global__ void volatileBad(float *out, float limit) {
  __shared__ volatile float state;
  float x = threadIdx.x;
  if (threadIdx.x == 0)
    state = 0;
  __syncthreads();
  while (true) {
    float seen = state; // expect: shared-race
    if (seen > limit)
      break;
    __syncthreads(); // expect: barrier-divergence
    if (threadIdx.x == 0)
      state = seen + 1;
    x += seen;
  }
  out[threadIdx.x] = x;
}

void run(float *in, float *out, int *state, float limit) {
  convergesOk<<<1, 256>>>(in, out, limit);
  relativeOk<<<1, 256>>>(in, out, limit);
  leastOk<<<1, 256>>>(in, out, limit);
  overwrittenBad<<<1, 256>>>(in, out, limit);
  ownBad<<<1, 256>>>(in, out, limit);
  otherBlocksBad<<<8, 256>>>(in, out, limit);
  polledBad<<<1, 256>>>(state, out, limit);
  drawnBad<<<1, 256>>>(state, out, limit);
  volatileBad<<<1, 256>>>(out, limit);
}
