// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The number of a block is split into coordinates: as many blocks are launched as there are cells.

struct Shape {
  int size[3], stride[3];
};
__device__ int place(int i, const Shape &s) {
  return i % s.size[2] * s.stride[2] + i / s.size[2] % s.size[1] * s.stride[1] +
         i / s.size[2] / s.size[1] % s.size[0] * s.stride[0];
}

__global__ void putUnknown(Shape s, float *out, const float *in) {
  if (threadIdx.x == 0)
    out[place(blockIdx.x, s)] = in[blockIdx.x];
}

// A sum over what lies farther out comes round.
__global__ void sumBad(Shape s, float *out, const float *in) {
  if (threadIdx.x == 0)
    out[place(blockIdx.x, s)] += in[blockIdx.x]; // expect-error: inter-block-race
}

// The kernel itself knows of more blocks than that.
__global__ void outermostBad(Shape s, float *out, float *sums, const float *in) {
  if (threadIdx.x == 0) {
    out[place(blockIdx.x, s)] = in[blockIdx.x]; // expect-error: inter-block-race
    atomicAdd(&sums[blockIdx.x / s.size[2] / s.size[1] / s.size[0]], in[blockIdx.x]);
  }
}

__global__ void imagesAskedBad(Shape s, float *out, const float *in, int images) {
  if (threadIdx.x == 0 && blockIdx.x / s.size[2] / s.size[1] / s.size[0] < images)
    out[place(blockIdx.x, s)] = in[blockIdx.x]; // expect-error: inter-block-race
}

// Two blocks for each cell.
__global__ void pairsBad(Shape s, float *out, const float *in) {
  if (threadIdx.x == 0)
    out[place(blockIdx.x / 2, s)] = in[blockIdx.x]; // expect-error: inter-block-race
}

// A launch has a block for each of the images that have this shape.
__global__ void imagesBad(Shape s, float *out, const float *in) {
  if (threadIdx.x == 0)
    out[place(blockIdx.x, s)] = in[blockIdx.x]; // expect-error: inter-block-race
}
void run(Shape s, float *out, const float *in, int images) {
  imagesBad<<<s.size[0] * s.size[1] * s.size[2] * images, 32>>>(s, out, in);
}
