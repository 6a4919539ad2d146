/* Ünïcödé before the code: 𝄞 */ __global__ void shiftBad(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  /* 𝄞 */ out[threadIdx.x] = s[(threadIdx.x + 64) % 256]; // SAVED
}

__global__ void reverseOk(const float *in, float *out) {
  __shared__ float t[256];
  t[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = t[255 - threadIdx.x];
}

void nothing(const int *a, int *b, const float *c, float *d) {
  shiftBad<<<1, 256>>>(a, b);
  reverseOk<<<4, 256>>>(c, d);
}
