// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Flags of warps and counters of blocks that order less than they seem to: none of these is free.

__device__ void post(int *flag) { asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory"); }
__device__ int seen(const int *flag) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  return v;
}

// The lane that waits acquires nothing.
__global__ void plainLoadBad(const int *in, int *data, int *flags, int *out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = in[threadIdx.x]; // expect: unlocked-access
    __syncwarp();
    if (lane == 0)
      post(&flags[warp]);
  } else {
    if (lane == 0)
      while (*(volatile int *)&flags[warp] == 0) {
      }
    __syncwarp();
    out[threadIdx.x] = data[warp * 32 + 31 - lane];
  }
}
// A warp has two rows of the block, and all rows post one flag.
__global__ void shortRowsUnknown(const int *in, int *data, int *flags, int *out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, t = threadIdx.y * 16 + threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = in[t];
    __syncwarp();
    if (lane == 0)
      post(&flags[warp]);
  } else {
    if (lane == 0)
      while (seen(&flags[warp]) == 0) {
      }
    __syncwarp();
    out[t] = data[63 - t];
  }
}
// Rows of 48 threads end within warps.
__global__ void longRowsUnknown(const int *in, int *data, int *flags, int *out) {
  int lane = threadIdx.x % 32, t = threadIdx.y * 48 + threadIdx.x, warp = t / 32;
  if (blockIdx.x == 0) {
    data[t] = in[t];
    __syncwarp();
    if (lane == 0)
      post(&flags[warp]);
  } else {
    if (lane == 0)
      while (seen(&flags[warp]) == 0) {
      }
    __syncwarp();
    out[t] = data[warp * 32 + 31 - t % 32];
  }
}
// Half of the warp meets before the post.
__global__ void halfMeetsUnknown(const int *in, int *data, int *flags, int *out) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = in[threadIdx.x];
    if (lane < 16)
      __syncwarp(0xffff);
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
// Half of the warp meets the lane that has waited.
__global__ void halfWaitsBad(const int *in, int *data, int *flags, int *out) {
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
    if (lane < 16)
      __syncwarp(0xffff);
    out[threadIdx.x] = data[warp * 32 + 31 - lane];
  }
}

__device__ void waitFor(int *count, int n) {
  if (threadIdx.x == 0) {
    while (*(volatile int *)count < n) {
    }
    __threadfence();
  }
  __syncthreads();
}
__device__ void raise(int *count) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
  }
}
__device__ void copyAll(int *out, const int *data, int n) {
  for (int i = 0; i < n; ++i)
    out[(blockIdx.x * n + i) * 128 + threadIdx.x] = data[i * 128 + 127 - threadIdx.x];
}
// Half of the blocks count to n.
__global__ void countsTwiceUnknown(const int *in, int *data, int *count, int *out, int n) {
  if (blockIdx.x < n) {
    data[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    raise(count);
    raise(count);
  } else {
    waitFor(count, n);
    copyAll(out, data, n);
  }
}
// Other blocks count than those that are waited for.
__global__ void otherBoundUnknown(const int *in, int *data, int *count, int *out, int n, int m) {
  if (blockIdx.x < m) {
    data[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    raise(count);
  } else {
    waitFor(count, n);
    copyAll(out, data, m);
  }
}
// The last block counts, too.
__global__ void oneMoreUnknown(const int *in, int *data, int *count, int *out, int n) {
  if ((int)blockIdx.x < n || blockIdx.x == gridDim.x - 1) {
    data[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    raise(count);
  } else {
    waitFor(count, n);
    copyAll(out, data, n);
  }
}
// Blocks count before they write.
__global__ void countsFirstBad(const int *in, int *data, int *count, int *out, int n) {
  if (blockIdx.x < n) {
    raise(count);
    data[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x]; // expect: inter-block-race
  } else {
    waitFor(count, n);
    copyAll(out, data, n);
  }
}

void launches(const int *in, int *data, int *flags, int *out, int n, int m) {
  plainLoadBad<<<2, 128>>>(in, data, flags, out);
  shortRowsUnknown<<<2, dim3(16, 4)>>>(in, data, flags, out);
  longRowsUnknown<<<2, dim3(48, 4)>>>(in, data, flags, out);
  halfMeetsUnknown<<<2, 128>>>(in, data, flags, out);
  halfWaitsBad<<<2, 128>>>(in, data, flags, out);
  countsTwiceUnknown<<<n + 4, 128>>>(in, data, flags, out, n);
  otherBoundUnknown<<<n + m + 4, 128>>>(in, data, flags, out, n, m);
  oneMoreUnknown<<<n + 4, 128>>>(in, data, flags, out, n);
  countsFirstBad<<<n + 4, 128>>>(in, data, flags, out, n);
}
