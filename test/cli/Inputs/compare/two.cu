__global__ void sumOne(const int *in, int *out) {
  out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 64];
}

__global__ void sumTwo(const int *in, int *out) {
  int a = in[threadIdx.x];
  a += in[threadIdx.x + 64];
  out[threadIdx.x] = a;
}

void launch(const int *in, int *out) {
  sumOne<<<1, 64>>>(in, out);
  sumTwo<<<1, 64>>>(in, out);
}
