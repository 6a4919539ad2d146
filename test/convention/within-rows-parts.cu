// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-within-rows' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Each thread has a key in a row of shared memory, of which a hash reads the bytes: how many there
// are is another number of the host.

struct Hash {
  unsigned bytes;
  __device__ unsigned operator()(const int *key) const {
    const size_t count = bytes / 4;
    const int *end = key + count;
    unsigned h = 0;
    for (size_t i = -count; i; ++i) {
      auto *part = reinterpret_cast<const unsigned char *>(end + static_cast<int>(i));
      h = h * 31 + (part[0] | part[1] << 8 | part[2] << 16 | part[3] << 24);
    }
    return h;
  }
};

// CHECK: kernel 'hashed': {{.*}}needs {{.*}}[within-rows] {{.*}} to be free
__global__ void hashed(const int *in, unsigned *out, Hash hash, unsigned n, unsigned size) {
  extern __shared__ int keys[];
  int *key = keys + threadIdx.x * size;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (unsigned k = 0; k < size; ++k)
    // WITHOUT: [[@LINE+1]]:5: error: race on shared memory 'keys'
    key[k] = in[i * size + k];
  out[i] = hash(key);
}

// The rows lie behind one that all threads share.
// CHECK: kernel 'behind': {{.*}}needs {{.*}}[within-rows] {{.*}} to be free
__global__ void behind(const int *in, unsigned *out, const int *by, Hash hash, unsigned n, unsigned size) {
  extern __shared__ int strides[];
  int *key = strides + size + threadIdx.x * size;
  for (unsigned k = threadIdx.x; k < size; k += blockDim.x)
    strides[k] = by[k];
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (unsigned k = 0; k < size; ++k)
    // WITHOUT: [[@LINE+1]]:5: error: race on shared memory 'strides'
    key[k] = in[i * size + k] * strides[k];
  out[i] = hash(key);
}

// Lines of a plane, counted in 64 bits, that memory ends.
// CHECK: kernel 'column': {{.*}}needs {{.*}}[within-rows] {{.*}} to be free
__global__ void column(const int *used, size_t lines, size_t columns, int *out) {
  const int b = blockIdx.x, start = b * (lines + 1) * (columns + 1), step = columns + 1;
  for (int i = 0; i <= used[b]; i++)
    // WITHOUT: [[@LINE+1]]:5: warning: race on global memory 'out'
    out[start + i * step] = i;
}

// The first line of a plane, and others that memory ends.
// CHECK: kernel 'lines': {{.*}}needs {{.*}}[within-rows] {{.*}} to be free
__global__ void lines(const int *used, float *out, int lines, int columns) {
  unsigned b = blockIdx.z, line = blockIdx.x * 32 + threadIdx.x + 1;
  if (line == 1)
    // WITHOUT: [[@LINE+1]]:5: warning: race on global memory 'out'
    out[b * (lines * columns)] = 0;
  if (line < used[b])
    out[b * (lines * columns) + line * columns] = line;
}

void run(const int *used, size_t rows, size_t columns, int *out, int batch) {
  column<<<batch, 1>>>(used, rows, columns, out);
}
void run(const int *used, float *out, int rows, int columns, int batch) {
  lines<<<dim3((rows + 31) / 32, 1, batch), 32>>>(used, out, rows, columns);
}

// Slices of dynamic shared memory, one for each warp, as long as the host says.
// CHECK: kernel 'slices': {{.*}}needs {{.*}}[within-rows] {{.*}} to be free
__global__ void slices(const float *in, float *out, unsigned rows, unsigned cols, unsigned slice) {
  extern __shared__ float all[];
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *mine = all + warp * slice;
  for (unsigned i = 0; i < rows; i++)
    for (unsigned k = lane; k < cols; k += 32)
      // WITHOUT: [[@LINE+1]]:7: error: race on shared memory 'all'
      mine[i * 40 + k] = in[i * cols + k];
  __syncwarp();
  for (unsigned k = lane; k < cols; k += 32)
    out[(blockIdx.x * 4 + warp) * cols + k] = mine[k];
}

void run(const float *in, float *out, unsigned batch, unsigned rows, unsigned cols, unsigned slice) {
  if (cols <= 40)
    slices<<<batch, 128, 4 * slice * sizeof(float)>>>(in, out, rows, cols, slice);
}
