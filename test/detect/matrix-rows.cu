// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=divergent-branch
// ldmatrix and stmatrix read and write a row for some lanes: that is no branch of the kernel.

__device__ unsigned loadTwo(const short *row) {
  unsigned a, b, p = static_cast<unsigned>(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(a), "=r"(b)
               : "r"(p));
  return a + b;
}

__global__ void rowsOfHalfTheLanesOk(const short *in, unsigned *out, int turns) {
  __shared__ short tile[8][16 * 8];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  unsigned sum = 0;
  for (int t = 0; t < turns; ++t) {
    for (int i = lane; i < 16 * 8; i += 32)
      tile[warp][i] = in[t * 16 * 8 + i];
    __syncwarp();
    sum += loadTwo(&tile[warp][lane % 16 * 8]);
    __syncwarp();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The same, written as a branch.
__global__ void halfTheLanesBad(const short *in, unsigned *out, int turns) {
  __shared__ short tile[8][16 * 8];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  unsigned sum = 0;
  for (int t = 0; t < turns; ++t) {
    for (int i = lane; i < 16 * 8; i += 32)
      tile[warp][i] = in[t * 16 * 8 + i];
    __syncwarp();
    if (lane < 16) // expect: divergent-branch
      sum += tile[warp][lane * 8];
    __syncwarp();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(const short *in, unsigned *out, int turns) {
  rowsOfHalfTheLanesOk<<<4, 256>>>(in, out, turns);
  halfTheLanesBad<<<4, 256>>>(in, out, turns);
}
