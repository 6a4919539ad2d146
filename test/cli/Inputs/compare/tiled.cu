// Through shared memory, in smaller blocks.
__global__ void scale(const float *in, float *out, float by, int n) {
  __shared__ float tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n)
    tile[threadIdx.x] = in[i];
  __syncthreads();
  if (i < n)
    out[i] = tile[threadIdx.x] * by + 1.0f;
}

void launch(const float *in, float *out, float by, int n) {
  if (n > 0)
    scale<<<(n + 127) / 128, 128>>>(in, out, by, n);
}
