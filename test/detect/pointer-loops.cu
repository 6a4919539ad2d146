// Loops that end where one pointer reaches another: they lie to each other like their offsets.
// RUN: %check-findings %s

// Pieces of 16 bytes up to 'whole', pieces of 2 behind it.
__global__ void copyOk(const unsigned char *in, unsigned char *out, size_t size) {
  size_t whole = size / 16 * 16;
  const unsigned char *from = in + 16 * threadIdx.x, *end = in + whole;
  unsigned char *to = out + 16 * threadIdx.x;
  for (; from < end; from += 16 * 256, to += 16 * 256)
    *(uint4 *)to = *(const uint4 *)from;
  to = out + whole + 2 * threadIdx.x;
  for (from = end + 2 * threadIdx.x; from < in + size; from += 2 * 256, to += 2 * 256)
    *(unsigned short *)to = *(const unsigned short *)from;
}

// The tail begins one piece too early.
__global__ void copyBad(const unsigned char *in, unsigned char *out, size_t size) {
  size_t whole = size / 16 * 16;
  const unsigned char *from = in + 16 * threadIdx.x, *end = in + whole;
  unsigned char *to = out + 16 * threadIdx.x;
  for (; from < end; from += 16 * 256, to += 16 * 256)
    *(uint4 *)to = *(const uint4 *)from; // expect: global-race
  to = out + whole - 2 + 2 * threadIdx.x;
  for (from = end - 2 + 2 * threadIdx.x; from < in + size; from += 2 * 256, to += 2 * 256)
    *(unsigned short *)to = *(const unsigned short *)from;
}

// Rows of a tile, walked by a pointer until the end of the block's part.
__global__ void scaleOk(float *all, int part, float by) {
  float *end = all + (blockIdx.x + 1) * part;
  for (float *p = all + blockIdx.x * part + threadIdx.x; p < end; p += blockDim.x)
    *p *= by;
}

__global__ void scaleBad(float *all, int part, float by) {
  float *end = all + (blockIdx.x + 1) * part;
  for (float *p = all + blockIdx.x * part + threadIdx.x; p <= end; p += blockDim.x)
    *p *= by; // expect: inter-block-race
}

void run(const unsigned char *in, unsigned char *out, size_t size, float *all, int part) {
  copyOk<<<1, 256>>>(in, out, size);
  copyBad<<<1, 256>>>(in, out, size);
  scaleOk<<<64, 128>>>(all, part, 2);
  scaleBad<<<64, 128>>>(all, part, 2);
}
