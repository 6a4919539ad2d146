// RUN: %check-findings %s
// Elements of tensors that structs with an array of strides stand for: the strides of one tensor
// set its elements apart, also where the last index is a constant.

struct Tensor {
  float *data;
  int sizes[4], strides[4];
  __device__ float &at(int b, int i, int j, int c) const {
    return data[b * strides[0] + i * strides[1] + j * strides[2] + c * strides[3]];
  }
};

__global__ void channelsOk(const float *in, Tensor out) {
  int place = blockIdx.y * blockDim.x + threadIdx.x;
  if (place >= out.sizes[1] * out.sizes[2])
    return;
  int i = place / out.sizes[2], j = place % out.sizes[2];
  out.at(blockIdx.x, i, j, 0) = in[place];
  out.at(blockIdx.x, i, j, 1) = 2 * in[place];
  out.at(blockIdx.x, i, j, 2) = 3 * in[place];
}

// Each thread turns the channels of its own place.
__global__ void turnedOk(Tensor t, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    float c[3];
    for (int i = 0; i < 3; ++i)
      c[i] = t.at(0, 0, k, i);
    t.at(0, 0, k, 0) = c[1];
    t.at(0, 0, k, 1) = c[2];
    t.at(0, 0, k, 2) = c[0];
  }
}

// Two threads have the channels of one place.
__global__ void halvedBad(const float *in, Tensor out, int n) {
  int k = threadIdx.x;
  if (k < n) {
    out.at(0, 0, k / 2, 0) = in[k];     // expect: intra-warp-race
    out.at(0, 0, k / 2, 1) = 2 * in[k]; // expect: intra-warp-race
  }
}

// The second tensor is another view of the first one's memory, of which nothing is known.
__global__ void otherViewUnknown(Tensor x, const int *strides, int n) {
  int k = threadIdx.x;
  if (k < n) {
    x.data[k * strides[0]] = 1; // allow: benign-race
    x.data[k * strides[0] + 2 * strides[1]] = 2;
  }
}

void run(const float *in, Tensor t, const int *strides, int n) {
  channelsOk<<<dim3(8, (n + 255) / 256), 256>>>(in, t);
  turnedOk<<<1, 256>>>(t, n);
  halvedBad<<<1, 256>>>(in, t, n);
  otherViewUnknown<<<1, 256>>>(t, strides, n);
}
