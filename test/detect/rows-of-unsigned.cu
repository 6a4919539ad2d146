// Rows whose start is an unsigned number: their length, an int, is not negative.
// RUN: %check-findings %s

__global__ void doubleRowsOk(float *matrix, int length) {
  unsigned row = blockIdx.x * length;
  for (unsigned i = row + threadIdx.x; i < row + length; i += blockDim.x)
    matrix[i] = matrix[i] * 2;
}

__global__ void longerRowsBad(float *matrix, int length) {
  unsigned row = blockIdx.x * length;
  for (unsigned i = row + threadIdx.x; i < row + length + 1; i += blockDim.x)
    matrix[i] = matrix[i] * 2; // expect: inter-block-race
}

void run(float *matrix, int rows, int length, int threads) {
  doubleRowsOk<<<rows, threads>>>(matrix, length);
  longerRowsBad<<<rows, threads>>>(matrix, length);
}
