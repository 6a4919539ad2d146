__global__ void fill(float *a, int rows, int cols, int stride) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < cols)
    a[blockIdx.y * stride + x] = x;
}
void fillAll(float *a, int rows, int cols, int stride) {
  fill<<<dim3((cols + 255) / 256, rows), 256>>>(a, rows, cols, stride);
}
