// RUN: %check-findings %s --checks=synchronization
// Barriers that threads miss where a size is negative, as the launch gives it, or as the kernel asks for.
__global__ void givenBad(float *out, const float *in, int n) {
  __shared__ float s[256];
  if (n >= 0 || threadIdx.x == 0) {
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads(); // expect: barrier-divergence
    out[threadIdx.x] = s[255 - threadIdx.x] * n;
  }
}
__global__ void askedBad(float *out, const float *in, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  if (n < 0 && threadIdx.x < 5)
    __syncthreads(); // expect: barrier-divergence
  out[threadIdx.x] = s[threadIdx.x];
}
void run(float *o, const float *i, int n) {
  givenBad<<<1, 256>>>(o, i, -1);
  askedBad<<<1, 256>>>(o, i, n);
}
