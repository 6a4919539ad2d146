// The same in another order of operations.
__global__ void scale(const float *in, float *out, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = (in[i] * 3.0f) * (by / 3.0f) + 1.0f;
}

void launch(const float *in, float *out, float by, int n) {
  if (n > 0)
    scale<<<(n + 255) / 256, 256>>>(in, out, by, n);
}
