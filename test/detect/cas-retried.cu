// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A compare-and-swap that is tried again with what it found last waits for nobody, and orders
// nothing: what is missing elsewhere in the kernel is an error. One that takes a lock waits.

__device__ int addByHand(int *to, int v) {
  int old = *to, seen;
  do {
    seen = old;
    old = atomicCAS(to, seen, v + old);
  } while (seen != old);
  return old;
}

__device__ void largest(float *to, float v) {
  int *word = reinterpret_cast<int *>(to);
  int old = *word;
  while (v > __int_as_float(old)) {
    int seen = old;
    old = atomicCAS(word, seen, __float_as_int(v));
    if (old == seen)
      break;
  }
}

__global__ void countBad(const int *row, int *out, int want, int n) {
  __shared__ int c[1024];
  int t = threadIdx.x;
  c[t] = 0;
  for (int start = blockIdx.x * blockDim.x; start < n; start += blockDim.x * gridDim.x) {
    if (start + t < n)
      c[t] = row[start + t] == want;
    __syncthreads();
    if (t < 512) {
      c[t] += c[t + 512];
      __syncthreads(); // expect-error: barrier-divergence
    }
    if (t == 0)
      addByHand(out, c[t]);
  }
}

__global__ void lastTurnBad(const int *row, int *out, int n) {
  __shared__ int c[256];
  int t = threadIdx.x;
  for (int start = 0; start < n; start += 256) {
    c[t] = row[start + t];
    __syncthreads();
    if (t == 0)
      addByHand(out, c[0] + c[255]); // expect-error: shared-race
  }
}

__global__ void countOk(const int *row, int *out, int want, int n) {
  __shared__ int c[1024];
  int t = threadIdx.x;
  for (int start = blockIdx.x * blockDim.x; start < n; start += blockDim.x * gridDim.x) {
    c[t] = start + t < n && row[start + t] == want;
    __syncthreads();
    for (int half = 512; half > 0; half /= 2) {
      if (t < half)
        c[t] += c[t + half];
      __syncthreads();
    }
    if (t == 0)
      addByHand(out, c[0]);
    __syncthreads();
  }
}

__global__ void largestBad(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  if (t < 128)
    largest(out, fmaxf(s[t], s[t + 128])); // expect-error: shared-race
}

// It ends when it has set a bit that was not set: until then another thread holds the lock.
__global__ void bitLockUnknown(unsigned *lock, float *sum, const float *in) {
  if (threadIdx.x == 0) {
    unsigned old = *lock, seen;
    do {
      seen = old;
      old = atomicCAS(lock, seen, seen | 1);
    } while ((old != seen) | (seen & 1));
    __threadfence();
    *sum += in[blockIdx.x];
    __threadfence();
    atomicAnd(lock, ~1u);
  }
}

void run(const int *row, int *out, const float *in, float *most, int want, int n) {
  countBad<<<64, 1024>>>(row, out, want, n);
  lastTurnBad<<<1, 256>>>(row, out, n);
  countOk<<<64, 1024>>>(row, out, want, n);
  largestBad<<<64, 256>>>(in, most);
}
