// RUN: %check-findings %s --checks=synchronization
// A launch in a macro's argument is one launch, with the facts of the lines around it.

#define DISPATCH(...) { __VA_ARGS__ }

__global__ void oneBlockOk(int *a) { a[threadIdx.x] = blockIdx.x; }

__global__ void blocksBad(int *a) {
  a[threadIdx.x] = blockIdx.x; // expect: inter-block-race
}

void launch(int *a, int n) {
  DISPATCH(
    dim3 g(n < 2 ? n : 1);
    oneBlockOk<<<g, 32>>>(a);
  )
  DISPATCH(
    dim3 g(n < 2 ? 2 : n);
    blocksBad<<<g, 32>>>(a);
  )
}
