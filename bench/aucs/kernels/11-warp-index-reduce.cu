// SPDX-License-Identifier: Apache-2.0
// One warp reduces a row to its minimum and the place of it, trusting lockstep.
__device__ void keepSmaller(volatile float *vals, volatile unsigned *places, unsigned lane,
                            unsigned step) {
  if (vals[lane + step] < vals[lane]) {
    vals[lane] = vals[lane + step];
    places[lane] = places[lane + step];
  }
}

__device__ void warpMin(volatile float *vals, volatile unsigned *places, unsigned lane) {
  if (lane < 16)
    keepSmaller(vals, places, lane, 16);
  if (lane < 8)
    keepSmaller(vals, places, lane, 8);
  if (lane < 4)
    keepSmaller(vals, places, lane, 4);
  if (lane < 2)
    keepSmaller(vals, places, lane, 2);
  if (lane < 1)
    keepSmaller(vals, places, lane, 1);
}

__global__ void minFirst(const float *in, float *out, unsigned *where, int width) {
  __shared__ float vals[256];
  __shared__ unsigned places[256];
  int tx = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
  int at = threadIdx.y * 32 + tx;
  float best = 1e30f;
  unsigned place = 0;
  for (int x = tx; x < width; x += 32)
    if (in[row * width + x] < best) {
      best = in[row * width + x];
      place = x;
    }
  vals[at] = best;
  places[at] = place;
  __syncthreads();
  warpMin(vals + threadIdx.y * 32, places + threadIdx.y * 32, tx);
  if (tx == 0) {
    out[row] = vals[at];
    where[row] = places[at];
  }
}

void run(const float *in, float *out, unsigned *where, int width) {
  minFirst<<<64, dim3(32, 8)>>>(in, out, where, width);
}
