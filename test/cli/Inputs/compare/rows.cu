// Sums of rows: one thread for each, and one warp for each.
__global__ void rowsByThread(const int *in, int *out, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  int sum = 0;
  for (int c = 0; c < columns; ++c)
    sum += in[row * columns + c];
  out[row] = sum;
}

__global__ void rowsByWarp(const int *in, int *out, int rows, int columns) {
  int sum = 0;
  for (int c = threadIdx.x; c < columns; c += 32)
    sum += in[blockIdx.x * columns + c];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

void launch(const int *in, int *out, int rows, int columns) {
  rowsByThread<<<(rows + 127) / 128, 128>>>(in, out, rows, columns);
  rowsByWarp<<<rows, 32>>>(in, out, rows, columns);
}
