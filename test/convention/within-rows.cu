// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-within-rows' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// How much of a row is used data says, how long it is a parameter.

// CHECK: needs {{.*}}[within-rows] {{.*}} to be free
__global__ void parts(int most, const int *used, float *out) {
  if (most < 16)
    return;
  for (int i = threadIdx.x; i < used[blockIdx.x]; i += blockDim.x)
    // WITHOUT: [[@LINE+1]]:5: {{error|warning}}: race on global memory 'out'
    out[blockIdx.x * most + i] = i;
}

// The host picks the rows, and says elsewhere how far a thread goes.
// CHECK: needs {{.*}}[within-rows] {{.*}} to be free
__global__ void split(float *rows, int from, int to, int length, int used) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < used; i += gridDim.x * blockDim.x)
    // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: {{error|warning}}: race on global memory 'rows'
    rows[to * length + i] = rows[from * length + i];
}

// A position in the cache of a head, which has room for so many.
// CHECK: kernel 'cached': free for launches with entries of 'at' within a row
__global__ void cached(float *cache, const float *in, const int *__restrict__ at, int heads, int most, int length) {
  const int row = blockIdx.x * heads + blockIdx.y;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    cache[(row * most + at[blockIdx.x]) * length + i] = in[row * length + i];
}

// Rows of constant length, and a number of the host that ends them.
// CHECK: needs {{.*}}[within-rows] n < 1025{{.*}} to be free
__global__ void padded(float *out, const float *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: {{error|warning}}: race on global memory 'out'
    out[blockIdx.x * 1024 + i] = in[blockIdx.x * n + i];
}

// CHECK: needs {{.*}}[within-rows] n < 101{{.*}} to be free
__global__ void divided(float *out, const float *in, int rows, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * n)
    // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: {{error|warning}}: race on global memory 'out'
    out[i / n * 100 + i % n] = in[i];
}

// Columns of matrices whose leading dimensions are listed, as those of a batch are.
// CHECK: needs {{.*}}[within-rows] {{.*}} to be free
__global__ void listed(float **x, const int *lengths, const int *rows, const int *columns) {
  const int b = blockIdx.z, row = blockDim.x * blockIdx.x + threadIdx.x;
  const int first = (blockDim.y * blockIdx.y + threadIdx.y) * 8;
  if (row >= rows[b] || first >= columns[b])
    return;
  float *start = x[b] + row + first * lengths[b];
  for (int j = 0; j < 8; ++j)
    if (first + j < columns[b])
      // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: {{error|warning}}: race on global memory 'x[...]'
      start[j * lengths[b]] = first + j;
}

void fill(float *cache, const float *in, const int *at, int n, int heads, int most, int length) {
  cached<<<dim3(n, heads), 128>>>(cache, in, at, heads, most, length);
}

extern int total();
void launch(const int *used, float *out) { parts<<<64, 128>>>(total(), used, out); }
void launch(float **x, const int *lengths, const int *rows, const int *columns, int n, int m,
            int batch) {
  listed<<<dim3((n + 31) / 32, (m + 63) / 64, batch), dim3(32, 8)>>>(x, lengths, rows, columns);
}

// Rows of length elements, of which a plane has most; memory says how many there are.
// CHECK: kernel 'counted': {{.*}}needs {{.*}}[within-rows] {{.*}} to be free
__global__ void counted(const float *packed, const int *__restrict__ first, float *out, int most, int length) {
  const int start = first[blockIdx.x], count = first[blockIdx.x + 1] - start;
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    for (int k = 0; k < length; ++k)
      // WITHOUT: [[@LINE+1]]:7: warning: race on global memory 'out'
      out[blockIdx.x * most * length + i * length + k] = packed[(start + i) * length + k];
}

// Rows of different lengths: the end is read where the row says.
// CHECK: kernel 'ragged': {{.*}}needs {{.*}}[within-rows] {{.*}} to be free
__global__ void ragged(const long *__restrict__ lengths, long *out, long rows, long most) {
  const long parts = 1 + (most - 1) / blockDim.x;
  for (long part = blockIdx.x; part < rows * parts; part += gridDim.x) {
    const long row = part / parts, i = blockDim.x * (part % parts) + threadIdx.x;
    if (i < lengths[row])
      // WITHOUT: [[@LINE+1]]:7: warning: race on global memory 'out'
      out[row * most + i] = i + 1;
  }
}

// A row is made of the one before, also the second of the first.
// CHECK: kernel 'recurrence': {{.*}}needs {{.*}}[within-rows] {{.*}} to be free
__global__ void recurrence(float *const *tables, const int *used, long pitch, int turns) {
  float *rows = tables[blockIdx.x];
  const int n = used[blockIdx.x];
  for (int t = 1; t < turns; t++) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: warning: race on global memory 'tables[...]'
      rows[t * pitch + i] = i ? rows[(t - 1) * pitch + i - 1] : 0.f;
    __syncthreads();
  }
}

// How many digits a number has is not known: they stay within the row.
// CHECK: not decided for kernel 'digits': {{.*}} needs {{.*}}[within-rows] length > {{.*}} to be free
__global__ void digits(char *words, int first, int count, int base, int length) {
  int number = blockIdx.x * 256 + threadIdx.x;
  if (number >= count)
    return;
  char *word = words + number * length;
  // WITHOUT: [[@LINE+2]]:{{[0-9]+}}: warning: race on global memory 'words'
  for (int i = 0; i < length; i++)
    word[i] = 0;
  int i = 0;
  for (number += first; number > 0; i++) {
    word[i] = number % base;
    number = (number - word[i]) / base;
  }
}

void run(char *words, int first, int count, int base, int length) {
  digits<<<(count + 255) / 256, 256>>>(words, first, count, base, length);
}

// Layers are numbered by two loops; that there are as many is for the host to say.
// CHECK: not decided for kernel 'layered': {{.*}} needs {{.*}}[within-rows] {{.*}} to be free
__global__ void layered(float *out, int layers, int height, int width, const float *in, int reach) {
  int size = 2 * reach + 1;
  for (int j = -reach; j <= reach; ++j)
    for (int i = -reach; i <= reach; ++i)
      if (threadIdx.x == 0) {
        int layer = (j + reach) * size + i + reach;
        // WITHOUT: [[@LINE+1]]:9: error: race on global memory 'out'
        out[((blockIdx.x * layers + layer) * height + blockIdx.y) * width + blockIdx.z] =
            in[blockIdx.x + i * size + j];
      }
}

void run(float *out, int n, int layers, int height, int width, const float *in, int reach) {
  layered<<<dim3(n, height, width), 32>>>(out, layers, height, width, in, reach);
}

// An array of 14 * 14 elements, declared as one row.
// CHECK: needs [within-rows] count < 15 to be free
__global__ void flattened(const double *in, double *out, int count) {
  __shared__ double table[14 * 14];
  for (int row = threadIdx.y; row < 14; row += blockDim.y)
    for (int i = threadIdx.x; i < count; i += blockDim.x)
      // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: error: race on shared memory 'table'
      table[row * 14 + i] = in[row * count + i];
  __syncthreads();
  if (threadIdx.x < count && threadIdx.y < count)
    out[blockIdx.x * count * count + threadIdx.y * count + threadIdx.x] = table[threadIdx.x * 14 + threadIdx.y];
}
