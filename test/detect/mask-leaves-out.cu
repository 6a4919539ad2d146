// Lanes that come to an operation of their warp which does not name them.
// RUN: %check-findings %s

__global__ void evenLanesBad(const int *in, int *out) {
  int v = in[threadIdx.x];
  v += __shfl_down_sync(0x55555555, v, 1); // expect: absent-lanes
  out[threadIdx.x] = v;
}

__global__ void lowLanesBad(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 32)
    v += __shfl_xor_sync(0x0000ffff, v, 1); // expect: absent-lanes
  out[threadIdx.x] = v;
}

__global__ void lowLanesOk(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < 16)
    v += __shfl_xor_sync(0x0000ffff, v, 1);
  out[threadIdx.x] = v;
}

// A lane of each warp of the block, which has 8 warps.
__global__ void warpsOk(const int *in, int *out) {
  __shared__ int sums[32];
  int sum = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < blockDim.x / 32) {
    sum = sums[threadIdx.x];
    for (int d = 4; d > 0; d /= 2)
      sum += __shfl_down_sync(0xff, sum, d);
    if (threadIdx.x == 0)
      *out = sum;
  }
}

// Of how many warps the block consists, nothing says.
__global__ void someWarpsOk(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (threadIdx.x < blockDim.x / 32)
    v += __shfl_sync(0x1, v, 0);
  out[threadIdx.x] = v;
}

__global__ void ownGroupOk(const int *in, int *out) {
  int v = in[threadIdx.x];
  unsigned group = 0xffu << (threadIdx.x % 32 / 8 * 8);
  v += __shfl_xor_sync(group, v, 4);
  out[threadIdx.x] = v;
}

__global__ void otherGroupBad(const int *in, int *out) {
  int v = in[threadIdx.x];
  unsigned group = 0xffu << (threadIdx.x % 32 / 8);
  v += __shfl_xor_sync(group, v, 4); // expect: absent-lanes
  out[threadIdx.x] = v;
}

void run(const int *in, int *out, int threads) {
  evenLanesBad<<<1, 64>>>(in, out);
  lowLanesBad<<<1, 64>>>(in, out);
  lowLanesOk<<<1, 64>>>(in, out);
  warpsOk<<<1, 256>>>(in, out);
  someWarpsOk<<<1, threads>>>(in, out);
  ownGroupOk<<<1, 64>>>(in, out);
  otherGroupBad<<<1, 64>>>(in, out);
}
