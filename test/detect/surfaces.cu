// RUN: %check-findings %s
// Cells of surfaces: their offsets are bytes of a row, rows and layers.
#include <cuda_runtime.h>

__global__ void invertOk(cudaSurfaceObject_t image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  uchar4 color = surf2Dread<uchar4>(image, x * sizeof(uchar4), y);
  color.x = 255 - color.x;
  surf2Dwrite(color, image, x * sizeof(uchar4), y);
}

__global__ void blurOk(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= width || y >= height)
    return;
  float left = surf2Dread<float>(from, (x - 1) * sizeof(float), y);
  float here = surf2Dread<float>(from, x * sizeof(float), y);
  surf2Dwrite((left + here) / 2, to, x * sizeof(float), y);
}

// The neighbour has been blurred already, or not yet.
__global__ void blurInPlaceBad(cudaSurfaceObject_t image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= width || y >= height)
    return;
  float left = surf2Dread<float>(image, (x - 1) * sizeof(float), y); // expect: inter-block-race intra-warp-race
  float here = surf2Dread<float>(image, x * sizeof(float), y);
  surf2Dwrite((left + here) / 2, image, x * sizeof(float), y);
}

// Each thread writes two bytes of a row with one byte for each.
__global__ void tooWideBad(cudaSurfaceObject_t image, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x + 1 < width)
    surf2Dwrite(short(x), image, x, blockIdx.y); // expect: global-race inter-block-race
}

__global__ void layersOk(cudaSurfaceObject_t layers, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    surf2DLayeredwrite(in[y * width + x], layers, x * sizeof(float), y, blockIdx.z,
                       cudaBoundaryModeZero);
}

__global__ void oneLayerBad(cudaSurfaceObject_t layers, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    surf2DLayeredwrite(in[(blockIdx.z * height + y) * width + x], layers, // expect: inter-block-race
                       x * sizeof(float), y, 0, cudaBoundaryModeZero);
}

__global__ void planesOk(cudaSurfaceObject_t volume) {
  surf3Dwrite(1.0f, volume, threadIdx.x * sizeof(float), blockIdx.x, threadIdx.y);
}

surface<void, cudaSurfaceType2D> canvas;
__global__ void paintOk(int color, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width)
    surf2Dwrite(color, canvas, x * sizeof(int), blockIdx.y);
}

// Several threads write to the border.
__global__ void clampedUnknown(cudaSurfaceObject_t image) {
  surf2Dwrite(int(threadIdx.x), image, (int(threadIdx.x) - 8) * int(sizeof(int)), blockIdx.x,
              cudaBoundaryModeClamp);
}

// Of which of the surfaces in the table, data says.
__global__ void chosenUnknown(const cudaSurfaceObject_t *table, const int *which) {
  surf2Dwrite(int(threadIdx.x), table[which[threadIdx.x]], threadIdx.x / 2 * sizeof(int), blockIdx.x);
}

// All threads of the block have read the row before they write it the other way round.
__global__ void __launch_bounds__(256) mirrorOk(cudaSurfaceObject_t image) {
  int x = threadIdx.x;
  float v = surf2Dread<float>(image, x * sizeof(float), blockIdx.x);
  __syncthreads();
  surf2Dwrite(v, image, (blockDim.x - 1 - x) * sizeof(float), blockIdx.x);
}

__global__ void __launch_bounds__(256) mirrorBad(cudaSurfaceObject_t image) {
  int x = threadIdx.x;
  float v = surf2Dread<float>(image, x * sizeof(float), blockIdx.x);
  surf2Dwrite(v, image, (blockDim.x - 1 - x) * sizeof(float), blockIdx.x); // expect: global-race
}

void run(cudaSurfaceObject_t s, cudaSurfaceObject_t t, const cudaSurfaceObject_t *table,
         const int *which, const float *in, int width, int height, int depth) {
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  dim3 rows((width + 255) / 256, height), deep(grid.x, grid.y, depth);
  invertOk<<<grid, block>>>(s, width, height);
  blurOk<<<grid, block>>>(s, t, width, height);
  blurInPlaceBad<<<grid, block>>>(s, width, height);
  tooWideBad<<<rows, 256>>>(s, width);
  layersOk<<<deep, block>>>(s, in, width, height);
  oneLayerBad<<<deep, block>>>(s, in, width, height);
  planesOk<<<height, dim3(32, 8)>>>(s);
  paintOk<<<rows, 256>>>(7, width);
  clampedUnknown<<<height, 64>>>(s);
  chosenUnknown<<<height, 64>>>(table, which);
  mirrorOk<<<height, 256>>>(s);
  mirrorBad<<<height, 256>>>(s);
}
