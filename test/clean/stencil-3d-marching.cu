// SPDX-License-Identifier: Apache-2.0
// Marches along z, keeping one plane in shared memory.
#define BX 32
#define BY 8

__global__ void laplace(const float *in, float *out, int nx, int ny, int nz) {
  __shared__ float plane[BY + 2][BX + 2];
  int x = blockIdx.x * BX + threadIdx.x + 1, y = blockIdx.y * BY + threadIdx.y + 1;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int slice = nx * ny, at = y * nx + x;
  bool inside = x < nx - 1 && y < ny - 1;
  float behind = inside ? in[at] : 0, here = inside ? in[at + slice] : 0;
  for (int z = 1; z < nz - 1; ++z) {
    at += slice;
    float front = inside ? in[at + slice] : 0;
    __syncthreads();
    if (inside) {
      plane[ty][tx] = here;
      if (threadIdx.x == 0)
        plane[ty][0] = in[at - 1];
      if (threadIdx.x == BX - 1 || x == nx - 2)
        plane[ty][tx + 1] = in[at + 1];
      if (threadIdx.y == 0)
        plane[0][tx] = in[at - nx];
      if (threadIdx.y == BY - 1 || y == ny - 2)
        plane[ty + 1][tx] = in[at + nx];
    }
    __syncthreads();
    if (inside)
      out[at] = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] +
                behind + front - 6 * here;
    behind = here;
    here = front;
  }
}

void run(const float *in, float *out, int nx, int ny, int nz) {
  laplace<<<dim3((nx + BX - 3) / BX, (ny + BY - 3) / BY), dim3(BX, BY)>>>(in, out, nx, ny, nz);
}
