// Whoever is in a loop went on at its beginning in the first turn: a loop that is never entered
// has no race, whatever later turns compute.
// RUN: %check-findings %s

__device__ void merge(float *list, int n) {
  while (n > 32) {
    int warps = (n + 31) / 32;
    if (threadIdx.x / 32 < warps) {
      float v = threadIdx.x < n ? list[threadIdx.x] : 0; // expect: shared-race
      if (threadIdx.x % 32 < 8)
        list[threadIdx.x / 32 * 8 + threadIdx.x % 32] = v;
    }
    n = warps * 8;
  }
}

__global__ void neverOk(float *out) {
  __shared__ float list[256];
  list[threadIdx.x] = out[threadIdx.x];
  merge(list, 16);
  __syncthreads();
  out[threadIdx.x] = list[255 - threadIdx.x];
}

__global__ void tooFewOk(float *out, int m) {
  __shared__ float list[256];
  list[threadIdx.x] = out[threadIdx.x];
  merge(list, m * 4);
  __syncthreads();
  out[threadIdx.x] = list[255 - threadIdx.x];
}

__global__ void manyBad(float *out, int m) {
  __shared__ float list[256];
  list[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  merge(list, m * 4);
  __syncthreads();
  out[threadIdx.x] = list[255 - threadIdx.x];
}

void run(float *out) {
  neverOk<<<1, 256>>>(out);
  tooFewOk<<<1, 256>>>(out, 4);
  manyBad<<<1, 256>>>(out, 64);
}
