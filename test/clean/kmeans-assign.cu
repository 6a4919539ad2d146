// SPDX-License-Identifier: Apache-2.0
__global__ void assign(const float *features, const float *centers, int *member, int points,
                       int clusters, int dims) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= points)
    return;
  float best = 3.4e38f;
  int nearest = 0;
  for (int c = 0; c < clusters; ++c) {
    float d = 0;
    for (int k = 0; k < dims; ++k) {
      float diff = features[k * points + p] - centers[c * dims + k];
      d += diff * diff;
    }
    if (d < best) {
      best = d;
      nearest = c;
    }
  }
  member[p] = nearest;
}

__global__ void accumulate(const float *features, const int *member, float *sums, int *counts,
                           int points, int dims) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= points)
    return;
  atomicAdd(&counts[member[p]], 1);
  for (int k = 0; k < dims; ++k)
    atomicAdd(&sums[member[p] * dims + k], features[k * points + p]);
}

void run(const float *f, const float *c, int *member, float *sums, int *counts, int points) {
  assign<<<(points + 255) / 256, 256>>>(f, c, member, points, 5, 34);
  accumulate<<<(points + 255) / 256, 256>>>(f, member, sums, counts, points, 34);
}
