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

// Arrays of its length hold no cell 7 where it is 4, which a thread would write in its
// neighbour's row, too.
template <class T, int Depth> __global__ void rowsOk(const T *in, T *out) {
  __shared__ T rows[128 * Depth];
  T mine[Depth];
  for (int i = 0; i < Depth; ++i)
    mine[i] = in[threadIdx.x + i * 128];
  rows[threadIdx.x * Depth] = mine[0];
  rows[threadIdx.x * Depth + 7] = mine[7];
  __syncthreads();
  out[threadIdx.x] = rows[(127 - threadIdx.x) * Depth];
}

// Neither 4 nor 8 is long enough: the last one is taken.
template <int Depth> __global__ void longerOk(const float *in, float *out) {
  float mine[Depth];
  for (int i = 0; i < Depth; ++i)
    mine[i] = in[threadIdx.x + i * 128];
  out[threadIdx.x] = mine[3] + mine[17];
}
