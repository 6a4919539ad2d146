// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=divergent-branch 2>/dev/null | FileCheck %s --implicit-check-not="regroup-lanes (suggested"
// What a thread keeps for itself stays where it is.

// CHECK-DAG: regroup-lanes: it changes 'own', which each thread has of its own
__global__ void kept(float *out) {
  __shared__ float s[256];
  float own = s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  for (int w = 1; w < 256; w *= 2) {
    if (threadIdx.x % (2 * w) == 0)
      own += s[threadIdx.x + w];
    __syncthreads();
    s[threadIdx.x] = own;
    __syncthreads();
  }
}

// CHECK-DAG: regroup-lanes: 'own' differs between threads
__global__ void used(float *out) {
  __shared__ float s[256];
  float own = out[threadIdx.x];
  s[threadIdx.x] = own;
  __syncthreads();
  for (int w = 1; w < 256; w *= 2) {
    if (threadIdx.x % (2 * w) == 0)
      s[threadIdx.x] += s[threadIdx.x + w] * own;
    __syncthreads();
  }
}

// CHECK-DAG: regroup-lanes: some threads leave the kernel early
__global__ void left(float *out, int n) {
  if (threadIdx.x >= n)
    return;
  for (int w = 1; w < 256; w *= 2) {
    if (threadIdx.x % (2 * w) == 0)
      out[threadIdx.x] += 1;
    __syncthreads();
  }
}

// CHECK-DAG: regroup-lanes: the step is not proved to be small
__global__ void large(float *out, int n) {
  for (int w = 1; w < n; w *= 2) {
    if (threadIdx.x % (2 * w) == 0)
      out[threadIdx.x] += 1;
    __syncthreads();
  }
}

// CHECK-DAG: regroup-lanes: the step differs between threads
__global__ void ownStep(float *out, const int *steps) {
  int step = steps[threadIdx.x / 64];
  for (int k = 0; k < 4; ++k) {
    if (threadIdx.x % (2 * (threadIdx.x / 64 + 1)) == 0)
      out[threadIdx.x] += step;
    __syncthreads();
  }
}

// CHECK-DAG: regroup-lanes: the step is not proved to be a power of two
__global__ void odd(float *out) {
  for (int w = 3; w < 256; w *= 2) {
    if ((threadIdx.x & (w - 1)) == 0)
      out[threadIdx.x] += 1;
    __syncthreads();
  }
}

// CHECK-DAG: regroup-lanes: lanes of a warp work together
__global__ void votes(float *out) {
  for (int w = 1; w < 256; w *= 2) {
    if (threadIdx.x % (2 * w) == 0)
      out[threadIdx.x] += 1;
    if (__any_sync(~0u, out[threadIdx.x] > 0))
      out[threadIdx.x] = 2;
    __syncthreads();
  }
}

// What the threads did before was ordered by nothing but that each did its own.
// CHECK-DAG: it brings global-race
__global__ void unordered(float *out) {
  for (int w = 1; w < 256; w *= 2) {
    if (threadIdx.x % (2 * w) == 0)
      out[threadIdx.x] += 1;
    out[threadIdx.x] *= 2;
  }
}

void run(float *out, int n) {
  kept<<<1, 256>>>(out);
  used<<<1, 256>>>(out);
  left<<<1, 256>>>(out, n);
  large<<<1, 256>>>(out, n);
  odd<<<1, 256>>>(out);
  votes<<<1, 256>>>(out);
  ownStep<<<1, 256>>>(out, (int *)out);
  unordered<<<1, 256>>>(out);
}
