// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// What indices stand on that clean code relies on: lists that name each cell once, sorted keys,
// rows that are long enough.

// Each thread has an entry of its own; a list names each particle once.
__global__ void addToListUnknown(const int *list, int first, int n, float *force, float f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int particle = list[first + i];
    force[particle] += f * i;
  }
}

// What is counted is found several times.
__global__ void countBad(const int *bin, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[bin[i]] += 1; // expect: global-race inter-block-race
}

// Neighbours of a list are read by several threads.
__global__ void addToNeighboursBad(const int *list, int n, float *force, float f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 2; ++k)
      force[list[i + k]] += f * i; // expect: global-race inter-block-race
}

// Of sorted keys each range has one end; the last one ends with the keys.
__global__ void rangesUnknown(const int *keys, int *lengths) {
  __shared__ int key[256], start[16];
  int t = threadIdx.x;
  key[t] = keys[blockIdx.x * 256 + t] & 15;
  if (t < 16)
    start[t] = 0;
  __syncthreads();
  if (t > 0 && key[t] != key[t - 1])
    start[key[t - 1]] = t - start[key[t - 1]];
  if (t == 255)
    start[key[255]] = 256 - start[key[255]];
  __syncthreads();
  if (t < 16)
    lengths[blockIdx.x * 16 + t] = start[t];
}

// Planes of one array, whose length the host takes from elsewhere.
__global__ void planesUnknown(int n, int first, int last, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  if (i < last) {
    out[i] += in[i];
    out[i + n] += in[i] * 2;
    out[i + 2 * n] += in[i] * 3;
  }
}

// Rows whose used part data bounds.
__global__ void partsOfRowsUnknown(int most, const int *used, float *out) {
  for (int i = threadIdx.x; i < used[blockIdx.x]; i += blockDim.x)
    out[blockIdx.x * most + i] = i;
}

// Two parts of a row, whose lengths the host gives apart from each other.
__global__ void twoPartsUnknown(int n, int width, int part, const int *skip, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || skip[i])
    return;
  for (int k = 0; k < part; ++k) {
    out[i * width + k] = k;
    out[i * width + part + k] = i;
  }
}

// Extents in constant memory.
__constant__ int extent[3], plane;

__global__ void volumeUnknown(const int *n, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  for (int i = 0; i < n[0]; ++i)
    out[z * plane + y * extent[0] + x] += x * i;
}

extern int total(), begin(), end();

void launches(const int *data, float *a, float *b) {
  planesUnknown<<<64, 128>>>(total(), begin(), end(), a, b);
  partsOfRowsUnknown<<<64, 128>>>(total(), data, b);
  twoPartsUnknown<<<64, 128>>>(total(), begin(), end(), data, b);
  volumeUnknown<<<dim3(8, 8, 8), dim3(8, 4, 2)>>>(data, b);
}
