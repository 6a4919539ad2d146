// SPDX-License-Identifier: Apache-2.0
// Each thread stores its count of inliers; the tree reduction starts without waiting.
__global__ void evalHomography(const float *error, unsigned *inliers, unsigned *best,
                               unsigned matches, float threshold, bool useMedian) {
  __shared__ unsigned counts[256];
  unsigned tid = threadIdx.x;
  unsigned model = blockIdx.x * blockDim.x + threadIdx.x;
  if (!useMedian) {
    unsigned count = 0;
    for (unsigned m = 0; m < matches; ++m)
      if (error[m] < threshold * (model + 1))
        ++count;
    inliers[model] = count;
    counts[tid] = count;
    for (unsigned k = 128; k > 0; k >>= 1) {
      if (tid < k && counts[tid + k] > counts[tid])
        counts[tid] = counts[tid + k];
      __syncthreads();
    }
    if (tid == 0)
      best[blockIdx.x] = counts[0];
  }
}

void run(const float *error, unsigned *inliers, unsigned *best, unsigned matches) {
  evalHomography<<<4, 256>>>(error, inliers, best, matches, 0.5f, false);
}
