// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --show=possible 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --format=json | FileCheck %s --check-prefix=JSON
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --show=possible --conventions='*,-strides-apart' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Elements that strides set apart.

// JSON: "id": "strides-apart"
// JSON-NEXT: "text": "elements of 'out' set apart by sb, sh, sr"
// WITHOUT-DAG: [[@LINE+1]]:40: note: kernel 'ended': free for launches with {{.*}}sh >= gridDim.y, {{.*}}others not decided
__global__ __launch_bounds__(128) void ended(float *out, int n, int sb, int sh, int sr) {
  int row = blockIdx.x * 8 + threadIdx.x / 16;
  if (row < n)
    out[blockIdx.z * sb + blockIdx.y * sh + row * sr + threadIdx.x % 16] = threadIdx.x;
}

// The last rows of one head may lie where the next one begins.
__global__ __launch_bounds__(128) void notEnded(float *out, int sb, int sh, int sr) {
  int row = blockIdx.x * 8 + threadIdx.x / 16;
  // CHECK: needs {{.*}}[strides-apart] elements of 'out' set apart by sb, sh, sr to be free
  out[blockIdx.z * sb + blockIdx.y * sh + row * sr + threadIdx.x % 16] = threadIdx.x;
}

// The last tile of a row may run into the next row.
__global__ __launch_bounds__(128) void tiles(float *out, int n, int sr) {
  int row = blockIdx.y * 8 + threadIdx.x / 16;
  if (row < n)
    // CHECK: needs {{.*}}[strides-apart] elements of 'out' set apart by sr to be free
    out[row * sr + blockIdx.x * 16 + threadIdx.x % 16] = threadIdx.x;
}

// The end on one side only is none.
__global__ __launch_bounds__(128) void begun(float *out, int n, int sr) {
  int column = blockIdx.x * 128 + threadIdx.x;
  if (n - column < 7)
    // WITHOUT-DAG: [[@LINE+2]]:5: warning: race on global memory 'out'
    // CHECK: needs {{.*}}[strides-apart] elements of 'out' set apart by sr to be free
    out[blockIdx.y * sr + column] = threadIdx.x;
}

// Of a row, the digits of an index and the same places of its other half.
__global__ void halves(float *q, int st, int sh, int heads, int half) {
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x) {
    float *at = q + blockIdx.x * st + i / half * sh + i % half;
    at[0] += at[half];
  }
}

// The next place is another thread's.
__global__ void neighbours(float *q, int st, int sh, int heads, int half) {
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x) {
    float *at = q + blockIdx.x * st + i / half * sh + i % half;
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: race on global memory 'q'
    at[0] += at[1];
  }
}

// What conditions compare counts cells of an image; images are set apart by a stride.
// WITHOUT-DAG: [[@LINE+1]]:17: note: not decided for kernel 'images'
__global__ void images(float *out, int width, int height, size_t stride) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[blockIdx.z * stride + (size_t)y * width + x] = threadIdx.x;
}

// Two rows are one.
__global__ void halvedImages(float *out, int width, int height, size_t stride) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    // CHECK: [[@LINE+2]]:5: {{error|warning}}: race on global memory 'out'
    // CHECK: [[@LINE+1]]:5: error: race on global memory 'out': {{.*}}[intra-warp-race
    out[blockIdx.z * stride + (size_t)(y / 2) * width + x] = threadIdx.y;
}

// Chunks of a row from its last one on.
struct Rows {
  float *out;
  long images, rows;
  int length;
};

__global__ __launch_bounds__(128) void lastChunkFirst(Rows of) {
  float *row = of.out + blockIdx.x * of.images + blockIdx.y * of.rows;
  const int chunks = (of.length + 127) / 128;
  row += (chunks - 1) * 128;
  for (int chunk = chunks - 1; chunk >= 0; --chunk) {
    if (threadIdx.x < of.length - chunk * 128)
      // CHECK: needs {{.*}}[strides-apart] elements of 'of.out' set apart by of.images, of.rows to be free
      row[threadIdx.x] = chunk;
    row -= 128;
  }
}

void launch(Rows of, int images, int rows) { lastChunkFirst<<<dim3(images, rows), 128>>>(of); }
