// RUN: %check-findings %s
// Accesses behind loops whose ends data decides: in which iteration a loop ended matters only where
// something speaks of it.

__device__ float sumOf(const float *x, const int *sizes, const int *chunk, int n, float *s) {
  int c = chunk[blockIdx.x];
  int left = sizes[blockIdx.x] - c * n;
  float v = 0;
  for (int i = threadIdx.x; i < left && i < n; i += blockDim.x)
    v += x[c * n + i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int o = blockDim.x / 2; o > 0; o >>= 1) {
    if (threadIdx.x < o)
      s[threadIdx.x] += s[threadIdx.x + o];
    __syncthreads();
  }
  return s[0];
}

__global__ void partsOk(const float *x, const int *sizes, const int *chunk, float *part, int n,
                        int most) {
  __shared__ float s[512];
  float sum = sumOf(x, sizes, chunk, n, s);
  if (threadIdx.x == 0)
    part[sizes[0] + blockIdx.x] = sum;
}

__global__ void partsBad(const float *x, const int *sizes, const int *chunk, float *part, int n,
                         int most) {
  __shared__ float s[512];
  float sum = sumOf(x, sizes, chunk, n, s);
  if (threadIdx.x == 0)
    part[(sizes[0] + blockIdx.x / 2) * most + n] = sum; // expect: inter-block-race
}

// The cell behind those that a thread has read.
__global__ void endsOk(const float *x, float *ends, int n) {
  int i = threadIdx.x;
  float v = 0;
  for (; i < n; i += 256)
    v += x[i];
  ends[i] = v;
}

// Two threads end at neighbouring cells.
__global__ void pairedEndsBad(const float *x, float *ends, int n) {
  int i = threadIdx.x;
  float v = 0;
  for (; i < n; i += 256)
    v += x[i];
  ends[i / 2] = v; // expect: intra-warp-race
}

void run(const float *x, const int *sizes, const int *chunk, float *part, int n, int most,
         int blocks) {
  partsOk<<<blocks, 512>>>(x, sizes, chunk, part, n, most);
  partsBad<<<blocks, 512>>>(x, sizes, chunk, part, n, most);
  endsOk<<<1, 256>>>(x, part, n);
  pairedEndsBad<<<1, 256>>>(x, part, n);
}
