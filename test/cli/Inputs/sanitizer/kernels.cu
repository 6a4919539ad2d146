__global__ void shiftBad(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[(threadIdx.x + 64) % 256];
}

__global__ void shiftOk(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x + 64) % 256];
}

__global__ void halfBad(int *out) {
  if (threadIdx.x < 100)
    __syncthreads();
  out[threadIdx.x] = 1;
}

void launch(const int *in, int *out) {
  shiftBad<<<1, 256>>>(in, out);
  shiftOk<<<1, 256>>>(in, out);
  halfBad<<<1, 256>>>(out);
}
