// RUN: %check-findings %s --checks=synchronization,-redundant-barrier
// Rows of a shared array: what the threads also access tells how long a row they use can be, as no
// access leaves its array.

__device__ void fillRows(const float *in, float *out, float *own, float *rows, int n) {
  int t = threadIdx.x;
  own[t] = in[t];
  for (int j = 0; j < 4; ++j)
    rows[j * 64 + t] = in[j * n + t]; // expect: shared-race
  __syncthreads();
  out[t] = own[t] + rows[t];
}

__global__ void rowsOk(const float *in, float *out, int n) {
  __shared__ float own[64], rows[4 * 64];
  fillRows(in, out, own, rows, n);
}

// The other array is longer than a row.
__global__ void longerBad(const float *in, float *out, int n) {
  __shared__ float own[128], rows[4 * 64];
  fillRows(in, out, own, rows, n);
}

void run(const float *in, float *out, int n) {
  rowsOk<<<1, n>>>(in, out, n);
  longerBad<<<1, 128>>>(in, out, n);
}
