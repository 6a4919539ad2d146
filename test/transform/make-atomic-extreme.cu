// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s | FileCheck %s --match-full-lines --strict-whitespace
// A value that threads test and store becomes one atomic operation; what is said about it stays
// under the test.

__global__ void least(const int *v, int n, int *best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] < *best)
    *best = v[i];
}

__global__ void widest(const unsigned *first, unsigned rows, unsigned *most) {
  unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    unsigned width = first[r + 1] - first[r];
    if (most[0] < width) {
      most[0] = width;
    }
  }
}

__global__ void nearer(const unsigned *cost, unsigned *dist, bool *changed, int n, int cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (cost[i] < dist[i % cells]) {
      dist[i % cells] = cost[i];
      changed[i] = true;
    }
  }
}

__global__ void inBlock(const int *v, int *out, int n) {
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (v[i] >= most) most = v[i];
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = most;
}

__global__ void ofEach(const int *v, int *best, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (v[i] < 0 || v[i] >= *best)
      continue;
    *best = v[i];
  }
}

__global__ void unlessLess(const int *v, int *best, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (v[i] <= *best)
    return;
  *best = v[i];
}

__global__ void held(const int *v, int *best, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int old = *best;
    *best = old > v[i] ? v[i] : old;
  }
}

__global__ void tallest(const float *v, float *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] > *most)
    *most = v[i];
}

__global__ void shortest(const double *v, double *least, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    *least = fmin(v[i], *least);
}

__global__ void ofSigns(const int *v, int *least, int *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (v[i] < 0)
      atomicMin(least, v[i]);
    else if (v[i] > *most)
      *most = v[i];
  }
}

void run(const int *v, const unsigned *u, int *best, unsigned *most, bool *changed, const float *f,
         float *high, const double *d, double *low, int n) {
  least<<<(n + 255) / 256, 256>>>(v, n, best);
  widest<<<(n + 255) / 256, 256>>>(u, n, most);
  nearer<<<(n + 255) / 256, 256>>>(u, most, changed, n, 16);
  inBlock<<<8, 256>>>(v, best, n);
  ofEach<<<64, 256>>>(v, best, n);
  ofSigns<<<64, 256>>>(v, best, best + 1, n);
  unlessLess<<<(n + 255) / 256, 256>>>(v, best, n);
  held<<<(n + 255) / 256, 256>>>(v, best, n);
  tallest<<<(n + 255) / 256, 256>>>(f, high, n);
  shortest<<<(n + 255) / 256, 256>>>(d, low, n);
}

// CHECK:  if (i < n)
// CHECK-NEXT:    atomicMin(best, v[i]);
// CHECK:    unsigned width = first[r + 1] - first[r];
// CHECK-NEXT:    atomicMax(&most[0], width);
// CHECK-NEXT:  }
// CHECK:    if (cost[i] < atomicMin(&dist[i % cells], cost[i])) {
// CHECK-NEXT:      changed[i] = true;
// CHECK-NEXT:    }
// CHECK:  for (int i = threadIdx.x; i < n; i += blockDim.x)
// CHECK-NEXT:    atomicMax(&most, v[i]);
// CHECK:    if (v[i] < 0)
// CHECK-NEXT:      continue;
// CHECK-NEXT:    atomicMin(best, v[i]);
// CHECK-NEXT:  }
// CHECK:  if (i >= n)
// CHECK-NEXT:    return;
// CHECK-NEXT:  atomicMax(best, v[i]);
// CHECK-NEXT:}
// CHECK:  if (i < n) {
// CHECK-NEXT:    atomicMin(best, v[i]);
// CHECK-NEXT:  }
// CHECK:  if (i < n) {
// CHECK-NEXT:    unsigned int old = __float_as_uint(*most), assumed = ~old;
// CHECK-NEXT:    while (old != assumed && v[i] > __uint_as_float(old)) {
// CHECK-NEXT:      assumed = old;
// CHECK-NEXT:      old = atomicCAS((unsigned int *)most, assumed, __float_as_uint(v[i]));
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK:      old = atomicCAS((unsigned long long *)least, assumed,
// CHECK-NEXT:                      __double_as_longlong(fmin(v[i], __longlong_as_double(assumed))));
// CHECK:      atomicMin(least, v[i]);
// CHECK-NEXT:    else
// CHECK-NEXT:      atomicMax(most, v[i]);
