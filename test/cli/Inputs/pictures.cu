// </script> stands here to be no end of anything.
#define WIDTH 1024

__global__ void copyBad(const float *in, float *out) {
  int row = blockIdx.x * 16 + threadIdx.x, column = blockIdx.y * 16 + threadIdx.y;
  out[row * WIDTH + column] = in[row * WIDTH + column];
}

__global__ void flipBad(const float *in, float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = 0; r < 32; r += 8)
    tile[y + r][x] = in[(y + r) * 32 + x];
  __syncthreads();
  for (int r = 0; r < 32; r += 8)
    out[(y + r) * 32 + x] = tile[x][y + r];
}

__global__ void oddBad(int *out) {
  if (threadIdx.x % 2 == 0)
    for (int i = 0; i < 64; ++i)
      out[threadIdx.x + i * 256] = i;
  else
    out[threadIdx.x] = 1;
}

__global__ void countBad(const int *in, int *bins) { bins[in[threadIdx.x]]++; }

void launch(const float *in, float *out, int *n) {
  copyBad<<<dim3(64, 64), dim3(16, 16)>>>(in, out);
  flipBad<<<1, dim3(32, 8)>>>(in, out);
  oddBad<<<1, 256>>>(n);
  countBad<<<1, 256>>>(n, n + 256);
}
