// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A function picks the kernel and fills in the shape of its block: what it returns is launched where
// it is called.

struct Shape {
  int x, y;
};
typedef void (*Kernel)(float *);

template <int X, int Y> __global__ void tileOk(float *out) {
  out[(blockIdx.x * Y + threadIdx.y) * X + threadIdx.x] = threadIdx.y;
}
template <int X, int Y> __global__ void wrongShapeBad(float *out) {
  out[(blockIdx.x * Y + threadIdx.y) * X + threadIdx.x] = threadIdx.y; // expect-error: inter-block-race
}
template <int X, int Y> __global__ void keptUnknown(float *out) {
  out[(blockIdx.x * Y + threadIdx.y) * X + threadIdx.x] = threadIdx.y;
}

Kernel pickTile(int form, Shape &shape) {
  Kernel found = nullptr;
  if (form == 1) {
    found = tileOk<32, 8>;
    shape.x = 32;
    shape.y = 8;
  } else if (form == 2) {
    found = tileOk<16, 4>;
    shape.x = 16;
    shape.y = 4;
  }
  return found;
}
Kernel pickWrong(int form, Shape &shape) {
  shape.x = 32;
  shape.y = 16;
  return form == 1 ? wrongShapeBad<32, 8> : wrongShapeBad<32, 12>;
}
Kernel pickKept(Shape &shape) {
  shape.x = 32;
  shape.y = 8;
  return keptUnknown<32, 8>;
}

Kernel kept;
void keep() {
  Shape shape;
  kept = pickKept(shape);
}

void run(float *out, int n, int form) {
  Shape shape;
  Kernel tile = pickTile(form, shape);
  tile<<<n, dim3(shape.x, shape.y)>>>(out);
  Kernel wrong = pickWrong(form, shape);
  wrong<<<n, dim3(shape.x, shape.y)>>>(out);
  Kernel other = pickKept(shape);
  other<<<n, dim3(shape.x, shape.y)>>>(out);
}
