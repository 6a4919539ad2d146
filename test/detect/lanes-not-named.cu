// Shuffles and votes from before CUDA 9, which name no lanes: of those that come together.
// RUN: %check-findings %s

__constant__ int counts[16];

__device__ inline int all(unsigned p) { return __all(p); }

__global__ void leaveByVoteOk(float *out, int octave) {
  const int extremum = blockIdx.x * blockDim.y;
  if (all(extremum >= counts[octave]))
    return;
  __shared__ float hist[64];
  hist[threadIdx.x + 32 * threadIdx.y] = 0;
  __syncthreads();
  out[extremum * 64 + threadIdx.x + 32 * threadIdx.y] = hist[63 - threadIdx.x - 32 * threadIdx.y];
}

__global__ void __launch_bounds__(32) firstLaneDecidesOk(const float *in, float *out) {
  __shared__ float part[32];
  float v = in[blockIdx.x * 32 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down(v, d);
  v = __shfl(v, 0);
  if (v > 1) {
    part[threadIdx.x] = v;
    __syncthreads(); // allow: redundant-barrier
    v = part[31 - threadIdx.x];
  }
  out[blockIdx.x * 32 + threadIdx.x] = v;
}

__global__ void ownLaneDecidesBad(const float *in, float *out) {
  __shared__ float part[32];
  float v = in[blockIdx.x * 32 + threadIdx.x];
  v += __shfl_down(v, 16);
  if (v > 1) {
    part[threadIdx.x] = v;
    __syncthreads(); // expect: barrier-divergence
    v = part[31 - threadIdx.x];
  }
  out[blockIdx.x * 32 + threadIdx.x] = v;
}

__global__ void anyWithoutWarpBad(const int *in, int *out) {
  if (__any(in[blockIdx.x * 256 + threadIdx.x]))
    __syncthreads(); // expect: barrier-divergence
  out[blockIdx.x * 256 + threadIdx.x] = 1;
}

void launch(const float *in, const int *flags, int *marks, float *out) {
  leaveByVoteOk<<<64, dim3(32, 2)>>>(out, 3);
  firstLaneDecidesOk<<<64, 32>>>(in, out);
  ownLaneDecidesBad<<<64, 32>>>(in, out);
  anyWithoutWarpBad<<<64, 256>>>(flags, marks);
}
