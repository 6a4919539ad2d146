// Which cell a thread has, as strides of the host say, decides what it does.
// RUN: %check-findings %s

struct Mesh {
  int3 stride, dim;
  __host__ __device__ int at(int3 c) const {
    return c.x * stride.x + c.y * stride.y + c.z * stride.z;
  }
};

__global__ void firstCellUnknown(float *v, Mesh m) {
  int3 c = make_int3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                     blockIdx.z * blockDim.z + threadIdx.z);
  if (c.x >= m.dim.x || c.y >= m.dim.y || c.z >= m.dim.z)
    return;
  if (m.at(c) == 0)
    v[0] /= 5;
}

__global__ void firstRowBad(float *v, Mesh m) {
  int3 c = make_int3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                     blockIdx.z * blockDim.z + threadIdx.z);
  if (c.x >= m.dim.x || c.y >= m.dim.y || c.z >= m.dim.z)
    return;
  if (c.y * m.stride.y + c.z * m.stride.z == 0)
    v[0] /= 5; // expect: intra-warp-race inter-block-race
}

void run(float *v, Mesh m) {
  dim3 block(8, 8, 8), grid((m.dim.x + 7) / 8, (m.dim.y + 7) / 8, (m.dim.z + 7) / 8);
  firstCellUnknown<<<grid, block>>>(v, m);
  firstRowBad<<<grid, block>>>(v, m);
}
