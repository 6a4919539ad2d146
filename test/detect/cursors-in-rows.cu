// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A pointer into the row of a thread that moves at most once in each turn of a loop stays behind
// it.

__global__ void packOk(unsigned *io, int n, int sub) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t * sub < n) {
    unsigned *p = io + t * sub;
    for (int i = 0; i < sub; i++) {
      if (t * sub + i == n)
        break;
      unsigned w = io[t * sub + i];
      if (w > 7)
        *p++ = w;
    }
  }
}

// One cell further: the last is the first of the next row.
__global__ void beforeUnknown(unsigned *io, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *p = io + t * 64;
  for (int i = 0; i < 64; i++)
    if (io[t * 64 + i] > 7)
      *++p = i;
}

// A turn more than there are cells.
__global__ void longerUnknown(const unsigned *in, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *p = out + t * 64;
  for (int i = 0; i <= 64; i++)
    if (in[t * 65 + i] > 7)
      *p++ = t;
}

// Twice in a turn.
__global__ void twiceUnknown(const unsigned *in, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *p = out + t * 64;
  for (int i = 0; i < 64; i++) {
    if (in[t * 64 + i] > 7)
      *p++ = t;
    if (in[t * 64 + i] > 9)
      *p++ = t;
  }
}

// Twice in a turn, of which the first is written to.
__global__ void firstOfTwoUnknown(const unsigned *in, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *p = out + t * 64;
  for (int i = 0; i < 64; i++) {
    *p = t;
    if (in[t * 64 + i] > 7)
      p++;
    if (in[t * 64 + i] > 9)
      p++;
  }
}

// Through all turns of both loops.
__global__ void nestedUnknown(const unsigned *in, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *p = out + t * 64;
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 64; i++)
      if (in[t * 256 + j * 64 + i] > 7)
        *p++ = t;
}

// By two cells.
__global__ void pairsUnknown(const unsigned *in, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *p = out + t * 64;
  for (int i = 0; i < 64; i++)
    if (in[t * 64 + i] > 7) {
      *p = t;
      p += in[t * 64 + i] > 9 ? 2 : 1;
    }
}

void run(unsigned *io, const unsigned *in, int n, int sub) {
  packOk<<<(n / sub + 255) / 256, 256>>>(io, n, sub);
  beforeUnknown<<<8, 256>>>(io, n);
  longerUnknown<<<8, 256>>>(in, io);
  twiceUnknown<<<8, 256>>>(in, io);
  firstOfTwoUnknown<<<8, 256>>>(in, io);
  nestedUnknown<<<8, 256>>>(in, io);
  pairsUnknown<<<8, 256>>>(in, io);
}
