__global__ void neighbour(const int *in, int *out) {
  __shared__ int s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = in[i];
  out[i] = s[127 - threadIdx.x];
}

// The last thread to write a tile is late: only waiting for it gives the sum of this round.
__global__ void rounds(const int *in, int *out) {
  __shared__ int tile[64];
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    int late = 0;
    for (int j = 0; j < int(threadIdx.x); ++j)
      late += in[j];
    tile[threadIdx.x] = late + k;
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j];
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__device__ int elsewhere(int);

__global__ void cannotRun(const int *in, int *out) {
  __shared__ int s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = elsewhere(in[i]);
  out[i] = s[127 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 8 * 128 * sizeof(int));
  cudaMalloc(&out, 8 * 128 * sizeof(int));
  neighbour<<<8, 128>>>(in, out);
  rounds<<<8, 64>>>(in, out);
  cannotRun<<<8, 128>>>(in, out);
}
