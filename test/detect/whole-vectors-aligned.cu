// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Accesses no wider than their alignment share a byte only if they begin at the same one.
template <class T, int N> struct alignas(sizeof(T) * N) Vec {
  T v[N];
};

template <int N> __device__ void store(float *rows, int length, int n) {
  int column = N * (threadIdx.x + blockIdx.y * blockDim.x), row = blockIdx.x;
  if (row < n && column < length)
    *reinterpret_cast<Vec<float, N> *>(rows + row * length + column) = Vec<float, N>{};
}
// The last vector of a row does not run into the next row: its address would not be aligned there.
__global__ void lastVectorOk(float *rows, int length, int n) { store<4>(rows, length, n); }

__global__ void lastWordsUnknown(float *rows, int length, int n) {
  int column = 4 * (threadIdx.x + blockIdx.y * blockDim.x), row = blockIdx.x;
  if (row < n && column < length)
    for (int i = 0; i < 4; ++i)
      rows[row * length + column + i] = row;
}

// A vector is stored by parts: each begins where the alignment of the whole says.
template <class T> __device__ void copy(float *to, const float *from, bool all) {
  *(T *)to = all ? *(const T *)from : T();
}
__global__ void partsOk(float *rows, const float *in, int length, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n)
    for (int i = 0; i < length; i += 2)
      copy<float2>(rows + row * length + i, in + i, in[row] > 0);
}
// A pair of words may begin at any word.
struct Pair {
  float a, b;
};
__global__ void pairsBad(float *rows, int length, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n)
    for (int i = 0; i < length; i += 2)
      *(Pair *)(rows + row * length + i) = Pair{1.f * row, 2.f}; // expect: global-race, expect: inter-block-race
}
