// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// An index taken apart from its lowest digit on: what is divided is what the digits so far leave.

__global__ void threeDigitsOk(int depth, int height, int width, const float *in, float *out) {
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < depth * height * width;
       index += blockDim.x * gridDim.x) {
    int x = index % width;
    int y = (index - x) / width % height;
    int z = (index - width * y - x) / (height * width);
    out[height * width * z + width * y + x] = x > y ? 0 : in[index];
  }
}

__global__ void fourDigitsOk(int n, int c, int h, int w, float *out) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= n * c * h * w)
    return;
  int x = index % w;
  int y = (index - x) / w % h;
  int z = (index - x - y * w) / (w * h) % c;
  int b = (index - x - y * w - z * w * h) / (w * h * c);
  out[((b * c + z) * h + y) * w + x] = index;
}

// Each coordinate is what the next lower one leaves, the outermost one a remainder, too.
__global__ void swappedOk(const float *in, float *out, int c, int h, int w) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= c * h * w)
    return;
  int x = index % w;
  index = (index - x) / w;
  int y = index % h;
  index = (index - y) / h;
  int z = index % c;
  out[y * c * w + z * w + x] = in[z * h * w + y * w + x];
}

// The last digit goes back into another place than it came from.
__global__ void swappedBad(float *out) {
  const int width = 16, height = 4;
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int x = index % width;
  int y = (index - x) / width % height;
  int z = (index - width * y - x) / (height * width);
  out[height * z + width * y + x] = index; // expect: inter-block-race
}

// The rows are as many as the numbers of a row.
__global__ void mixedBad(const float *in, float *out, int c, int h, int w) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= c * h * w)
    return;
  int x = index % w;
  index = (index - x) / w;
  int y = index % h;
  index = (index - y) / h;
  int z = index % c;
  out[y * h * w + z * w + x] = in[z * h * w + y * w + x]; // expect: global-race inter-block-race
}

void launch(const float *in, float *out, int c, int h, int w) {
  swappedBad<<<4, 64>>>(out);
  swappedOk<<<(c * h * w + 511) / 512, 512>>>(in, out, c, h, w);
  mixedBad<<<(c * h * w + 511) / 512, 512>>>(in, out, c, h, w);
}
