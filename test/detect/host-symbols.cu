// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: %cuda-fix explain-launch parameterBad %s | FileCheck %s
// RUN: %cuda-fix --checks=synchronization --no-repair --kernel unseenOk %s 2>&1 | FileCheck %s --check-prefix=APART
// RUN: %cuda-fix --checks=synchronization --no-repair --assume-alias --kernel unseenOk %s 2>&1 | FileCheck %s --check-prefix=ALIAS
// Host code takes the address of what the kernel names itself.
// CHECK: p; in one object with G
// APART: 1 free of races
// ALIAS: not decided for kernel
__device__ int G[1024], H[1024];
__device__ __managed__ int Managed[1024];
struct Rows {
  int n;
  int *first, *second;
};
__device__ int *P, *Q;
__managed__ int *Kept;
__constant__ Rows Table;

__global__ void parameterBad(int *p) {
  p[threadIdx.x] = 1; // expect: global-race
  G[threadIdx.x + 1] = 2;
}
__global__ void parameterOk(int *p) {
  p[threadIdx.x] = 1;
  G[threadIdx.x] = 2;
}
__global__ void otherOk(int *p) {
  p[threadIdx.x] = 1;
  H[threadIdx.x + 1] = 2;
}
__global__ void behindBad(int *p) {
  p[threadIdx.x] = 1; // expect: global-race
  G[threadIdx.x + 11] = 2;
}
__global__ void behindOk(int *p) {
  p[threadIdx.x] = 1;
  G[threadIdx.x] = 2;
}
__global__ void twiceBad(int *p, int *q) {
  p[threadIdx.x] = 1; // expect: global-race
  q[threadIdx.x + 1] = 2;
}
__global__ void managedBad(int *p) {
  p[threadIdx.x] = 1; // expect: global-race
  Managed[threadIdx.x + 1] = 2;
}
__global__ void memberBad(Rows r) {
  r.first[threadIdx.x] = 1; // expect: global-race
  G[threadIdx.x + 1] = 2;
}
__global__ void copiedBad() {
  P[threadIdx.x] = 1; // expect: global-race
  G[threadIdx.x + 1] = 2;
}
__global__ void bothCopiedBad() {
  P[threadIdx.x] = 1; // expect: global-race
  Q[threadIdx.x + 1] = 2;
}
__global__ void copiedAgainOk() {
  P[threadIdx.x] = 1;
  Q[threadIdx.x + 1] = 2;
}
__global__ void keptBad(int *p) {
  p[threadIdx.x] = 1; // expect: global-race
  Kept[threadIdx.x + 1] = 2;
}
__global__ void tableBad() {
  Table.second[threadIdx.x] = 1; // expect: global-race
  G[threadIdx.x + 1] = 2;
}
__global__ void tableOk() {
  Table.first[threadIdx.x] = 1;
  G[threadIdx.x + 1] = 2;
}
__global__ void unseenOk(int *p) {
  p[threadIdx.x] = 1;
  G[threadIdx.x + 1] = 2;
}

void run() {
  int *g, *again, *a;
  cudaGetSymbolAddress((void **)&g, G);
  cudaGetSymbolAddress((void **)&again, G);
  cudaMalloc(&a, 4096);
  parameterBad<<<1, 256>>>(g);
  parameterOk<<<1, 256>>>(g);
  otherOk<<<1, 256>>>(g);
  behindBad<<<1, 256>>>(g + 10);
  behindOk<<<1, 256>>>(g + 512);
  twiceBad<<<1, 256>>>(g, again);
  managedBad<<<1, 256>>>(Managed);
  Rows r;
  r.n = 256;
  r.first = g;
  r.second = a;
  memberBad<<<1, 256>>>(r);
  cudaMemcpyToSymbol(P, &g, sizeof g);
  cudaMemcpyToSymbol(Q, &again, sizeof again);
  copiedBad<<<1, 256>>>();
  bothCopiedBad<<<1, 256>>>();
  cudaMemcpyToSymbol(Q, &a, sizeof a);
  copiedAgainOk<<<1, 256>>>();
  Kept = a;
  keptBad<<<1, 256>>>(a);
  r.first = a;
  cudaMemcpyToSymbol(Table, &r, sizeof r);
  cudaMemcpyToSymbol(Table, &g, sizeof g, 2 * sizeof g);
  tableBad<<<1, 256>>>();
  tableOk<<<1, 256>>>();
}
