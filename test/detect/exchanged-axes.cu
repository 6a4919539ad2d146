// RUN: %check-findings %s
// Axes of a tensor that change places: each index is taken apart into digits, which are put
// together in another order.

__device__ int cellOf(int a, int b, int c, int d, int sizeB, int sizeC, int sizeD) {
  return a * (sizeB * sizeC * sizeD) + b * (sizeC * sizeD) + c * sizeD + d;
}

// [row / rows, head, row % rows, column]: the counter of the loop is unsigned and has 64 bits.
__global__ void headsOk(const float *in, float *out, int rows, int head, int heads) {
  int width = head * heads;
  for (size_t i = threadIdx.x; i < width; i += blockDim.x) {
    int major = blockIdx.x / rows, minor = blockIdx.x % rows;
    out[cellOf(major, i / head, minor, i % head, heads, rows, head)] = in[blockIdx.x * width + i];
  }
}

// The rows of different heads fall together.
__global__ void headsBad(const float *in, float *out, int rows, int head, int heads) {
  int width = head * heads;
  for (size_t i = threadIdx.x; i < width; i += blockDim.x) {
    int major = blockIdx.x / rows, minor = blockIdx.x % rows;
    out[cellOf(major, i / head, minor, i % head, rows, heads, head)] = // expect: inter-block-race
        in[blockIdx.x * width + i];
  }
}

// All sizes have 64 bits, and the host says how many elements there are.
__global__ void middleAxesOk(const float *in, float *out, size_t d0, size_t d1, size_t d2,
                             size_t d3, size_t n) {
  size_t i = (size_t)blockIdx.x * (size_t)blockDim.x + (size_t)threadIdx.x;
  if (i < n) {
    const size_t x3 = i % d3;
    i = (i - x3) / d3;
    const size_t x2 = i % d2;
    i = (i - x2) / d2;
    const size_t x1 = i % d1;
    i = (i - x1) / d1;
    const size_t x0 = i % d0;
    out[x0 * d1 * d2 * d3 + x2 * d1 * d3 + x1 * d3 + x3] =
        in[x0 * d1 * d2 * d3 + x1 * d2 * d3 + x2 * d3 + x3];
  }
}

// The third axis has the stride that it had before.
__global__ void middleAxesBad(const float *in, float *out, size_t d0, size_t d1, size_t d2,
                              size_t d3, size_t n) {
  size_t i = (size_t)blockIdx.x * (size_t)blockDim.x + (size_t)threadIdx.x;
  if (i < n) {
    const size_t x3 = i % d3;
    i = (i - x3) / d3;
    const size_t x2 = i % d2;
    i = (i - x2) / d2;
    const size_t x1 = i % d1;
    i = (i - x1) / d1;
    const size_t x0 = i % d0;
    out[x0 * d1 * d2 * d3 + x2 * d2 * d3 + x1 * d3 + x3] = // expect: inter-block-race, expect: global-race
        in[x0 * d1 * d2 * d3 + x1 * d2 * d3 + x2 * d3 + x3];
  }
}

// The number of the block is taken apart, and its first digit comes behind the third.
__global__ void blocksOk(const float *in, float *out, int batches, int rows, int parts, int heads,
                         int size) {
  int batch = blockIdx.x / (rows * parts * heads);
  int row = blockIdx.x % (rows * parts * heads) / (parts * heads);
  int part = blockIdx.x % (parts * heads) / heads, head = blockIdx.x % heads;
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    out[part * batches * rows * heads * size + batch * rows * heads * size + head * rows * size +
        row * size + i] = in[blockIdx.x * size + i];
}

// The parts of a batch lie where other batches do.
__global__ void blocksBad(const float *in, float *out, int batches, int rows, int parts, int heads,
                          int size) {
  int batch = blockIdx.x / (rows * parts * heads);
  int row = blockIdx.x % (rows * parts * heads) / (parts * heads);
  int part = blockIdx.x % (parts * heads) / heads, head = blockIdx.x % heads;
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    out[part * rows * heads * size + batch * rows * heads * size + // expect: inter-block-race
        head * rows * size + row * size + i] = in[blockIdx.x * size + i];
}

void launch(const float *in, float *out, int rows, int head, int heads, int count, size_t d0,
            size_t d1, size_t d2, size_t d3) {
  headsOk<<<count * rows, 256>>>(in, out, rows, head, heads);
  headsBad<<<count * rows, 256>>>(in, out, rows, head, heads);
  blocksOk<<<count * rows * 3 * heads, head < 1024 ? head : 1024>>>(in, out, count, rows, 3, heads,
                                                                    head);
  blocksBad<<<count * rows * 3 * heads, head < 1024 ? head : 1024>>>(in, out, count, rows, 3, heads,
                                                                     head);
  const size_t n = d0 * d1 * d2 * d3;
  middleAxesOk<<<(n + 511) / 512, 512>>>(in, out, d0, d1, d2, d3, n);
  middleAxesBad<<<(n + 511) / 512, 512>>>(in, out, d0, d1, d2, d3, n);
}
