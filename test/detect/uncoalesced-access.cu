// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=performance

struct Pair { float x, y; };

__global__ void columnPerThread(const float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k]; // expect-warning: uncoalesced-access
  out[i] = sum;
}

__global__ void rowPerThread(const float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[k * n + i];
  out[i] = sum;
}

__global__ void oneField(const Pair *p, float *out) {
  out[blockIdx.x * 128 + threadIdx.x] = p[blockIdx.x * 128 + threadIdx.x].x; // expect-warning: uncoalesced-access
}

// All bytes of each sector are used by the statement.
__global__ void bothFields(const Pair *p, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = p[i].x + p[i].y; // expect-note: uncoalesced-access scalar-access
}

__global__ void firstThread(const float *a, float *out, int n) {
  if (threadIdx.x == 0)
    for (int k = 0; k < n; ++k)
      out[blockIdx.x] += a[blockIdx.x * n + k];
}

__global__ void gather(const int *index, const float *a, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = a[index[i]]; // expect-note: uncoalesced-access
}

void run(float *a, float *b, int *index, int n) {
  columnPerThread<<<n / 128, 128>>>(a, b, n);
  rowPerThread<<<n / 128, 128>>>(a, b, n);
  oneField<<<n / 128, 128>>>((Pair *)a, b);
  bothFields<<<n / 128, 128>>>((Pair *)a, b);
  firstThread<<<n / 128, 128>>>(a, b, n);
  gather<<<n / 128, 128>>>(index, a, b);
}
