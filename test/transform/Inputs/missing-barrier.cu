__global__ void reversed(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}

void launch(const int *in, int *out, int blocks) { reversed<<<blocks, 256>>>(in, out); }
