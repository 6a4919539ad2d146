// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s --unsafe --undecided | FileCheck %s --match-full-lines --strict-whitespace
// What the statements before an update read of its cell is what the atomic operation returns.

__global__ void compact(const float *v, float *out, int *at, int *n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && v[i] > 0.0f) {
    out[*n] = v[i];
    at[*n] = i; // where it was
    *n = *n + 1;
  }
}

__global__ void scatter(const int *v, const int *key, int *cursor, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int k = key[i];
    out[cursor[k]] = v[i];
    cursor[k]++;
  }
}

__global__ void signs(const int *v, int *out, int *n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at;
  if (i < count && v[i] > 0) {
    at = *n;
    out[at] = i;
    *n = at + 1;
    out[at] += v[i];
  }
}

__global__ void odd(const int *v, int *out, int n) {
  __shared__ int list[256], count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] & 1) { list[count] = v[i]; ++count; }
  __syncthreads();
  if (threadIdx.x < count)
    out[blockIdx.x * 256 + threadIdx.x] = list[threadIdx.x];
}

void run(const float *f, float *g, const int *v, const int *key, int *a, int *b, int n) {
  compact<<<(n + 255) / 256, 256>>>(f, g, a, b, n);
  scatter<<<(n + 255) / 256, 256>>>(v, key, a, b, n);
  signs<<<(n + 255) / 256, 256>>>(v, a, b, n);
  odd<<<(n + 255) / 256, 256>>>(v, a, n);
}

// CHECK:    const int slot = atomicAdd(n, 1);
// CHECK-NEXT:    out[slot] = v[i];
// CHECK-NEXT:    at[slot] = i; // where it was
// CHECK-NEXT:  }
// CHECK:    out[atomicAdd(&cursor[k], 1)] = v[i];
// CHECK-NEXT:  }
// CHECK:    at = atomicAdd(n, 1);
// CHECK-NEXT:    out[at] = i;
// CHECK-NEXT:    out[at] += v[i];
// CHECK:  if (i < n && v[i] & 1) { list[atomicAdd(&count, 1)] = v[i]; }
