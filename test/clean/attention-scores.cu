// SPDX-License-Identifier: Apache-2.0
// One block per query: scores in dynamic shared memory, then the weighted sum.
__global__ void attend(const float *q, const float *k, const float *v, float *out, int n, int dim) {
  extern __shared__ float scores[];
  const float *query = q + blockIdx.x * dim;
  for (int j = threadIdx.x; j < n; j += blockDim.x) {
    float dot = 0;
    for (int d = 0; d < dim; ++d)
      dot += query[d] * k[j * dim + d];
    scores[j] = expf(dot * rsqrtf((float)dim));
  }
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += scores[j];
  for (int d = threadIdx.x; d < dim; d += blockDim.x) {
    float acc = 0;
    for (int j = 0; j < n; ++j)
      acc += scores[j] * v[j * dim + d];
    out[blockIdx.x * dim + d] = acc / sum;
  }
}

void run(const float *q, const float *k, const float *v, float *out, int n, int dim) {
  attend<<<n, 128, n * sizeof(float)>>>(q, k, v, out, n, dim);
}
