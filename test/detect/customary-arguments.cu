// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Nothing instantiates these: they get customary arguments.
template <typename T, int BLOCK> __global__ void missingBad(const T *in, T *out) {
  __shared__ T tile[BLOCK];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[BLOCK - 1 - threadIdx.x]; // expect-warning: shared-race
}

template <typename T, int BLOCK> __global__ void reversedOk(const T *in, T *out) {
  __shared__ T tile[BLOCK];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[BLOCK - 1 - threadIdx.x];
}

template <typename T> __device__ T half(T v) { return v / 2; }

// Its body takes no floating-point number.
template <typename Index> __global__ void bitsOk(Index *cells, Index n) {
  Index i = threadIdx.x;
  if (i < n)
    cells[i] = half(cells[i]) ^ (cells[i] << 1);
}

template <bool Twice> __global__ void flagOk(float *v) {
  if constexpr (Twice)
    v[threadIdx.x] *= 2;
  v[threadIdx.x] += 1;
}

// This one is instantiated, and gets no other arguments.
template <typename T> __global__ void launchedOk(T *v, int n) {
  if (threadIdx.x < n)
    v[threadIdx.x] += 1;
}

void launch(double *v) { launchedOk<<<1, 64>>>(v, 64); }

// Moving the array takes a builtin that nothing before it names.
struct Parts {
  int of[64];
};

template <class T> __global__ void movedOk(T *out, int n) {
  Parts a = {}, b = {};
  for (int i = 0; i < n % 64; ++i)
    a.of[i] = i;
  b = static_cast<Parts &&>(a);
  out[blockIdx.x * blockDim.x + threadIdx.x] = b.of[threadIdx.x % 64];
}
