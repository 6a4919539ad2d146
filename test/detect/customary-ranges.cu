// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Where neighbours of sorted data differ, one thread stores.
__global__ void searchUnknown(const int *keys, const int *wanted, int *found) {
  int i = threadIdx.x;
  if (keys[i] <= wanted[blockIdx.x] && keys[i + 1] > wanted[blockIdx.x])
    found[blockIdx.x] = i;
}

__global__ void firstsUnknown(const int *keys, int *first, int n) {
  __shared__ int tile[256];
  int i = threadIdx.x;
  tile[i] = keys[i];
  __syncthreads();
  if (i > 0 && tile[i] != tile[i - 1])
    first[tile[i]] = i;
}

// A sum over all places where neighbours differ is another matter.
__global__ void changesBad(const int *keys, int *changes) {
  int i = threadIdx.x;
  if (keys[i] != keys[i + 1])
    changes[blockIdx.x] += 1; // expect: global-race
}

// A loaded index stays in its part of the shared memory.
__global__ void scatterUnknown(const int *to, const float *from, float *out,
                          int cells) {
  extern __shared__ float sums[];
  int *index = (int *)&sums[cells];
  for (int i = threadIdx.x; i < cells; i += blockDim.x)
    sums[i] = 0;
  __syncthreads();
  index[threadIdx.x] = to[threadIdx.x];
  atomicAdd(&sums[index[threadIdx.x]], from[threadIdx.x]);
  __syncthreads();
  for (int i = threadIdx.x; i < cells; i += blockDim.x)
    out[i] = sums[i];
}

// Sums of 64 bits do not wrap.
__global__ void thirdsOk(float *a, size_t n) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < n)
    a[i] = a[i + 3 * n];
}

void launches(const int *keys, const int *wanted, int *found, const float *from, float *out,
              int cells) {
  searchUnknown<<<64, 256>>>(keys, wanted, found);
  firstsUnknown<<<1, 256>>>(keys, found, cells);
  changesBad<<<64, 256>>>(keys, found);
  scatterUnknown<<<1, 128, cells * 4 + 512>>>(keys, from, out, cells);
}
