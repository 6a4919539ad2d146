// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=performance

struct Pair { float x, y; };

__global__ void columnPerThreadBad(const float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k]; // expect-warning: uncoalesced-access
  out[i] = sum;
}

__global__ void rowPerThreadOk(const float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[k * n + i];
  out[i] = sum;
}

__global__ void oneFieldBad(const Pair *p, float *out) {
  out[blockIdx.x * 128 + threadIdx.x] = p[blockIdx.x * 128 + threadIdx.x].x; // expect-warning: uncoalesced-access
}

// All bytes of each sector are used by the statement.
__global__ void bothFieldsBad(const Pair *p, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = p[i].x + p[i].y; // expect-note: uncoalesced-access scalar-access
}

__global__ void firstThreadOk(const float *a, float *out, int n) {
  if (threadIdx.x == 0)
    for (int k = 0; k < n; ++k)
      out[blockIdx.x] += a[blockIdx.x * n + k];
}

__global__ void gatherBad(const int *index, const float *a, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = a[index[i]]; // expect-note: uncoalesced-access
}

void run(float *a, float *b, int *index, int n) {
  columnPerThreadBad<<<n / 128, 128>>>(a, b, n);
  rowPerThreadOk<<<n / 128, 128>>>(a, b, n);
  oneFieldBad<<<n / 128, 128>>>((Pair *)a, b);
  bothFieldsBad<<<n / 128, 128>>>((Pair *)a, b);
  firstThreadOk<<<n / 128, 128>>>(a, b, n);
  gatherBad<<<n / 128, 128>>>(index, a, b);
}
