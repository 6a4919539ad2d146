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

// Quarters of a symmetric matrix lie in planes of their own.
__global__ void quartersOk(Tensor t, const float *v) {
  if (threadIdx.x == 0)
    for (int n = 0; n < 12; n++)
      for (int m = 0; m <= n; m++)
        if (n < 6 && m < 6) {
          t.at(0, blockIdx.x, n, m) = v[n * 12 + m];
        } else if (n >= 6 && m < 6) {
          t.at(1, blockIdx.x, m, n - 6) = v[n * 12 + m];
          t.at(2, blockIdx.x, n - 6, m) = v[n * 12 + m];
        } else {
          t.at(3, blockIdx.x, n - 6, m - 6) = v[n * 12 + m];
        }
}

// The first rows lie below the plane, in that of the block before.
__global__ void belowUnknown(Tensor t, const float *v) {
  if (threadIdx.x == 0)
    for (int n = 0; n < 12; n++)
      t.at(n % 2, blockIdx.x, n - 6, 0) = v[n];
}

// Two blocks have one plane.
__global__ void sharedPlaneBad(Tensor t, const float *v) {
  if (threadIdx.x == 0)
    for (int n = 0; n < 6; n++)
      for (int m = 0; m <= n; m++) {
        t.at(0, blockIdx.x / 2, n, m) = v[blockIdx.x + m]; // expect: inter-block-race
        t.at(1, blockIdx.x, n, m) = v[n];
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
  quartersOk<<<77, 32>>>(t, in);
  belowUnknown<<<77, 32>>>(t, in);
  sharedPlaneBad<<<77, 32>>>(t, in);
  otherViewUnknown<<<1, 256>>>(t, strides, n);
}
