// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// A pointer kept in dynamic shared memory points to what was stored there, under any name.
extern __shared__ int *rows[];
extern __shared__ int *columns[];

__global__ void sameNameBad(int *a, int *out) {
  if (threadIdx.x == 0)
    rows[0] = a;
  __syncthreads();
  rows[0][threadIdx.x] = threadIdx.x; // expect: global-race
  out[threadIdx.x] = a[255 - threadIdx.x];
}

__global__ void otherNameBad(int *a, int *out) {
  if (threadIdx.x == 0)
    rows[0] = a;
  __syncthreads();
  columns[0][threadIdx.x] = threadIdx.x; // expect: global-race
  out[threadIdx.x] = a[255 - threadIdx.x];
}

__global__ void sameNameOk(int *a, int *out) {
  if (threadIdx.x == 0)
    rows[0] = a;
  __syncthreads();
  rows[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = a[255 - threadIdx.x];
}

void launch(int *a, int *out) {
  sameNameBad<<<1, 256, 64>>>(a, out);
  otherNameBad<<<1, 256, 64>>>(a, out);
  sameNameOk<<<1, 256, 64>>>(a, out);
}
