// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Rows of a few cells and a length of the host, whose number is a sum of products that are written out.

#define POOLS(NAME, LENGTH, END)                                                                                       \
  __global__ void NAME(int batches, int boxes, int len, int most, const float *in, float *out) {                       \
    int s = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y, i = blockIdx.z;                                     \
    if (s >= most || b >= boxes || i >= batches)                                                                       \
      return;                                                                                                          \
    int at = (i * boxes * most + b * most + s) * (LENGTH);                                                             \
    for (int j = 0; j < 3; j++)                                                                                        \
      out[at + j] = in[j];                                                                                             \
    for (int j = 0; j < END; j++)                                                                                      \
      out[at + 3 + j] = in[j];                                                                                         \
  }

POOLS(wholeOk, 3 + len, len)
POOLS(shorterOk, 5 + len, len)

// The last cell of a row is the first one of the next.
__global__ void tooFarUnknown(int boxes, int len, int most, float *out) {
  int s = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y, i = blockIdx.z;
  if (s >= most || b >= boxes)
    return;
  int at = (i * boxes * most + b * most + s) * (3 + len);
  for (int j = 0; j <= len; j++)
    out[at + 3 + j] = s;
}

void run(int batches, int boxes, int len, int most, const float *in, float *out) {
  wholeOk<<<dim3((most + 255) / 256, boxes, batches), 256>>>(batches, boxes, len, most, in, out);
  shorterOk<<<dim3((most + 255) / 256, boxes, batches), 256>>>(batches, boxes, len, most, in, out);
  tooFarUnknown<<<dim3((most + 255) / 256, boxes, batches), 256>>>(boxes, len, most, out);
}
