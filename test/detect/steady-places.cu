// RUN: %check-findings %s
// All threads read a cell at a place that they have computed from such cells before: they agree on
// it as long as no thread writes to the cell meanwhile, which in turn rests on the same place.

__global__ void eliminatesOk(const float *in, float *out, int n, float limit) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  int q = 0;
  while (q < n) {
    __syncthreads();
    float v = s[q];
    if (threadIdx.x > q)
      s[threadIdx.x] += v;
    q += v > limit ? 2 : 1;
  }
  out[threadIdx.x] = s[threadIdx.x];
}

// The cell's owner writes to it while others read it.
__global__ void ownerWritesBad(const float *in, float *out, int n, float limit) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  int q = 0;
  while (q < n) {
    __syncthreads(); // expect: barrier-divergence
    float v = s[q];
    if (threadIdx.x >= q)
      s[threadIdx.x] += v;
    __syncthreads();
    q += v > limit ? 2 : 1;
  }
  out[threadIdx.x] = s[threadIdx.x];
}

// Each thread steps by a number of its own.
__global__ void ownStepBad(const float *in, float *out, int n, float limit) {
  __shared__ float s[256];
  float x = in[threadIdx.x];
  s[threadIdx.x] = x;
  int q = 0;
  while (q < n) {
    __syncthreads(); // expect: barrier-divergence
    float v = s[q];
    if (threadIdx.x > q)
      s[threadIdx.x] += v;
    __syncthreads();
    q += x > limit ? 2 : 1;
  }
  out[threadIdx.x] = s[threadIdx.x];
}

void run(const float *in, float *out, int n, float limit) {
  eliminatesOk<<<1, 256>>>(in, out, n, limit);
  ownerWritesBad<<<1, 256>>>(in, out, n, limit);
  ownStepBad<<<1, 256>>>(in, out, n, limit);
}
