// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The number of tasks is a product of 64 bits, and the stride of the sum is shifted: an example has
// small sizes.

template <bool Waits>
__device__ void sumOfTasks(long frames, int parts, const float *in, double *out) {
  __shared__ double sums[256];
  const long tasks = frames * 9 * parts;
  for (long task = blockIdx.x; task < tasks; task += gridDim.x) {
    const int part = task % parts;
    const long of = task / parts;
    sums[threadIdx.x] = in[of * 256 + threadIdx.x] * part;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
      if (threadIdx.x < s)
        sums[threadIdx.x] += sums[threadIdx.x + s]; // expect: shared-race
      if (Waits)
        __syncthreads();
    }
    if (threadIdx.x == 0)
      out[task] = sums[0];
    __syncthreads();
  }
}
__global__ void waitsOk(long frames, int parts, const float *in, double *out) {
  sumOfTasks<true>(frames, parts, in, out);
}
__global__ void neverWaitsBad(long frames, int parts, const float *in, double *out) {
  sumOfTasks<false>(frames, parts, in, out);
}

void run(long frames, int parts, const float *in, double *out) {
  waitsOk<<<parts, 256>>>(frames, parts, in, out);
  neverWaitsBad<<<parts, 256>>>(frames, parts, in, out);
}
