// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Host code that makes two arrays one on some of the ways to a launch.
__global__ void chosenBad(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = a[i + 1]; // expect-error: global-race inter-block-race
}
void choose(float *a, float *b, int n) { chosenBad<<<n / 256, 256>>>(a, n > 3 ? a : b, n); }

__global__ void assignedBad(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = a[i + 1]; // expect-error: global-race inter-block-race
}
void assign(float *a, float *b, int n, bool inPlace) {
  float *to = b;
  if (inPlace) {
    cudaMemset(a, 0, 4);
    to = a;
  }
  assignedBad<<<n / 256, 256>>>(a, to, n);
}

__global__ void allocatedBad(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = a[i + 1]; // expect-error: global-race inter-block-race
}
void allocate(int n, bool inPlace) {
  float *a, *b;
  cudaMalloc(&a, n * 4);
  if (inPlace)
    b = a;
  else
    cudaMalloc(&b, n * 4);
  allocatedBad<<<n / 256, 256>>>(a, b, n);
}

// In its own place each thread reads what it writes.
__global__ void elementOk(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = 2 * a[i];
}
void element(float *a, float *b, int n, bool inPlace) {
  elementOk<<<n / 256, 256>>>(a, inPlace ? a : b, n);
}

// Buffers that change places are never one.
__global__ void exchangedOk(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = a[i + 1];
}
void exchange(int n, int steps) {
  float *from, *to;
  cudaMalloc(&from, n * 4);
  cudaMalloc(&to, n * 4);
  for (int s = 0; s < steps; ++s) {
    exchangedOk<<<n / 256, 256>>>(from, to, n);
    float *t = from;
    from = to;
    to = t;
  }
}

__global__ void byParityOk(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = a[i + 1];
}
void byParity(float *p, float *q, int n, int steps) {
  for (int s = 0; s < steps; ++s)
    byParityOk<<<n / 256, 256>>>(s % 2 == 0 ? p : q, s % 2 == 0 ? q : p, n);
}

// Two conditions that exclude each other.
__global__ void excludedOk(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = a[i + 1];
}
void exclude(float *p, float *q, float *r, int n, int way) {
  excludedOk<<<n / 256, 256>>>(way > 5 ? p : q, way < 4 ? p : r, n);
}

// The first step reads and writes one buffer.
__global__ void firstStepBad(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    b[i] = a[i + 1]; // expect-error: global-race inter-block-race
}
void steps(float *p, float *q, int n, int count) {
  float *to = p;
  for (int s = 0; s < count; ++s) {
    firstStepBad<<<n / 256, 256>>>(p, to, n);
    to = q;
  }
}
