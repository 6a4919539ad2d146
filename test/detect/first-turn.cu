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

// Where the inner loop ends in a later turn says nothing of the first one.
__global__ void innerUnknown(float *out, const int *start, int room) {
  __shared__ int list[256];
  list[threadIdx.x] = 0;
  __syncthreads();
  int width = room;
  for (int turn = 0;; turn++) {
    int j = 0;
    while (start[turn + j] < 0)
      ++j;
    if (j + width > room)
      break;
    if (j >= 1)
      list[threadIdx.x % 128] += threadIdx.x;
    width = width / 2 % 7;
  }
  __syncthreads();
  out[threadIdx.x] = list[threadIdx.x];
}

void runInner(float *out, const int *start) { innerUnknown<<<1, 256>>>(out, start, 8); }

void run(float *out) {
  neverOk<<<1, 256>>>(out);
  tooFewOk<<<1, 256>>>(out, 4);
  manyBad<<<1, 256>>>(out, 64);
}
