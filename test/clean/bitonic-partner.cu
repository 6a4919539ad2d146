// SPDX-License-Identifier: Apache-2.0
__global__ void sort(unsigned *keys) {
  extern __shared__ unsigned s[];
  unsigned tid = threadIdx.x;
  s[tid] = keys[tid];
  __syncthreads();
  for (unsigned size = 2; size <= blockDim.x; size *= 2)
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      unsigned partner = tid ^ stride;
      if (partner > tid && (s[tid] > s[partner]) == ((tid & size) == 0)) {
        unsigned larger = s[tid];
        s[tid] = s[partner];
        s[partner] = larger;
      }
      __syncthreads();
    }
  keys[tid] = s[tid];
}

void run(unsigned *keys) { sort<<<1, 512, 512 * sizeof(unsigned)>>>(keys); }
