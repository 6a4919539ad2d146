// Blocks leave by what memory holds. Another block changes it only with rows that overlap.
// RUN: %check-findings %s

__global__ void leaveAtEndUnknown(int *ids, float *out, int row, int len, int end) {
  __shared__ float first;
  int token = blockIdx.x * row + len - 1;
  if (len > 1 && ids[token] == end) {
    if (threadIdx.x == 0)
      ids[token + 1] = end;
    return;
  }
  if (threadIdx.x == 0)
    first = out[blockIdx.x];
  __syncthreads();
  if (first < threadIdx.x)
    out[blockIdx.x * blockDim.x + threadIdx.x + gridDim.x] = first;
}

__global__ void leaveAtNextBad(int *ids, float *out, int len, int end) {
  __shared__ float first;
  int token = blockIdx.x + len - 1;
  if (len > 1 && ids[token] == end) { // expect: inter-block-race
    if (threadIdx.x == 0)
      ids[token + 1] = end;
    return;
  }
  if (threadIdx.x == 0)
    first = out[blockIdx.x];
  __syncthreads(); // expect: barrier-divergence
  if (first < threadIdx.x)
    out[blockIdx.x * blockDim.x + threadIdx.x + gridDim.x] = first;
}

void run(int *ids, float *out, int row, int len, int end, int batch, int threads) {
  leaveAtEndUnknown<<<batch, threads>>>(ids, out, row, len, end);
  leaveAtNextBad<<<batch, threads>>>(ids, out, len, end);
}
