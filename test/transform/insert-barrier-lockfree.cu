// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s
// RUN: not %cuda-fix --checks=synchronization --diff --unsafe --allow-dirty %s | FileCheck %s --check-prefix=DIFF --allow-empty
// Trees are joined by atomics while other threads follow them, of the same block and of others:
// a barrier in each block is no repair. Where each block has its own array, it is one.

static __device__ int root(int v, int *parent) {
  int up = parent[v];
  if (up != v) {
    int last = v, next;
    while (up > (next = parent[up])) {
      parent[last] = next;
      last = up;
      up = next;
    }
  }
  return up;
}

// CHECK: insert-barrier-lockfree.cu:8:12: {{.*}} [global-race
// CHECK: repair: make-atomic (suggested, {{.*}}): make the accesses in lines 8, 11, 12 atomic
// CHECK-NOT: repair: insert-barrier
// CHECK-NOT: no repair was found
// DIFF: .load(cuda::memory_order_relaxed)
// DIFF: .load(cuda::memory_order_relaxed)
// DIFF: .store(next, cuda::memory_order_relaxed)
// DIFF-NOT: {{^[+]}}
__global__ void join(int *parent, const int *first, const int *to, int *ticket, int n) {
  int lane = threadIdx.x % 32, v;
  if (lane == 0)
    v = atomicAdd(ticket, 1);
  v = __shfl_sync(0xffffffff, v, 0);
  while (v < n) {
    int a = root(v, parent);
    for (int i = first[v] + lane; i < first[v + 1]; i += 32) {
      if (to[i] < v) {
        int b = root(to[i], parent);
        bool again;
        do {
          again = false;
          if (a < b) {
            int found = atomicCAS(&parent[b], b, a);
            again = found != b;
            b = found;
          } else if (b < a) {
            int found = atomicCAS(&parent[a], a, b);
            again = found != a;
            a = found;
          }
        } while (again);
      }
    }
    if (lane == 0)
      v = atomicAdd(ticket, 1);
    v = __shfl_sync(0xffffffff, v, 0);
  }
}

// CHECK: [shared-race
// CHECK: insert-barrier
// DIFF: {{^[+]}} __syncthreads();
__global__ void count(const int *keys, int *out) {
  __shared__ int bins[64];
  if (threadIdx.x < 64)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[keys[blockIdx.x * 256 + threadIdx.x] & 63], 1);
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] = bins[threadIdx.x];
}

void run(int *parent, const int *first, const int *to, int *ticket, int n, const int *keys,
         int *out) {
  join<<<64, 128>>>(parent, first, to, ticket, n);
  count<<<8, 256>>>(keys, out);
}
