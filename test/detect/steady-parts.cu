// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --show possible
// RUN: %cuda-fix %s --dump=model --kernel='partsOk|signedOk|nextPartOk|alternatesOk' | FileCheck %s
// RUN: not %cuda-fix %s --dump=model --kernel='samePartBad|downwardsBad|backwardsBad' | FileCheck %s --check-prefix=WRITTEN
// A part of a shared structure that nobody writes, beside parts that all threads write: by what its
// indices can be, an access stays away from it, and all threads of a block read one value.

struct Parts {
  unsigned count;
  unsigned other;
  unsigned cells[2][256];
};

// CHECK-LABEL: kernel {{.*}}alternatesOk
// CHECK: symbol parts[...]: uniform in block
__global__ void alternatesOk(const int *in, int *out) {
  __shared__ Parts parts;
  if (threadIdx.x == 0)
    parts.count = in[blockIdx.x];
  __syncthreads();
  if (parts.count > 4) {
    parts.cells[0][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (unsigned step = 0; step < 8; ++step) {
      unsigned source = step & 1u, next = source ^ 1u;
      parts.cells[next][threadIdx.x] = parts.cells[source][255 - threadIdx.x];
      __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = parts.cells[0][threadIdx.x];
  }
}

// CHECK-LABEL: kernel {{.*}}nextPartOk
// CHECK: symbol parts[...]: uniform in block
__global__ void nextPartOk(const unsigned *in, int *out) {
  __shared__ Parts parts;
  if (threadIdx.x == 0)
    parts.count = in[blockIdx.x];
  __syncthreads();
  if (parts.count > 4) {
    if (threadIdx.x == 0)
      parts.other = 3;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = parts.other;
  }
}

// Cells that memory picks lie behind the count, too: an unsigned index is none before them.
// CHECK-LABEL: kernel {{.*}}partsOk
// CHECK: symbol parts[...]: uniform in block
__global__ void partsOk(const unsigned *in, int *out) {
  __shared__ Parts parts;
  parts.cells[0][threadIdx.x] = 0;
  if (threadIdx.x == 0)
    parts.count = in[blockIdx.x];
  __syncthreads();
  if (parts.count > 4) {
    atomicAdd(&parts.cells[0][in[threadIdx.x]], 1);
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = parts.cells[0][threadIdx.x];
  }
}

// A signed counter that rises from 0 has no negative remainder.
// CHECK-LABEL: kernel {{.*}}signedOk
// CHECK: symbol parts[...]: uniform in block
__global__ void signedOk(const int *in, int *out) {
  __shared__ Parts parts;
  if (threadIdx.x == 0)
    parts.count = in[blockIdx.x];
  __syncthreads();
  if (parts.count > 4) {
    for (int step = 0; step < 8; ++step) {
      parts.cells[step % 2][threadIdx.x] = in[step];
      __syncthreads();
      out[(blockIdx.x * 8 + step) * 256 + threadIdx.x] = parts.cells[step % 2][255 - threadIdx.x];
    }
  }
}

// The part that decides is written before all have read it.
// WRITTEN-LABEL: kernel {{.*}}samePartBad
// WRITTEN: symbol parts[...]: uniform in thread
__global__ void samePartBad(const int *in, int *out) {
  __shared__ Parts parts;
  if (threadIdx.x == 0)
    parts.count = in[blockIdx.x];
  __syncthreads();
  if (parts.count > 4) { // expect-warning: shared-race
    if (threadIdx.x == 40)
      parts.count = 3;
    __syncthreads(); // expect-warning: barrier-divergence
    out[blockIdx.x * 256 + threadIdx.x] = parts.count;
  }
}

// One that falls has.
// WRITTEN-LABEL: kernel {{.*}}downwardsBad
// WRITTEN: symbol parts[...]: uniform in thread
__global__ void downwardsBad(const int *in, int *out) {
  __shared__ Parts parts;
  if (threadIdx.x == 0)
    parts.count = in[blockIdx.x];
  __syncthreads();
  if (parts.count > 4) { // expect-warning: shared-race
    unsigned *cells = parts.cells[0];
    for (int step = -2; step > -8; --step) {
      cells[step % 4 + static_cast<int>(threadIdx.x)] = step; // expect-warning: shared-race
      __syncthreads(); // expect-warning: barrier-divergence
    }
    out[blockIdx.x * 256 + threadIdx.x] = cells[threadIdx.x];
  }
}

// A signed index of memory may lead before the cells.
// WRITTEN-LABEL: kernel {{.*}}backwardsBad
// WRITTEN: symbol parts[...]: uniform in thread
__global__ void backwardsBad(const int *in, int *out) {
  __shared__ Parts parts;
  parts.cells[0][threadIdx.x] = 0;
  if (threadIdx.x == 0)
    parts.count = in[blockIdx.x];
  __syncthreads();
  if (parts.count > 4) { // expect-warning: shared-race
    unsigned *cells = parts.cells[0];
    cells[in[threadIdx.x]] = threadIdx.x; // expect-warning: shared-race
    __syncthreads(); // expect-warning: barrier-divergence
    out[blockIdx.x * 256 + threadIdx.x] = parts.cells[0][threadIdx.x];
  }
}

void launch(const int *in, const unsigned *positions, int *out) {
  alternatesOk<<<64, 256>>>(in, out);
  nextPartOk<<<64, 256>>>(positions, out);
  partsOk<<<64, 256>>>(positions, out);
  signedOk<<<64, 256>>>(in, out);
  samePartBad<<<64, 256>>>(in, out);
  downwardsBad<<<64, 256>>>(in, out);
  backwardsBad<<<64, 256>>>(in, out);
}
