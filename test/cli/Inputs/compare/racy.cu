// Reads what a thread of another warp may not have written yet.
__global__ void scale(const float *in, float *out, float by, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  int o = blockIdx.x * 256 + 255 - threadIdx.x;
  if (i < n)
    tile[threadIdx.x] = in[i];
  if (o < n)
    out[o] = tile[255 - threadIdx.x] * by + 1.0f;
}

void launch(const float *in, float *out, float by, int n) {
  if (n > 0)
    scale<<<(n + 255) / 256, 256>>>(in, out, by, n);
}
