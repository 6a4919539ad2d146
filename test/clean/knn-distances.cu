// SPDX-License-Identifier: Apache-2.0
#define T 16

__global__ void distances(const float *a, int na, const float *b, int nb, int dim, float *out) {
  __shared__ float sa[T][T], sb[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int beginA = T * blockIdx.y, beginB = T * blockIdx.x;
  float sum = 0;
  for (int d = 0; d < dim; d += T) {
    if (d + ty < dim) {
      sa[ty][tx] = beginA + tx < na ? a[(d + ty) * na + beginA + tx] : 0;
      sb[ty][tx] = beginB + tx < nb ? b[(d + ty) * nb + beginB + tx] : 0;
    } else {
      sa[ty][tx] = 0;
      sb[ty][tx] = 0;
    }
    __syncthreads();
    for (int k = 0; k < T; ++k) {
      float diff = sa[k][ty] - sb[k][tx];
      sum += diff * diff;
    }
    __syncthreads();
  }
  if (beginB + tx < nb && beginA + ty < na)
    out[(beginA + ty) * nb + beginB + tx] = sum;
}

void run(const float *a, int na, const float *b, int nb, int dim, float *out) {
  distances<<<dim3((nb + T - 1) / T, (na + T - 1) / T), dim3(T, T)>>>(a, na, b, nb, dim, out);
}
