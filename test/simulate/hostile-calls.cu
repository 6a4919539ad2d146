// SPDX-License-Identifier: Apache-2.0
//
// A call through a pointer goes to a function of the file that has its type, or the run ends and
// says where.
// RUN: %cuda-fix simulate %s --kernel useful --block 1 --arg 'out=zero(8)' | FileCheck %s --check-prefix=USEFUL --implicit-check-not=error:
// RUN: not %cuda-fix simulate %s --kernel computed 2>&1 | FileCheck %s --check-prefix=COMPUTED
// RUN: not %cuda-fix simulate %s --kernel inTheMiddle 2>&1 | FileCheck %s --check-prefix=MIDDLE
// RUN: not %cuda-fix simulate %s --kernel otherType 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not %cuda-fix simulate %s --kernel fakeTable 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: not %cuda-fix simulate %s --kernel given 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: not %cuda-fix simulate %s --kernel library 2>&1 | FileCheck %s --check-prefix=LIBRARY

using Unary = int (*)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ float half(float x) { return x / 2; }

struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual int rim() const { return 1; }
};
struct Square : Shape {
  int side;
  __device__ Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Bar : Shape {
  int length;
  __device__ Bar(int l) : length(l) {}
  __device__ int area() const override { return length; }
  __device__ int rim() const override { return 2 * length + 2; }
};
struct Pair {
  int a, b;
  __device__ int sum() const { return a + b; }
  __device__ int product() const { return a * b; }
};

__device__ char odd = 1; // behind it stand the addresses of functions
__constant__ Unary table[] = {twice, square};

// USEFUL: out: 4 9 9 8 12 5 6 1
__global__ void useful(volatile int *out) {
  for (int i = 0; i < 2; ++i)
    out[i] = table[out[7] + i](i + 2);
  Square s(3);
  Bar b(5);
  for (int i = 0; i < 2; ++i) {
    const Shape *shape = out[7] + i ? (const Shape *)&b : &s;
    out[2 + i] = i ? shape->rim() - 4 : shape->area();
    if (i)
      out[4] = shape->rim();
  }
  int (Pair::*method)() const = out[7] ? &Pair::product : &Pair::sum;
  int (Pair::*other)() const = out[7] ? &Pair::sum : &Pair::product;
  Pair p{2, 3};
  out[5] = (p.*method)();
  out[6] = (p.*other)();
  out[7] = odd;
  printf("out: %d %d %d %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5], out[6],
         out[7]);
}

// Functions of one type that are few are tried one after another; these are too many, or none.
template <int N> __device__ float plus(float x) { return x + N; }
using Real = float (*)(float);
__constant__ Real many[] = {plus<0>, plus<1>, plus<2>, plus<3>, plus<4>,
                            plus<5>, plus<6>, plus<7>, plus<8>, plus<9>};
using Wide = long long (*)(long long, int *);
struct Ghost {
  __device__ virtual long long haunt(long long a, long long b) const = 0;
};

__global__ void computed(long long *out, unsigned long long address) {
  auto f = (Wide)(0x401000 + address % 4096);
  // COMPUTED: hostile-calls.cu:[[@LINE+1]]:{{[0-9]+}}: error: thread 0 of block 0 calls through a pointer to no function of its file [out-of-bounds, confirmed]
  out[0] = f(1, nullptr);
}

__global__ void inTheMiddle(float *out) {
  auto f = (Real)((char *)many[(int)out[0] & 7] + 4);
  // MIDDLE: hostile-calls.cu:[[@LINE+1]]:{{[0-9]+}}: error: thread 0 of block 0 calls through a pointer to no function of its file [out-of-bounds, confirmed]
  out[0] = f(1);
}

__global__ void otherType(long long *out, int *values) {
  auto f = (Wide)many[out[0] & 7];
  // TYPE: hostile-calls.cu:[[@LINE+1]]:{{[0-9]+}}: error: thread 0 of block 0 calls through a pointer to a function of another type [out-of-bounds, confirmed]
  out[0] = f(1, values);
}

__global__ void fakeTable(unsigned long long *words, long long *out) {
  words[0] = (unsigned long long)(words + 1);
  words[1] = words[2] = 0x0f05b03b; // instructions
  // TABLE: hostile-calls.cu:[[@LINE+1]]:{{[0-9]+}}: error: thread 0 of block 0 calls {{.*}}through a pointer to no function of its file [out-of-bounds, confirmed]
  out[0] = ((const Ghost *)words)->haunt(1, 2);
}

__global__ void given(long long *out, unsigned char *f) {
  // GIVEN: hostile-calls.cu:[[@LINE+1]]:{{[0-9]+}}: error: thread 0 of block 0 calls through a pointer to no function of its file [out-of-bounds, confirmed]
  out[0] = ((Wide)f)(1, nullptr);
}

__global__ void library(float *out, int n) {
  auto f = n > 1 ? (Wide)sinf : (Wide)cosf;
  // LIBRARY: hostile-calls.cu:[[@LINE+1]]:{{[0-9]+}}: error: thread 0 of block 0 calls through a pointer to {{.*}} [out-of-bounds, confirmed]
  out[0] = f(1, nullptr);
}
