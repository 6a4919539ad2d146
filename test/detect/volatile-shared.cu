// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// A volatile flag of the block that nobody writes between two barriers is one for all threads.
__global__ void searchOk(const int *a, int *out, int n) {
  volatile __shared__ int found, at;
  if (threadIdx.x == 0) {
    found = 0;
    at = 0;
  }
  __syncthreads();
  while (!found) {
    int i = at + threadIdx.x;
    int value = i < n ? a[i] : 0;
    __syncthreads();
    if (threadIdx.x == 0) {
      at = at + blockDim.x;
      found = value > 7 || at >= n;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = at;
}

// Without the second barrier some threads see the old flag.
__global__ void searchBad(const int *a, int *out, int n) {
  volatile __shared__ int found;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  for (int at = 0; !found && at < n; at += blockDim.x) { // expect: shared-race
    __syncthreads(); // expect: barrier-divergence
    if (threadIdx.x == 0)
      found = a[at] > 7;
  }
}

void launches(const int *a, int *out, int n) {
  searchOk<<<16, 128>>>(a, out, n);
  searchBad<<<16, 128>>>(a, out, n);
}
