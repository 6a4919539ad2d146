// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Functions of CUDA's headers that Clang's have for the host alone, or not at all.

__device__ int classOf(double d, float f, long double l) {
  return __signbit(d) + __signbitf(f) + __signbitl(l) + __isnan(d) + __isnanf(f) + __isnanl(l) +
         __isinf(d) + __isinff(f) + __isinfl(l) + __finite(d) + __finitef(f) + __finitel(l);
}
__global__ void signOk(const double *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = __signbit(in[threadIdx.x]) + classOf(in[threadIdx.x], in[0], in[1]);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void signBad(const double *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = __signbit(in[threadIdx.x]); // expect: shared-race
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void pairsOk(const float *in, float *out) {
  const int i = threadIdx.x;
  sincos(__tanhf(in[i]), &out[4 * i], &out[4 * i + 1]);
  sincospi(in[i], &out[4 * i + 2], &out[4 * i + 3]);
}
__global__ void pairsBad(const float *in, float *out) {
  sincos(in[threadIdx.x], &out[threadIdx.x], &out[threadIdx.x + 1]); // expect: intra-warp-race
}
__global__ void bytesOk(unsigned *out) {
  __prof_trigger(1);
  out[__nv_bswap32(__nv_bswap32(threadIdx.x))] =
      __nv_bswap16(threadIdx.x) + __nv_bswap64(threadIdx.x);
}
void run(const double *in, const float *f, int *out, float *of) {
  signOk<<<1, 64>>>(in, out);
  signBad<<<1, 64>>>(in, out);
  pairsOk<<<1, 64>>>(f, of);
  pairsBad<<<1, 32>>>(f, of);
  bytesOk<<<1, 32>>>((unsigned *)out);
}
