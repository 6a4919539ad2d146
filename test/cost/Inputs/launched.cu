__global__ void copy(const float *from, float *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = from[i];
}

void launch(const float *from, float *to, int n) {
  if (n >= 0)
    copy<<<(n + 255) / 256, 256>>>(from, to, n);
}

__global__ void twice(float *a, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i + j + threadIdx.x] += 1;
}
