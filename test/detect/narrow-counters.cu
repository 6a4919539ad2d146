// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Loops that count in 8 or 16 bits: their variable does not wrap around, so that they turn no more
// often than it has values.
#include <cstdint>

__global__ void unsignedUpOk(int *out) {
  for (uint8_t i = 0; i < 200; ++i)
    out[threadIdx.x * 200 + i] = i;
}
__global__ void unsignedUpBad(int *out) {
  for (uint8_t i = 0; i < 200; ++i)
    out[threadIdx.x * 150 + i] = threadIdx.x; // expect: global-race
}
__global__ void unsignedDownOk(int *out) {
  for (uint8_t i = 200; i > 0; --i)
    out[threadIdx.x * 200 + i] = i;
}
__global__ void unsignedDownBad(int *out) {
  for (uint8_t i = 200; i > 0; --i)
    out[threadIdx.x * 199 + i] = threadIdx.x; // expect: global-race
}
__global__ void signedOk(int *out, int n) {
  for (int8_t i = 1; i < n; ++i)
    out[threadIdx.x * 127 + i] = i;
}
__global__ void signedUnknown(int *out, int n) {
  for (int8_t i = 1; i < n; ++i)
    out[threadIdx.x * 125 + i] = threadIdx.x;
}
__global__ void shortOk(int *out, int n) {
  for (short i = 1; i < n; i += 2)
    out[threadIdx.x * 32768 + i] = i;
}
__global__ void unsignedShortOk(int *out, int n) {
  for (unsigned short i = 0; i < n; i += 2)
    out[threadIdx.x * 65536 + i] = i;
}
__global__ void unsignedShortUnknown(int *out, int n) {
  for (unsigned short i = 0; i < n; i += 2)
    out[threadIdx.x * 65534 + i] = threadIdx.x;
}

/// Each group of four threads has rows of its own.
__global__ void chainOk(const float *fixed, float *out, int batch, int links) {
  extern __shared__ float rows[];
  int b = (blockIdx.x * blockDim.x + threadIdx.x) / 4, col = threadIdx.x % 4;
  if (b >= batch)
    return;
  int base = threadIdx.x / 4 * links * 4;
  rows[base + col] = fixed[col];
  for (int8_t l = 1; l < links; ++l)
    rows[base + l * 4 + col] = rows[base + (l - 1) * 4 + col] * fixed[l * 4 + col];
  out[b * 4 + col] = rows[base + (links - 1) * 4 + col];
}

__global__ void backOk(const float *in, float *out, int links) {
  extern __shared__ float rows[];
  int base = threadIdx.x * 100;
  for (int8_t l = links - 1; l >= 0; --l)
    rows[base + l] = in[l];
  out[blockIdx.x * 64 + threadIdx.x] = rows[base];
}
__global__ void backBad(const float *in, float *out, int links) {
  extern __shared__ float rows[];
  int base = threadIdx.x * 99;
  for (int8_t l = links - 1; l >= 0; --l)
    rows[base + l] = in[l] + threadIdx.x; // expect: shared-race
  out[blockIdx.x * 64 + threadIdx.x] = rows[base + 1];
}
__global__ void fromBelowZeroOk(const float *in, float *out) {
  extern __shared__ float rows[];
  int base = threadIdx.x * 200 + 100;
  for (int8_t l = -100; l < 100; ++l)
    rows[base + l] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = rows[base];
}

void run(int *out, const float *fixed, float *rows, int n, int links) {
  unsignedUpOk<<<1, 64>>>(out);
  unsignedUpBad<<<1, 64>>>(out);
  unsignedDownOk<<<1, 64>>>(out);
  unsignedDownBad<<<1, 64>>>(out);
  signedOk<<<1, 64>>>(out, n);
  signedUnknown<<<1, 64>>>(out, n);
  shortOk<<<1, 64>>>(out, n);
  unsignedShortOk<<<1, 64>>>(out, n);
  unsignedShortUnknown<<<1, 64>>>(out, n);
  if (links < 1 || links > 100)
    return;
  backOk<<<n, 64, 64 * 100 * sizeof(float)>>>(fixed, rows, links);
  backBad<<<n, 64, 64 * 100 * sizeof(float)>>>(fixed, rows, links);
  fromBelowZeroOk<<<n, 64, 64 * 200 * sizeof(float)>>>(fixed, rows);
  chainOk<<<(n * 4 + 127) / 128, 128, 128 * links * sizeof(float)>>>(fixed, rows, n, links);
}
