// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Digits of a flat index that stay together in part: planes of several cells, rows of a plane.

// Eight cells of each plane, one plane apart.
template <unsigned Planes>
__global__ void planesOk(const float *in, float *out, size_t cells, int height, int width) {
  int plane = height * width;
  size_t steps = cells / plane / Planes * plane;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < steps; i += blockDim.x * gridDim.x) {
    const int first = (i / plane) * Planes;
    const int y = (i % plane) / width, x = i % width;
    int at = first * plane + y * width + x;
    for (int k = 0; k < Planes; ++k) {
      out[at] = in[at];
      at += plane;
    }
  }
}

// As many copies of each volume as a window has cells.
__global__ void windowsOk(long long all, const float *in, int window, int depth, int height,
                          int width, float *out) {
  for (long long n = blockDim.x * blockIdx.x + threadIdx.x; n < all;
       n += blockDim.x * gridDim.x) {
    int x = n % width;
    long long rest = n / width;
    int y = rest % height;
    rest = rest / height;
    int z = rest % depth;
    int channel = rest / depth;
    float *to = out + ((channel * window * window * depth + z) * height + y) * width + x;
    for (int i = 0; i < window; ++i)
      for (int j = 0; j < window; ++j) {
        *to = in[n];
        to += depth * height * width;
      }
  }
}

// One copy less than there is room for is no harm, one more is.
__global__ void windowBad(long long all, const float *in, int window, int height, int width,
                          float *out) {
  for (long long n = blockDim.x * blockIdx.x + threadIdx.x; n < all;
       n += blockDim.x * gridDim.x) {
    int x = n % width;
    long long rest = n / width;
    int y = rest % height;
    int channel = rest / height;
    float *to = out + (channel * window * height + y) * width + x;
    for (int i = 0; i <= window; ++i) {
      *to = in[n]; // expect: global-race inter-block-race
      to += height * width;
    }
  }
}

void launches(const float *in, float *out, size_t cells, int height, int width, int window,
              int depth) {
  planesOk<8><<<1024, 256>>>(in, out, cells, height, width);
  windowsOk<<<1024, 256>>>(cells, in, window, depth, height, width, out);
  windowBad<<<1024, 256>>>(cells, in, window, height, width, out);
}

// The digits of a flat index change places.
__global__ void turnedOk(const float *in, float *out, int size, int channels) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= channels * size * size)
    return;
  int channel = i / (size * size), at = i % (size * size);
  out[channel + channels * at] = in[i];
}

// Each channel begins two elements behind the last one.
__global__ void turnedBad(const float *in, float *out, int size, int channels) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= channels * (size * size))
    return;
  int channel = i / (size * size), at = i % (size * size);
  out[channel * 2 + at] = in[i]; // expect: inter-block-race global-race
}
