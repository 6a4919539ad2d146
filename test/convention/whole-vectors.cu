// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-whole-vectors' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-whole-vectors,-rows-span-grid' 2>&1 | FileCheck %s --check-prefix=BARE
// Rows that are read as pairs hold a whole number of them.

// CHECK: needs [whole-vectors] width % 2 == 0{{.*}} to be free
__global__ void pairs(float2 *out, const float2 *in, int width) {
  int i = 2 * threadIdx.x;
  if (i < width)
    // BARE: [[@LINE+1]]:5: error: race on global memory 'out'
    out[(blockIdx.x * width + i) / 2] = in[i];
}

void launch(float2 *out, const float2 *in, int width) { pairs<<<64, 128>>>(out, in, width); }

// So do rows of which each thread takes four neighbours, and rows that are counted in vectors.
// CHECK: needs [whole-vectors] width % 4 == 0 to be free
__global__ void fours(int *out, int width) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < width)
    for (int c = 0; c < 4; ++c)
      out[blockIdx.y * width + i + c] = i + c;
}

// CHECK: needs [whole-vectors] width % 8 == 0 to be free
__global__ void counted(int4 *out, const short *in, int width) {
  short *row = (short *)(out + blockIdx.x * (width * 2 / 16));
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    row[i] = in[i];
}

// Two halves of a row hold whole vectors each.
// CHECK: needs [whole-vectors] width % 4 == 0{{.*}} to be free
__global__ void halves(float2 *x, int width) {
  int i = 2 * threadIdx.x, half = width / 2;
  if (i >= half)
    return;
  // BARE: [[@LINE+1]]:14: error: race on global memory 'x'
  float2 l = x[(blockIdx.x * width + i) / 2];
  x[(blockIdx.x * width + i) / 2] = x[(blockIdx.x * width + i + half) / 2];
  x[(blockIdx.x * width + i + half) / 2] = l;
}

// Threads walk the vectors of a row of a batch.
// CHECK: needs [whole-vectors] width % 2 == 0 to be free
__global__ void walked(float2 *x, const float2 *by, int width, int height) {
  const int batch = blockIdx.x, line = blockIdx.y;
  const int row = batch * width * height + line * width;
  for (int i = threadIdx.x * 2; i < width; i += blockDim.x * 2)
    // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: error: race on global memory 'x'
    x[(row + i) >> 1].x += by[i >> 1].x;
}

void launch(float2 *x, const float2 *by, int n, int width, int height) {
  walked<<<dim3(n, height), 256>>>(x, by, width, height);
}

// A total is a whole number of the images that the kernel counts.
// CHECK: kernel 'turned': free for launches with total / area * area == total
__global__ void turned(const float *in, float *out, int total, int area) {
  const int images = total / area;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[i % area * images + i / area] = in[i];
}

void more(int *out, int4 *rows, const short *in, float2 *x, int width, int n) {
  fours<<<dim3(8, n), 128>>>(out, width);
  counted<<<n, 256>>>(rows, in, width);
  halves<<<n, 64>>>(x, width);
}

// Each lane takes eight bytes of a row, and what belongs to the row stands behind it.
// CHECK: needs [whole-vectors] size % 8 == 0 to be free
__global__ void scaled(unsigned char *out, const float *in, int size) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
  unsigned char *start = out + row * (size + 4);
  if (lane * 8 < size) {
    *(float *)(start + lane * 8) = in[lane];
    *(float *)(start + lane * 8 + 4) = in[lane + 32];
  }
  if (lane == 0)
    *(float *)(start + size) = in[0];
}

// Of a row counted in units of two elements, each thread takes four.
// CHECK: needs [whole-vectors] {{.*}}size % 8 == 0 to be free
__global__ void packed(float *out, const float *in, int size) {
  const int i = 4 * threadIdx.x;
  if (2 * i < size)
    for (int c = 0; c < 4; ++c)
      // WITHOUT: [[@LINE+1]]:7: error: race on global memory 'out'
      out[blockIdx.x * size / 2 + i + c] = in[i + c];
}

void launch(unsigned char *bytes, float *out, const float *in, int size) {
  scaled<<<64, 256>>>(bytes, in, size);
  packed<<<64, 256>>>(out, in, size);
}

// A row that a loop walks in steps, whose elements a loop within it goes through, is whole steps.
// CHECK: needs [whole-vectors] length % 16 == 0 to be free
__global__ void steps(float *out, const float *in, int length) {
  for (int t = 0; t < length; t += 16)
    for (int i = 0; i < 16; ++i)
      // WITHOUT: [[@LINE+1]]:7: error: race on global memory 'out'
      out[(blockIdx.y * length + t + i) * 64 + threadIdx.x] = in[t + i];
}

void walk(float *out, const float *in, int length) {
  steps<<<dim3(1, 8), 64>>>(out, in, length);
}

// The steps of a row are numbered, and the kernel counts them.
// CHECK: needs [whole-vectors] length % 64 == 0 to be free
__global__ void numbered(float *out, const float *in, int length) {
  float *mine = out + blockIdx.x * (length / 64 * 32);
  for (int t = 0; t < length; t += 64)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    mine[t / 64 * 32 + threadIdx.x] = in[blockIdx.x * length + t + threadIdx.x];
}
// Where they are rounded up, the last may be part of one.
__global__ void rounded(float *out, const float *in, int length) {
  float *mine = out + blockIdx.x * ((length + 63) / 64 * 32);
  for (int t = 0; t < length; t += 64)
    mine[t / 64 * 32 + threadIdx.x] = t + threadIdx.x < length ? in[blockIdx.x * length + t + threadIdx.x] : 0;
}

void count(float *out, const float *in, int length) {
  numbered<<<8, 32>>>(out, in, length);
  rounded<<<8, 32>>>(out, in, length);
}
