// RUN: %check-findings %s --checks=synchronization
// A flag of the host that decides about a launch, and about its grid.

__global__ void rowsOk(float *out, const float *in, int n) {
  int row = blockIdx.y * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[row + i] += in[i] + row;
}

__global__ void rowsBad(float *out, const float *in, int n) {
  int row = blockIdx.y * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[row + i] += in[i] + row; // expect: inter-block-race
}

void launch(float *out, const float *in, int batch, int longest, int n, bool whole) {
  if (n < 1 || longest < 2)
    return;
  dim3 grid(whole ? longest : 1, batch), block(128);
  if (whole)
    rowsBad<<<grid, block>>>(out, in, n);
  else
    rowsOk<<<grid, block>>>(out, in, n);
}
