// SPDX-License-Identifier: Apache-2.0
__global__ void nearest(float *dist, int *index, int width, int k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  for (int l = 1; l < k; ++l) {
    float d = dist[l * width + x];
    int at = index[l * width + x], j = l;
    while (j > 0 && dist[(j - 1) * width + x] > d) {
      dist[j * width + x] = dist[(j - 1) * width + x];
      index[j * width + x] = index[(j - 1) * width + x];
      --j;
    }
    dist[j * width + x] = d;
    index[j * width + x] = at;
  }
}

void run(float *dist, int *index, int width, int k) {
  nearest<<<(width + 255) / 256, 256>>>(dist, index, width, k);
}
