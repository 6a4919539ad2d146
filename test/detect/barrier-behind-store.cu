// RUN: %check-findings %s --checks=synchronization
// A barrier that one turn of a short loop has, behind a store that not all turns of the outer loop make.

__global__ void ringOk(const int *in, int *out, int n) {
  __shared__ int ring[3 * 128];
  int t = threadIdx.x;
  int sum = ring[(t + 32) % 128];
  for (int c = 0, next = 2; c < n; ++c, ++next) {
    int to = next % 3, from = c % 3;
    for (int k = 0; k < 4; ++k) {
      sum += ring[from * 128 + (t + k + 32) % 128];
      if (k == 2) {
        if (next < n)
          ring[to * 128 + t] = in[c * 128 + t];
        from = (c + 1) % 3;
        __syncthreads();
      }
    }
  }
  out[t] = sum;
}

// With two stages the one that is read last is written.
__global__ void ringBad(const int *in, int *out, int n) {
  __shared__ int ring[2 * 128];
  int t = threadIdx.x;
  int sum = ring[(t + 32) % 128];
  for (int c = 0, next = 2; c < n; ++c, ++next) {
    int to = next % 2, from = c % 2;
    for (int k = 0; k < 4; ++k) {
      sum += ring[from * 128 + (t + k + 32) % 128];
      if (k == 2) {
        if (next < n)
          ring[to * 128 + t] = in[c * 128 + t]; // expect: shared-race
        from = (c + 1) % 2;
        __syncthreads();
      }
    }
  }
  out[t] = sum;
}

void launch(const int *in, int *out, int n) {
  ringOk<<<1, 128>>>(in, out, n);
  ringBad<<<1, 128>>>(in, out, n);
}
