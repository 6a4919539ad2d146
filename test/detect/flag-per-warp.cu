// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Flags that the first lane of a warp posts and waits for, for its warp.

__device__ void post(int *flag) { asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory"); }
__device__ int seen(const int *flag) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  return v;
}

__global__ void allWaitOk(const int *in, int *data, int *flags, int *out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    if (lane == 0)
      post(&flags[warp]);
  } else {
    while (seen(&flags[warp]) == 0) {
    }
    out[threadIdx.x] = data[warp * 32 + 31 - lane];
  }
}
__global__ void postsEarlyBad(const int *in, int *data, int *flags, int *out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = in[threadIdx.x]; // expect: inter-block-race
    if (lane == 0)
      post(&flags[warp]);
  } else {
    while (seen(&flags[warp]) == 0) {
    }
    out[threadIdx.x] = data[warp * 32 + 31 - lane];
  }
}
__global__ void firstLaneWaitsOk(const int *in, int *data, int *flags, int *out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    if (lane == 0)
      post(&flags[warp]);
  } else {
    if (lane == 0)
      while (seen(&flags[warp]) == 0) {
      }
    __syncwarp();
    out[threadIdx.x] = data[warp * 32 + 31 - lane];
  }
}
__global__ void goesOnBad(const int *in, int *data, int *flags, int *out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = in[threadIdx.x]; // expect: inter-block-race
    __syncwarp();
    if (lane == 0)
      post(&flags[warp]);
  } else {
    if (lane == 0)
      while (seen(&flags[warp]) == 0) {
      }
    out[threadIdx.x] = data[warp * 32 + 31 - lane];
  }
}
// The data of another warp.
__global__ void otherWarpUnknown(const int *in, int *data, int *flags, int *out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    if (lane == 0)
      post(&flags[warp]);
  } else {
    if (lane == 0)
      while (seen(&flags[warp]) == 0) {
      }
    __syncwarp();
    out[threadIdx.x] = data[(warp ^ 1) * 32 + lane];
  }
}
// Of the blocks that count, all are waited for.
template <int Least> __device__ void producers(const int *in, int *data, int *count, int *out, int n) {
  if (blockIdx.x < n) {
    data[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(count, 1);
    }
  } else {
    if (threadIdx.x == 0) {
      while (*(volatile int *)count < n - Least) {
      }
      __threadfence();
    }
    __syncthreads();
    for (int i = 0; i < n; ++i)
      out[(blockIdx.x * n + i) * 128 + threadIdx.x] = data[i * 128 + 127 - threadIdx.x];
  }
}
__global__ void producersOk(const int *in, int *data, int *count, int *out, int n) { producers<0>(in, data, count, out, n); }
__global__ void producersUnknown(const int *in, int *data, int *count, int *out, int n) { producers<1>(in, data, count, out, n); }

void launches(const int *in, int *data, int *flags, int *out, int n) {
  allWaitOk<<<2, 128>>>(in, data, flags, out);
  postsEarlyBad<<<2, 128>>>(in, data, flags, out);
  firstLaneWaitsOk<<<2, 128>>>(in, data, flags, out);
  goesOnBad<<<2, 128>>>(in, data, flags, out);
  otherWarpUnknown<<<2, 128>>>(in, data, flags, out);
  producersOk<<<n + 4, 128>>>(in, data, flags, out, n);
  producersUnknown<<<n + 4, 128>>>(in, data, flags, out, n);
}
