// Digits of a 64-bit position that are kept as int, in planes that lie apart by a stride.
// RUN: %check-findings %s

__device__ int placeOf(int a, int b, int c, int d, int ofB, int ofC, int ofD) {
  return a * (ofB * ofC * ofD) + b * (ofC * ofD) + c * ofD + d;
}

__global__ void splitPlanesOk(const float *in, float *out, int plane, int tokens, int size,
                              int heads) {
  int hidden = size * heads;
  int batch = blockIdx.x / tokens, token = blockIdx.x % tokens;
  int offset = plane * blockIdx.y;
  for (unsigned long i = threadIdx.x; i < hidden; i += blockDim.x) {
    int head = i / size, dim = i % size;
    out[offset + placeOf(batch, head, token, dim, heads, tokens, size)] =
        in[(blockIdx.x * gridDim.y + blockIdx.y) * hidden + i];
  }
}

__global__ void headsTwiceBad(const float *in, float *out, int plane, int tokens, int size,
                              int heads) {
  int hidden = size * heads;
  int batch = blockIdx.x / tokens, token = blockIdx.x % tokens;
  int offset = plane * blockIdx.y;
  for (unsigned long i = threadIdx.x; i < hidden; i += blockDim.x) {
    int head = i / size / 2, dim = i % size;
    out[offset + placeOf(batch, head, token, dim, heads, tokens, size)] = // expect: global-race
        in[(blockIdx.x * gridDim.y + blockIdx.y) * hidden + i];
  }
}

void run(const float *in, float *out, int plane, int batches, int tokens, int size, int heads,
         int threads) {
  splitPlanesOk<<<dim3(batches * tokens, 3), threads>>>(in, out, plane, tokens, size, heads);
  headsTwiceBad<<<dim3(batches * tokens, 3), threads>>>(in, out, plane, tokens, size, heads);
}
