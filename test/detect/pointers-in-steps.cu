// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Two pointers that walk in steps of a volume, whose sizes are multiplied in 32 bits, with and without a sign.

#define COSTS(NAME, APART)                                                                                             \
  __global__ void NAME(const float *left, const float *right, int c, int h, int w, int shifts, float *out) {           \
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;     \
    if (x >= w || y >= h || z >= c)                                                                                    \
      return;                                                                                                          \
    size_t stride = c * h * w;                                                                                         \
    const size_t at = z * h * w + y * w + x;                                                                           \
    float *l = out + at, *r = out + at + APART;                                                                        \
    stride *= 2;                                                                                                       \
    for (int s = 0; s < shifts; s++) {                                                                                 \
      *r = x < s ? 0 : right[at - s];                                                                                  \
      *l = left[at];                                                                                                   \
      l += stride;                                                                                                     \
      r += stride;                                                                                                     \
    }                                                                                                                  \
  }

COSTS(volumesOk, stride)
COSTS(overlapsBad, stride - 1) // expect: global-race inter-block-race

// A step that is short by a cell, so that a turn writes where another thread does in the next one.
__global__ void shortStepUnknown(int h, int w, int shifts, float *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w || y >= h)
    return;
  size_t stride = h * w;
  float *l = out + (y * w + x);
  stride -= 1;
  for (int s = 0; s < shifts; s++, l += stride)
    *l = x;
}

void run(const float *left, const float *right, int c, int h, int w, int shifts, float *out) {
  dim3 grid((w + 15) / 16, (h + 15) / 16, c);
  volumesOk<<<grid, dim3(16, 16)>>>(left, right, c, h, w, shifts, out);
  overlapsBad<<<grid, dim3(16, 16)>>>(left, right, c, h, w, shifts, out);
  shortStepUnknown<<<dim3((w + 255) / 256, h), 256>>>(h, w, shifts, out);
}
