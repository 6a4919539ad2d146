// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Offsets that short loops make of coordinates and strides in arrays of the thread's own.

template <typename T> struct Tensor {
  T *data;
  long long strides[3];

  template <typename... Of> __device__ T *at(Of... of) const {
    const long long coordinates[] = {of...};
    long long offset = 0;
    for (int i = 0; i < int(sizeof...(Of)); ++i)
      offset += coordinates[i] * strides[i];
    return data + offset;
  }
};

__global__ void imageOk(Tensor<const float> in, Tensor<float> out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    *out.at(blockIdx.z, y, x) = *in.at(blockIdx.z, y, x);
}

// All threads of a row write one element.
__global__ void columnBad(Tensor<const float> in, Tensor<float> out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    *out.at(blockIdx.z, y, 0) = *in.at(blockIdx.z, y, x); // expect: inter-block-race, expect: intra-warp-race
}

// One size for the whole block, from a list that the kernel does not write.
__global__ void sizesOk(Tensor<const int> sizes, Tensor<float> out) {
  __shared__ float s[64];
  if (int(blockIdx.y) >= *sizes.at(blockIdx.x))
    return;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    *out.at(blockIdx.x, blockIdx.y, 0) = s[63];
}

// Where one loop cannot be written out, the others are left as they are.
__global__ void mixedOk(const int *in, int *out) {
  int places[4];
  for (int i = 0; i < 4; ++i)
    places[i] = threadIdx.x * 4 + i;
  for (int i = 0; i < 4; ++i)
    out[blockIdx.x * blockDim.x * 4 + places[i]] = in[i];
}

__global__ void mixedBad(const int *in, int *out) {
  int places[4];
  for (int i = 0; i < 4; ++i)
    places[i] = threadIdx.x * 3 + i;
  for (int i = 0; i < 4; ++i)
    out[blockIdx.x * blockDim.x * 4 + places[i]] = in[threadIdx.x]; // expect: global-race
}

void run(Tensor<const float> in, Tensor<float> out, Tensor<const int> sizes, const int *from, int *to,
         int w, int h) {
  dim3 grid((w + 31) / 32, (h + 7) / 8, 4), block(32, 8);
  imageOk<<<grid, block>>>(in, out, w, h);
  columnBad<<<grid, block>>>(in, out, w, h);
  sizesOk<<<dim3(4, h), 64>>>(sizes, out);
  mixedOk<<<4, 64>>>(from, to);
  mixedBad<<<4, 64>>>(from, to);
}
