// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=unmarked-readonly

__global__ void markedOk(float *out, const float *__restrict__ in, int n) {
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}

__global__ void loopBad(float *out,
                     float *in, int n) { // expect-note: unmarked-readonly
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}

// A store that cannot come between two loads of one place.
__global__ void onceOk(float *out, float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

__global__ void twiceBad(float *out,
                      const float *in, int n) { // expect-note: unmarked-readonly
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[n];
    out[i + n] = 2 * in[n];
  }
}

// What is written is marked: nothing else can lie there.
__global__ void otherIsMarkedOk(float *__restrict__ out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[n];
  out[i + n] = 2 * in[n];
}

__global__ void inPlaceOk(float *out, const float *in, int n) {
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}

__global__ void oneAllocationOk(float *out, const float *in, int n) {
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}

// No launch says what is behind the pointers.
__global__ void unknownOk(float *out, const float *in, int n) {
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}

__global__ void swappedOk(float *out, const float *in, int n) {
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}

__device__ void store(float *p, float v) { *p = v; }

// Written in a function it calls.
__global__ void throughCalleeOk(float *out, float *in, int n) {
  for (int k = 0; k < 8; ++k) {
    out[threadIdx.x + k * n] = in[k];
    store(in + k, 1);
  }
}

// Another one writes meanwhile.
__global__ void polledOk(float *out, const float *in, int n) {
  for (int k = 0; k < 8; ++k) {
    __threadfence_system();
    out[threadIdx.x + k * n] = in[k];
  }
}

// Written by a kernel that is still running when this one begins.
__global__ void awaitsOk(float *out, const float *in, int n) {
  cudaGridDependencySynchronize();
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}
__global__ void awaitsInAssemblyOk(float *out, const float *in, int n) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}
__global__ void triggersBad(float *out,
                         const float *in, int n) { // expect-note: unmarked-readonly
  cudaTriggerProgrammaticLaunchCompletion();
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}

__global__ void sometimesOneOk(float *out, const float *in, int n) {
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * n] = in[k];
}

int main(int argc, char **argv) {
  const int n = 256;
  float *a, *b, *c, *d;
  cudaMalloc(&a, 16 * n * sizeof(float));
  cudaMalloc(&b, 16 * n * sizeof(float));
  cudaMalloc(&c, 32 * n * sizeof(float));
  cudaMalloc(&d, 32 * n * sizeof(float));
  markedOk<<<1, n>>>(a, b, n);
  loopBad<<<1, n>>>(a, b, n);
  onceOk<<<1, n>>>(a, b, n);
  twiceBad<<<1, n>>>(a, b, n);
  otherIsMarkedOk<<<1, n>>>(a, b, n);
  inPlaceOk<<<1, n>>>(a, a, n);
  oneAllocationOk<<<1, n>>>(c, c + 16 * n, n);
  throughCalleeOk<<<1, n>>>(a, b, n);
  polledOk<<<1, n>>>(a, b, n);
  awaitsOk<<<1, n>>>(a, b, n);
  awaitsInAssemblyOk<<<1, n>>>(a, b, n);
  triggersBad<<<1, n>>>(a, b, n);
  for (int i = 0; i < 4; ++i) {
    swappedOk<<<1, n>>>(c, d, n);
    float *other = c;
    c = d;
    d = other;
  }
  float *either = a;
  if (argc > 1)
    either = b;
  sometimesOneOk<<<1, n>>>(a, either, n);
  cudaDeviceSynchronize();
}
