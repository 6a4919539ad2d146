// RUN: %check-findings %s
// Blocks of as many threads as a choice of the host says: they have one row of threads.

__global__ void rowsOk(float *x, int size) {
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    x[blockIdx.x * size + i] *= 2;
}

__global__ void roundedOk(float *x, int size) {
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    x[blockIdx.x * size + i] *= 2;
}

// Two rows of threads, of which each does all the work.
__global__ void planesBad(float *x, int size) {
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    x[blockIdx.x * size + i] += 2; // expect: global-race
}

// One of the two constants is too large.
__global__ void overlappingBad(float *x) {
  x[blockIdx.x * 128 + threadIdx.x] += 1; // expect-error: inter-block-race
}
__global__ void assignedBad(float *x) {
  x[blockIdx.x * 128 + threadIdx.x] += 1; // expect-error: inter-block-race
}
__global__ void eitherOk(float *x) { x[blockIdx.x * 256 + threadIdx.x] += 1; }

void choose(float *x, bool big) {
  overlappingBad<<<8, big ? 256 : 128>>>(x);
  dim3 block(128);
  if (big)
    block.x = 256;
  assignedBad<<<8, block>>>(x);
  eitherOk<<<8, block>>>(x);
}

void launch(float *x, int rows, int size) {
  rowsOk<<<rows, size < 1024 ? size : 1024>>>(x, size);
  roundedOk<<<rows, size > 512 ? 512 : (size + 31) / 32 * 32>>>(x, size);
  planesBad<<<rows, dim3(size > 512 ? 512 : 256, 2)>>>(x, size);
}
