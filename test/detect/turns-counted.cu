// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A ring in memory between two warps: the sender stores how many of its turns are done into `tail`, the
// receiver into `head`. Who has read a number is behind all turns up to it.

__device__ int load(const int *p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ void store(int *p, int v) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ void waitAbove(const int *p, int done) {
  if (threadIdx.x == 0)
    while (load(p) <= done) {
    }
  __syncwarp();
}
__device__ void postNow(int *p, int done) {
  if (threadIdx.x == 0)
    store(p, done);
}

__global__ void ringOk(const float *in, float *ring, float *out, int *head, int *tail, int turns, int n, int slots) {
  int pair = blockIdx.x / 2;
  float *mine = ring + (long)pair * slots * n;
  for (int i = 0; i < turns; ++i) {
    if (blockIdx.x % 2 == 0) {
      waitAbove(head + pair, i - slots);
      for (int j = threadIdx.x; j < n; j += 32)
        mine[(long)(i % slots) * n + j] = in[((long)pair * turns + i) * n + j];
      __syncwarp();
      postNow(tail + pair, i + 1);
    } else {
      waitAbove(tail + pair, i);
      for (int j = threadIdx.x; j < n; j += 32)
        out[((long)pair * turns + i) * n + j] = mine[(long)(i % slots) * n + j];
      __syncwarp();
      postNow(head + pair, i + 1);
    }
  }
}
// The first lane posts while others still copy.
__global__ void postedTooEarlyBad(const float *in, float *ring, float *out, int *head, int *tail, int turns, int n) {
  for (int i = 0; i < turns; ++i) {
    if (blockIdx.x == 0) {
      waitAbove(head, i - 4);
      for (int j = threadIdx.x; j < n; j += 32)
        ring[(i % 4) * n + j] = in[i * n + j]; // expect: inter-block-race
      postNow(tail, i + 1);
    } else {
      waitAbove(tail, i);
      for (int j = threadIdx.x; j < n; j += 32)
        out[i * n + j] = ring[(i % 4) * n + j];
      __syncwarp();
      postNow(head, i + 1);
    }
  }
}
// The slot is given back before it is read.
__global__ void givenBackTooEarlyBad(const float *in, float *ring, float *out, int *head, int *tail, int turns, int n) {
  for (int i = 0; i < turns; ++i) {
    if (blockIdx.x == 0) {
      waitAbove(head, i - 4);
      for (int j = threadIdx.x; j < n; j += 32)
        ring[(i % 4) * n + j] = in[i * n + j]; // expect: inter-block-race
      __syncwarp();
      postNow(tail, i + 1);
    } else {
      waitAbove(tail, i);
      postNow(head, i + 1);
      for (int j = threadIdx.x; j < n; j += 32)
        out[i * n + j] = ring[(i % 4) * n + j];
    }
  }
}
// The sender is one slot ahead of what the ring holds.
__global__ void oneTooManyBad(const float *in, float *ring, float *out, int *head, int *tail, int turns, int n) {
  for (int i = 0; i < turns; ++i) {
    if (blockIdx.x == 0) {
      waitAbove(head, i - 5);
      for (int j = threadIdx.x; j < n; j += 32)
        ring[(i % 4) * n + j] = in[i * n + j]; // expect: inter-block-race
      __syncwarp();
      postNow(tail, i + 1);
    } else {
      waitAbove(tail, i);
      for (int j = threadIdx.x; j < n; j += 32)
        out[i * n + j] = ring[(i % 4) * n + j];
      __syncwarp();
      postNow(head, i + 1);
    }
  }
}

// The same in shared memory, with volatile numbers; the sender does without a fence in the second.
__device__ void shareInRing(const int *in, int *out, int turns, bool fence) {
  __shared__ int slot[8][32];
  __shared__ volatile int tail, head;
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    tail = 0;
    head = 0;
  }
  __syncthreads();
  for (int i = 0; i < turns; ++i) {
    if (threadIdx.x < 32) {
      while (i - head >= 8) {
      }
      slot[i % 8][lane] = in[i * 32 + lane]; // expect: unlocked-access
      if (fence)
        __threadfence_block();
      __syncwarp();
      if (lane == 0)
        tail = i + 1;
    } else {
      while (tail <= i) {
      }
      __threadfence_block();
      out[i * 32 + lane] = slot[i % 8][lane];
      __threadfence_block();
      __syncwarp();
      if (lane == 0)
        head = i + 1;
    }
  }
}
__global__ void sharedOk(const int *in, int *out, int turns) { shareInRing(in, out, turns, true); }
__global__ void sharedBad(const int *in, int *out, int turns) { shareInRing(in, out, turns, false); }

// Numbers that count by 2: no odd one is ever read.
__global__ void byTwoOk(const float *in, float *ring, float *out, int *tail, int turns, int n) {
  for (int i = 0; i < turns; ++i) {
    if (blockIdx.x == 0) {
      for (int j = threadIdx.x; j < n; j += 32)
        ring[(long)i * n + j] = in[(long)i * n + j];
      __syncwarp();
      postNow(tail, 2 * i + 2);
    } else {
      waitAbove(tail, 2 * i);
      for (int j = threadIdx.x; j < n; j += 32)
        out[(long)i * n + j] = ring[(long)i * n + j];
    }
  }
}
// Numbers without a sign.
__global__ void unsignedOk(const float *in, float *ring, float *out, volatile unsigned *tail, int turns) {
  for (int i = 0; i < turns; ++i) {
    if (blockIdx.x == 0) {
      ring[(long)i * 128 + threadIdx.x] = in[(long)i * 128 + threadIdx.x];
      __threadfence();
      __syncthreads();
      if (threadIdx.x == 0)
        *tail = i + 1;
    } else {
      if (threadIdx.x == 0)
        while (*tail < i + 1) {
        }
      __threadfence();
      __syncthreads();
      out[(long)i * 128 + threadIdx.x] = ring[(long)i * 128 + threadIdx.x];
    }
  }
}
// The number of an outer turn is there from the first inner one on.
__global__ void innerTurnsUnknown(const float *in, float *ring, float *out, volatile int *tail, int turns, int n) {
  for (int i = 0; i < turns; ++i) {
    if (blockIdx.x == 0) {
      for (int j = 0; j < n; ++j) {
        ring[((long)i * n + j) * 128 + threadIdx.x] = in[((long)i * n + j) * 128 + threadIdx.x];
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
          *tail = i + 1;
      }
    } else {
      if (threadIdx.x == 0)
        while (*tail <= i) {
        }
      __threadfence();
      __syncthreads();
      for (int j = 0; j < n; ++j)
        out[((long)i * n + j) * 128 + threadIdx.x] = ring[((long)i * n + j) * 128 + threadIdx.x];
    }
  }
}
// All warps of the block store into one cell.
__global__ void severalStoreUnknown(const float *in, float *ring, float *out, int *tail, int turns, int n) {
  for (int i = 0; i < turns; ++i) {
    if (blockIdx.x < 2) {
      ring[((long)i * 2 + blockIdx.x) * 32 + threadIdx.x] = in[i * 64 + blockIdx.x * 32 + threadIdx.x];
      __syncwarp();
      postNow(tail, i + 1);
    } else {
      waitAbove(tail, i);
      out[i * 32 + threadIdx.x] = ring[(long)i * 64 + threadIdx.x];
    }
  }
}

void run(const float *in, float *ring, float *out, int *head, int *tail, int turns, int n, int slots) {
  ringOk<<<24, 32>>>(in, ring, out, head, tail, turns, n, slots);
  postedTooEarlyBad<<<2, 32>>>(in, ring, out, head, tail, turns, n);
  givenBackTooEarlyBad<<<2, 32>>>(in, ring, out, head, tail, turns, n);
  oneTooManyBad<<<2, 32>>>(in, ring, out, head, tail, turns, n);
  sharedOk<<<1, 64>>>((const int *)in, (int *)out, turns);
  sharedBad<<<1, 64>>>((const int *)in, (int *)out, turns);
  byTwoOk<<<2, 32>>>(in, ring, out, tail, turns, n);
  unsignedOk<<<2, 128>>>(in, ring, out, (unsigned *)tail, turns);
  innerTurnsUnknown<<<2, 128>>>(in, ring, out, tail, turns, n);
  severalStoreUnknown<<<3, 32>>>(in, ring, out, tail, turns, n);
}
