// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// How many images there are is what a total is divided by.

// Four channels of a pixel stand side by side.
__global__ void chunksUnknown(const float *in, float *out, int total, int channels, int area) {
  const int padded = (channels + 3) / 4 * 4, images = total / padded / area;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
    int c = i % padded, rest = i / padded, at = rest % area, image = rest / area;
    out[((c / 4 * images + image) * area + at) * 4 + c % 4] = c < channels ? in[i] : 0;
  }
}

// Two neighbours take one place.
__global__ void turnedBad(const float *in, float *out, int total, int area) {
  const int images = total / area;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x)
    out[i % area * images + i / area / 2] = in[i]; // expect: global-race, allow: inter-block-race
}

// So do they where each thread has one element.
__global__ void turnedOnceBad(const float *in, float *out, int total, int area) {
  const int images = total / area, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < total)
    out[i % area * images + i / area / 2] = in[i]; // expect: global-race inter-block-race
}
void launchOnce(const float *in, float *out, int total, int area) {
  turnedOnceBad<<<(total + 255) / 256, 256>>>(in, out, total, area);
}
