// Threads numbered over two dimensions of the grid: the number picks the digits of a pixel.
// RUN: %check-findings %s
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --format=json 2>&1 | FileCheck %s
// CHECK: numbers over gridDim.x * gridDim.y < 2^31

__global__ void planesOk(float *image, int images, int w, int h) {
  int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
  if (i >= images * w * h)
    return;
  int x = i % w, y = i / w % h, n = i / w / h;
  float *of = image + n * h * w * 3;
  float red = of[x + w * (y + h * 0)], blue = of[x + w * (y + h * 2)];
  of[x + w * (y + h * 0)] = blue;
  of[x + w * (y + h * 2)] = red;
}

__global__ void planesBad(float *image, int images, int w, int h) {
  int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
  if (i >= images * w * h)
    return;
  int x = i % w, y = i / w % h, n = i / w / h;
  image[(n * h + y / 2) * w + x] = i; // expect: global-race, expect: inter-block-race
}

__global__ void stridesOk(float *out, int n, int w) {
  int step = gridDim.x * gridDim.y * blockDim.x;
  for (int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step)
    out[i / w * w + i % w] = 1;
}

// A hash of the indices numbers nothing.
__global__ void hashBad(float *cells) {
  unsigned h = 17;
  h = h * 31 + blockIdx.x;
  h = h * 31 + blockIdx.y;
  h = h * 31 + threadIdx.x;
  h = h * 31 + 3;
  cells[h & 255] = blockIdx.x; // expect: inter-block-race; allow: global-race
}

// These numbers wrap around in the grid of the launch: blocks 64 apart in y take the same cells.
__global__ void wrapsBad(float *cells) {
  unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * 1024 + threadIdx.x;
  cells[i / 1024] = blockIdx.y; // expect: inter-block-race; allow: benign-race, uncoalesced-access
}

void wrap(float *cells) { wrapsBad<<<dim3(65536, 128), 32>>>(cells); }

void hash(float *cells) { hashBad<<<dim3(8, 8), 64>>>(cells); }

void run(float *image, int images, int w, int h, float *out, int n, dim3 grid) {
  planesOk<<<grid, 256>>>(image, images, w, h);
  planesBad<<<grid, 256>>>(image, images, w, h);
  stridesOk<<<grid, 256>>>(out, n, w);
}
