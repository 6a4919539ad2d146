// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The blocks of one image walk one row, from its last chunk on: nothing sets theirs apart.
__global__ __launch_bounds__(128) void oneRowBad(float *out, long images, int length) {
  float *row = out + blockIdx.x * images;
  const int chunks = (length + 127) / 128;
  row += (chunks - 1) * 128;
  for (int chunk = chunks - 1; chunk >= 0; --chunk) {
    if (threadIdx.x < length - chunk * 128)
      row[threadIdx.x] = chunk + blockIdx.y; // expect: inter-block-race
    row -= 128;
  }
}

void launch(float *out, long images, int length, int count, int rows) {
  oneRowBad<<<dim3(count, rows), 128>>>(out, images, length);
}
