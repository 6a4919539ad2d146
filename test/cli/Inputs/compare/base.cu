// One thread for each element.
__global__ void scale(const float *in, float *out, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * by + 1.0f;
}

void launch(const float *in, float *out, float by, int n) {
  if (n > 0)
    scale<<<(n + 255) / 256, 256>>>(in, out, by, n);
}
