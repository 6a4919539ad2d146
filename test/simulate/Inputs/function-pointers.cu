// Addresses of device functions in variables, in arguments and in objects.
#include <cstdio>
#include <cuda_runtime.h>

typedef int (*Operation)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ int minus(int a, int b) { return a - b; }
template <int N> __device__ int scaled(int a, int b) { return N * (a + b); }

__device__ Operation single = times;
__constant__ Operation table[3] = {plus, minus, scaled<5>};
struct Named { int id; Operation f; };
__device__ Named named[2] = {{1, minus}, {2, plus}};
__device__ Operation later;

__global__ void given(Operation f, int *out) { out[threadIdx.x] = f(threadIdx.x, 3); }
__global__ void chosen(int *out) {
  out[threadIdx.x] = table[threadIdx.x % 3](threadIdx.x, 2) + named[threadIdx.x % 2].f(10, 1);
}
__global__ void keep(bool first) { later = first ? plus : times; }
__global__ void useKept(int *out) { out[threadIdx.x] = later(threadIdx.x, 7); }

// More functions of a type than are tried one after another, and none of a type.
typedef long (*Shift)(long);
template <int N> __device__ long shifted(long a) { return a << N; }
__device__ Shift shifts[] = {shifted<0>, shifted<1>, shifted<2>, shifted<3>, shifted<4>,
                             shifted<5>, shifted<6>, shifted<7>, shifted<8>, shifted<9>};
__global__ void shift(int *out) { out[threadIdx.x] = shifts[threadIdx.x % 10](threadIdx.x); }
typedef float (*Unknown)(float);
__global__ void unknown(Unknown f, int *out) { out[threadIdx.x] = f(1); }

struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  int a;
  __device__ Square(int a) : a(a) {}
  __device__ int area() const override { return a * a; }
};
struct Rectangle : Shape {
  int a, b;
  __device__ Rectangle(int a, int b) : a(a), b(b) {}
  __device__ int area() const override { return a * b; }
};
__global__ void make(Shape **shapes) {
  if (threadIdx.x % 2)
    shapes[threadIdx.x] = new Square(threadIdx.x);
  else
    shapes[threadIdx.x] = new Rectangle(threadIdx.x, 10);
}
__global__ void measure(Shape **shapes, int *out) { out[threadIdx.x] = shapes[threadIdx.x]->area(); }

const int n = 32;
int wrong = 0, *out;
template <class F> void expect(F f, const char *what) {
  int got[n];
  if (cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost) != cudaSuccess && ++wrong)
    printf("FAILED: copy of %s\n", what);
  for (int i = 0; i < n; ++i)
    if (got[i] != f(i) && ++wrong)
      printf("FAILED: %s, %d: %d\n", what, i, got[i]);
}

int main() {
  cudaMalloc(&out, n * sizeof(int));
  Operation f = nullptr;
  cudaMemcpyFromSymbol(&f, single, sizeof(f));
  given<<<1, n>>>(f, out);
  expect([](int i) { return i * 3; }, "a copied pointer");
  chosen<<<1, n>>>(out);
  expect([](int i) {
    int first = i % 3 == 0 ? i + 2 : i % 3 == 1 ? i - 2 : 5 * (i + 2);
    return first + (i % 2 ? 11 : 9);
  }, "tables");
  keep<<<1, 1>>>(false);
  useKept<<<1, n>>>(out);
  expect([](int i) { return i * 7; }, "a pointer of another kernel");
  shift<<<1, n>>>(out);
  expect([](int i) { return i << i % 10; }, "one of many");
  Shape **shapes;
  cudaMalloc(&shapes, n * sizeof(Shape *));
  make<<<1, n>>>(shapes);
  measure<<<1, n>>>(shapes, out);
  expect([](int i) { return i % 2 ? i * i : 10 * i; }, "virtual functions");
#ifdef BUG
  unknown<<<1, n>>>(nullptr, out);
#endif
  printf(wrong ? "%d FAILED\n" : "PASSED\n", wrong);
  return wrong != 0;
}
