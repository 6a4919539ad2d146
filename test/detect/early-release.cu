// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A flag that another device, or a kernel that runs beside this one, waits for.

__device__ void release(int *flag, int value) {
  asm volatile("st.release.sys.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

__global__ void sendOk(const float *x, float *peer, int *done, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    peer[i] = x[i];
  __syncthreads();
  if (threadIdx.x == 0)
    release(done, 1);
}
__global__ void sendBad(const float *x, float *peer, int *done, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    peer[i] = x[i];
  if (threadIdx.x == 0)
    release(done, 1); // expect-warning: early-release
}
__global__ void fenceBad(const float *x, float *peer, volatile int *done, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    peer[i] = x[i];
  __threadfence_system(); // of each thread, but nobody waits for it
  if (threadIdx.x == 0) {
    __threadfence_system();
    done[blockIdx.x] = 1; // expect-warning: early-release
  }
}
__global__ void fenceOk(const float *x, float *peer, volatile int *done, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    peer[i] = x[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    done[blockIdx.x] = 1;
  }
}
// Some threads tell one peer each.
__global__ void tellPeersBad(const float *x, float *out, int **peers, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = x[i];
  if (threadIdx.x < 8)
    release(peers[threadIdx.x], 1); // expect-warning: early-release
}
__global__ void tellPeersOk(const float *x, float *out, int **peers, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = x[i];
  __syncthreads();
  if (threadIdx.x < 8)
    release(peers[threadIdx.x], 1);
}
// In each turn of a loop; the barrier at its begin is for the turn before.
__global__ void turnsBad(const float *x, float *peer, int *done, int n, int turns) {
  for (int t = 0; t < turns; ++t) {
    __syncthreads(); // allow: redundant-barrier
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      peer[t * n + i] = x[t * n + i];
    if (threadIdx.x == 0)
      release(done, t + 1); // expect-warning: early-release
  }
}
// What comes behind the flag is not meant by it.
__global__ void startedOk(const float *x, float *out, int *started, int n) {
  if (threadIdx.x == 0)
    release(started, 1);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = x[i];
}
// Each warp for itself.
__global__ void warpsOk(const float *x, float *peer, int *done) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  peer[i] = x[i];
  __syncwarp();
  if (threadIdx.x % 32 == 0)
    release(done + i / 32, 1);
}
__global__ void lanesBad(const float *x, float *peer, int *done) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  peer[i] = x[i];
  if (threadIdx.x % 32 == 0)
    release(done + i / 32, 1); // expect-warning: early-release
}
// A warp meets, the block does not.
__global__ void firstWarpBad(const float *x, float *peer, int *done) {
  peer[blockIdx.x * blockDim.x + threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
  __syncwarp();
  if (threadIdx.x == 0)
    release(done + blockIdx.x, 1); // expect-warning: early-release
}
// The thread that posts has stored it all.
__global__ void ownOk(const float *x, float *peer, int *done, int n) {
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < n; ++i)
    peer[i] = x[i];
  release(done, 1);
}

void run(const float *x, float *peer, int *done, int **peers, int n) {
  sendOk<<<1, 256>>>(x, peer, done, n);
  sendBad<<<1, 256>>>(x, peer, done, n);
  fenceBad<<<n / 256, 256>>>(x, peer, done, n);
  fenceOk<<<n / 256, 256>>>(x, peer, done, n);
  tellPeersBad<<<1, 256>>>(x, peer, peers, n);
  tellPeersOk<<<1, 256>>>(x, peer, peers, n);
  turnsBad<<<1, 256>>>(x, peer, done, n, 8);
  startedOk<<<1, 256>>>(x, peer, done, n);
  warpsOk<<<n / 256, 256>>>(x, peer, done);
  lanesBad<<<n / 256, 256>>>(x, peer, done);
  firstWarpBad<<<n / 256, 256>>>(x, peer, done);
  ownOk<<<1, 256>>>(x, peer, done, n);
}
