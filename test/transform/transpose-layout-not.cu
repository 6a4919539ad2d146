// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=performance 2>/dev/null | FileCheck %s --implicit-check-not="transpose-layout (suggested"
// Rows stay rows where a use would not follow, or where another access would lose.

// CHECK-DAG: transpose-layout: line {{[0-9]+}}: the index is not row * length + column, with the length that host code gives
__global__ void linear(float *a, int rows, int cols) {
  for (int i = 0; i < 8; ++i)
    a[threadIdx.x * 8 + i] += rows + cols;
}

// CHECK-DAG: transpose-layout: kernel 'pointed' uses 'a' otherwise than element by element
__global__ void pointed(float *a, int rows, int cols) {
  float *row = a + threadIdx.x * cols;
  for (int i = 0; i < cols; ++i)
    row[i] += rows;
}

// CHECK-DAG: transpose-layout: kernel 'untold' is not told the number of rows, 'rows'
__global__ void untold(float *a, int cols) {
  for (int i = 0; i < cols; ++i)
    a[threadIdx.x * cols + i] += 1;
}

// CHECK-DAG: transpose-layout: line {{[0-9]+}}: only a part of the array is used
__global__ void part(float *a, int rows, int cols) {
  for (int i = 0; i < cols; ++i)
    a[threadIdx.x * cols + i] += rows;
}

// CHECK-DAG: transpose-layout: line {{[0-9]+}}: the size is no product of rows, columns and an element's size
__global__ void shorter(float *a, int rows, int cols) {
  for (int i = 0; i < cols / 4; ++i)
    a[threadIdx.x * cols + i] += rows;
}

// CHECK-DAG: a block of 'alongColumns' would need more sectors: {{[0-9]+ -> [0-9]+}}
__global__ void alongRows(float *a, int rows, int cols) {
  for (int i = 0; i < cols; ++i)
    a[threadIdx.x * cols + i] += rows;
}
__global__ void alongColumns(float *a, int rows, int cols) {
  for (int i = 0; i < rows; ++i)
    a[i * cols + threadIdx.x] += a[i * cols + threadIdx.x] / 3;
}

// CHECK-DAG: all kernels together save less than a tenth of sectors
__global__ void oneColumn(float *a, int rows, int cols) { a[threadIdx.x * cols + rows] += 1; }
__global__ void diagonals(float *a, int rows, int cols) {
  for (int i = 0; i < 64; ++i)
    a[threadIdx.x * cols + threadIdx.x + i] += rows;
}

int grown, kept;
// CHECK-DAG: transpose-layout: line [[@LINE+15]]: the size is no product of rows and columns that stay the same
__global__ void grows(float *a, int rows, int cols) {
  for (int i = 0; i < cols; ++i)
    a[threadIdx.x * cols + i] += rows;
}
// CHECK-DAG: transpose-layout: line [[@LINE+19]]: the size is no product of rows and columns that stay the same
__global__ void keeps(float *a, int rows, int cols) {
  for (int i = 0; i < cols; ++i)
    a[threadIdx.x * cols + i] += rows;
}

void change() { ++grown; }

void runGrown(float *host) {
  float *g;
  cudaMalloc(&g, grown * grown * sizeof(float));
  grows<<<1, 128>>>(g, grown, grown);
  change();
  cudaMemcpy(host, g, grown * grown * sizeof(float), cudaMemcpyDeviceToHost);
}

int *place = &kept;
void runKept(float *host) {
  float *k;
  cudaMalloc(&k, kept * kept * sizeof(float));
  keeps<<<1, 128>>>(k, kept, kept);
  cudaMemcpy(host, k, kept * kept * sizeof(float), cudaMemcpyDeviceToHost);
}

void runTogether(int rows, int cols) {
  float *t;
  cudaMalloc(&t, rows * cols * sizeof(float));
  oneColumn<<<1, 128>>>(t, rows, cols);
  diagonals<<<1, 128>>>(t, rows, cols);
}

void run(float *host, int rows, int cols) {
  float *a, *b, *c, *d, *e, *f;
  cudaMalloc(&a, rows * cols * sizeof(float));
  cudaMalloc(&b, rows * cols * sizeof(float));
  cudaMalloc(&c, rows * cols * sizeof(float));
  cudaMalloc(&d, rows * cols * sizeof(float));
  cudaMalloc(&e, rows * cols * sizeof(float));
  cudaMalloc(&f, rows * cols); // bytes
  shorter<<<1, 128>>>(f, rows, cols);
  linear<<<1, 128>>>(a, rows, cols);
  pointed<<<1, 128>>>(b, rows, cols);
  untold<<<1, 128>>>(c, cols);
  part<<<1, 128>>>(d, rows, cols);
  cudaMemcpy(host, d, rows * rows * sizeof(float), cudaMemcpyDeviceToHost);
  alongRows<<<1, 128>>>(e, rows, cols);
  alongColumns<<<1, 128>>>(e, rows, cols);
}
